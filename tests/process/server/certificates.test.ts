import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { bodyOf } from '../../support/http/body.ts';
import { Connection } from '../../support/http/connection.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { canShareAPort } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

const tlsFile = (name: string) => join(import.meta.dir, '../../data/tls', name);

type Version = 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3';

/** The version negotiated with a client that offers only this one; `refused` if there is none. */
function agreed(url: string, certificate: string, version: Version, ciphers?: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      ca: readFileSync(tlsFile(certificate)),
      minVersion: version,
      maxVersion: version,
      ...(ciphers !== undefined && { ciphers }),
    });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol() ?? '');
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });
}

/** The name in the certificate that a new connection receives. */
function certificateOf({ url }: TestServer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject?.CN));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

const withLines = (server: TestServer, text: string) => server.output.stderr.split(text).length - 1;

/** Expects that only suites with forward secrecy and authenticated encryption are negotiated. */
async function expectModernSuites(url: string, certificate: string, exchange: string, others: readonly string[] = []) {
  const offer = (version: Version, ciphers?: string) => agreed(url, certificate, version, ciphers);
  const modern = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((name) => `${exchange}-${name}`);
  for (const suite of modern) expect([suite, await offer('TLSv1.2', suite)]).toEqual([suite, 'TLSv1.2']);
  const weak = [`${exchange}-AES128-SHA`, `${exchange}-AES256-SHA`, ...others];
  for (const suite of weak) expect([suite, await offer('TLSv1.2', suite)]).toEqual([suite, 'refused']);
  expect(await Promise.all([offer('TLSv1.3'), offer('TLSv1.1')])).toEqual(['TLSv1.3', 'refused']);
}

test('with an RSA key only suites with forward secrecy and authenticated encryption are negotiated', async () => {
  const server = await startServer({
    args: ['--tls-cert', tlsFile('rsa-cert.pem'), '--tls-key', tlsFile('rsa-key.pem')],
  });
  const withoutForwardSecrecy = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA'];
  await expectModernSuites(server.url, 'rsa-cert.pem', 'ECDHE-RSA', withoutForwardSecrecy);
  await server.stop();
});

describe('a service with an ECDSA key, and with workers where they can share a port,', () => {
  const workers = canShareAPort ? 2 : 1;
  let scratch: ScratchFolder;
  let server: TestServer;
  const at = (name: string) => join(scratch.path, name);
  beforeAll(async () => {
    scratch = makeScratchFolder();
    install('cert.pem', 'key.pem');
    const certificate = ['--tls-cert', at('cert.pem'), '--tls-key', at('key.pem')];
    const args = ['--port', '0', '--env', 'staging', '--workers', String(workers), ...certificate];
    server = await startServer({ env: { PORT: 'nonsense', PETSTORE_ENV: 'production' }, args });
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    scratch.remove();
  });

  /** Replaces the files as tools that renew certificates do: each atomically, the key last. */
  function install(cert: string, key: string): void {
    for (const [from, to] of [
      [cert, 'cert.pem'],
      [key, 'key.pem'],
    ] as const) {
      copyFileSync(tlsFile(from), at(`${to}.new`));
      renameSync(at(`${to}.new`), at(to));
    }
  }

  test('serves HTTPS, and its flags take precedence over variables', async () => {
    expect(server.url).toStartWith('https://');
    const response = await server.fetch('/openapi.json', { tls: { ca: readFileSync(tlsFile('cert.pem')) } });
    const { servers } = await bodyOf<{ servers: object[] }>(response);
    expect(servers).toEqual([{ url: `${server.url}/v1`, description: 'Staging' }]);
  });

  test('negotiates only suites with forward secrecy and authenticated encryption', () =>
    expectModernSuites(server.url, 'cert.pem', 'ECDHE-ECDSA'));

  test('uses a changed certificate for new connections, and keeps open ones', async () => {
    expect(await certificateOf(server)).toBe('localhost');
    let isOver = false;
    let sent = 0;
    const dropped: unknown[] = [];
    const processes = new Set<string>();
    // So many that the system hardly ever gives all of them to one worker.
    const clients = Array.from({ length: 12 }, async () => {
      let connection: Connection | undefined;
      for (let count = 0; !isOver && count < 100_000; count++) {
        // A connection opened while the previous server closes may be reset before its first request.
        connection ??= await Connection.open(server.url).catch(() => undefined);
        const reply = await connection?.send({ path: '/v1/pets' }).catch((error) => void dropped.push(error));
        if (reply?.status === 200) sent++;
        if (reply?.status === 200 && connection !== undefined) processes.add(connection.process);
        if (reply?.headers.get('Connection') === 'close') {
          connection?.close();
          connection = undefined;
        }
        await Bun.sleep(50);
      }
      connection?.close();
    });
    writeFileSync(at('cert.pem'), 'no certificate');
    await until(
      'the broken file to be told',
      () => withLines(server, 'could not use the changed certificate') === workers,
    );
    expect(await certificateOf(server)).toBe('localhost');
    install('renewed-cert.pem', 'renewed-key.pem');
    await until('the other certificate', () => withLines(server, '"uses another certificate"') === workers);
    // Handshakes are expensive, and the previous one is used for another two seconds.
    const isReplaced = async () => {
      for (let count = 0; count < 10; count++) {
        if ((await certificateOf(server).catch(String)) !== 'renewed') {
          await Bun.sleep(200);
          return false;
        }
      }
      return true;
    };
    await until('the end of the previous one', isReplaced);
    const before = sent;
    await until('more requests', () => sent > before + 50);
    isOver = true;
    await Promise.all(clients);
    expect([dropped, processes.size]).toEqual([[], workers]);
  });
});
