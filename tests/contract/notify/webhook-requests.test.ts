import { afterEach, describe, expect, test } from 'bun:test';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type SendOptions, send } from '../../../src/notify/webhooks/sending/send.ts';
import { type Receiver, startReceiver } from '../../support/http/receiver.ts';
import { type Outcome, outcomeOf, sendOnceProgram } from '../../support/http/send-once.ts';
import { cleanEnv } from '../../support/process/program.ts';
import { until } from '../../support/until.ts';

const certificate = join(import.meta.dir, '../../data/tls/cert.pem');
const readTls = async () => ({
  cert: await Bun.file(certificate).text(),
  key: await Bun.file(join(import.meta.dir, '../../data/tls/key.pem')).text(),
});

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

function receive(tls?: { cert: string; key: string }): Receiver {
  const receiver = startReceiver(tls && { tls });
  ended.push(() => receiver.stop());
  return receiver;
}

const sendTo = async (url: string, options: Partial<SendOptions> = {}): Promise<Outcome> =>
  outcomeOf(
    await send(
      { url, headers: {}, body: '{"id":1}' },
      { reachesPrivateAddresses: true, timeoutMs: 5_000, signal: new AbortController().signal, ...options },
    ),
  );

test('connects to the address that was checked, and sends the host of the name', async () => {
  const receiver = receive();
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
  };
  const url = receiver.url.replace('127.0.0.1', 'hooks.shelter.test');
  expect(await sendTo(`${url}/a%20b?c=d`, { resolve })).toEqual({ status: 204 });
  const [received] = receiver.received;
  expect(asked).toEqual(['hooks.shelter.test']);
  const { path, headers, body } = received ?? {};
  expect([path, headers?.['host'], body]).toEqual(['/a%20b?c=d', new URL(url).host, '{"id":1}']);
});

test('uses another address if one does not respond', async () => {
  const receiver = receive();
  const resolve = async () => ['127.0.0.9', '127.0.0.1'].map((address) => ({ address, family: 4 }));
  expect(await sendTo(receiver.url.replace('127.0.0.1', 'hooks.shelter.test'), { resolve })).toEqual({ status: 204 });
});

test('sends nothing to an address that is not allowed', async () => {
  const receiver = receive();
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const url = receiver.url.replace('127.0.0.1', 'hooks.shelter.test');
  const answers = [
    await sendTo(receiver.url, { reachesPrivateAddresses: false }),
    await sendTo(url, { reachesPrivateAddresses: false, resolve }),
  ];
  expect(answers).toEqual([
    { failure: expect.stringContaining('the address 127.0.0.1 is a loopback address') },
    { failure: expect.stringContaining('the host hooks.shelter.test has an address that is not public') },
  ]);
  expect(receiver.received).toEqual([]);
});

test('ignores a proxy in the environment', async () => {
  const receiver = receive();
  process.env['HTTP_PROXY'] = 'http://127.0.0.9:9';
  ended.push(() => delete process.env['HTTP_PROXY']);
  expect(await sendTo(receiver.url)).toEqual({ status: 204 });
});

test('reports an abort to the caller', async () => {
  const receiver = receive();
  receiver.answer = () => new Promise<Response>(() => {});
  const controller = new AbortController();
  const sent = sendTo(receiver.url, { signal: controller.signal }).catch((thrown) => thrown);
  await receiver.untilReceived(1);
  controller.abort(new Error('it stops'));
  expect((await sent).message).toBe('it stops');
});

test('with TLS, an event arrives only if the certificate is trusted and names the host', async () => {
  const receiver = receive(await readTls());
  const sendAll = async (env: Record<string, string>, ...hosts: string[]) => {
    const urls = hosts.map((host) => receiver.url.replace('127.0.0.1', host));
    const options = { env: cleanEnv(env), stdout: 'pipe', timeout: 200_000 } as const;
    const program = Bun.spawn([process.execPath, sendOnceProgram, ...urls], options);
    return JSON.parse(await program.stdout.text()) as Outcome[];
  };
  const trusting = { NODE_EXTRA_CA_CERTS: certificate };
  expect(await sendAll(trusting, 'localhost', '127.0.0.1', 'hooks.shelter.test')).toEqual([
    { status: 204 },
    { status: 204 },
    { failure: 'no response: ERR_TLS_CERT_ALTNAME_INVALID' },
  ]);
  expect(await sendAll({}, 'localhost')).toEqual([
    { failure: expect.stringMatching(/^no response: \w+_SELF_SIGNED_\w+|SELF_SIGNED/) },
  ]);
  expect(receiver.received).toHaveLength(2);
});

describe('a receiver that responds with', () => {
  /** A server that responds to everything with these bytes, and counts its open connections. */
  const receiveRaw = async (answer: (socket: Socket) => void) => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ended.push(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    return { url: `http://127.0.0.1:${port}/`, open };
  };
  const forEver = (socket: Socket, text: string, begin = '') => {
    socket.write(begin);
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text)), 5);
  };

  test.each<[string, (socket: Socket) => void, Outcome]>([
    ['a body without end', (to) => forEver(to, 'x'.repeat(9_999), 'HTTP/1.1 200 OK\r\n\r\n'), { status: 200 }],
    [
      'headers without end',
      (to) => forEver(to, `a: ${'x'.repeat(9_999)}\r\n`, 'HTTP/1.1 200 OK\r\n'),
      { failure: 'no response: HPE_HEADER_OVERFLOW' },
    ],
    ['other than HTTP', (to) => to.write('SSH-2.0-OpenSSH\r\n\r\n'), { failure: 'no response: HPE_INVALID_CONSTANT' }],
    ['nothing but the end', (to) => to.end(), { failure: 'no response: ECONNRESET' }],
    [
      'interim answers first',
      (to) => to.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 OK\r\n\r\n'),
      { status: 202 },
    ],
    [
      'interim answers without end',
      (to) => forEver(to, 'HTTP/1.1 100 Continue\r\n\r\n'),
      { failure: 'no response: too many interim responses' },
    ],
    [
      'another protocol',
      (to) => to.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
      { status: 101 },
    ],
  ])('%s yields a result, and the connection to it ends', async (_, answer, judged) => {
    const { url, open } = await receiveRaw(answer);
    expect(await sendTo(url, { timeoutMs: 60_000 })).toEqual(judged);
    await until('the connection to end', () => open.size === 0);
  });
});
