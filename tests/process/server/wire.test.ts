import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { engines } from '../../support/engines.ts';
import { exchange as exchangeBytes } from '../../support/http/connection.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

/** Behaviour that only a real connection shows. */
let server: TestServer;

const exchange = (text: string) => exchangeBytes(server.url, text);

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: petstore.test', 'Connection: close', ...headers, '', ''].join('\r\n');
const key = `Authorization: Bearer ${adminKey}`;
const json = 'Content-Type: application/json';

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    server = await startServer({ engine });
  });
  afterAll(() => server.stop());

  test('a repeated Authorization header is rejected', async () => {
    expect(await exchange(head('GET /v1/pets', key, key))).toMatch(/^HTTP\/1\.1 401 [\s\S]*"invalid_api_key"/);
  });

  test('a body that announces more than 64 KiB is rejected before it is sent, with an Error object', async () => {
    const answer = await exchange(head('POST /v1/pets', key, json, 'Content-Length: 999999999'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
  });

  test('a chunked body without end is rejected as soon as it is too large', async () => {
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    const answer = await exchange(head('POST /v1/pets', key, json, 'Transfer-Encoding: chunked') + chunk.repeat(6));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
  });

  test('a chunked body is read completely', async () => {
    const body = '{"name":"Chunked","categoryId":1}';
    const chunks = [...body].map((char) => `1\r\n${char}\r\n`).join('');
    const answer = await exchange(
      `${head('POST /v1/pets', key, json, 'Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*"name":"Chunked"/);
  });

  test('a client that disconnects while it sends its body counts as 499, not as an error of the service', async () => {
    const { port, hostname } = new URL(server.url);
    const leave = async (text: string, how: 'end' | 'reset') => {
      const socket = connect({ port: Number(port), host: hostname });
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.write(text, resolve));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      if (how === 'end') socket.destroy();
      else socket.resetAndDestroy();
      await closed;
    };
    const count = async (status: number) => {
      const text = await (await server.fetch('/metrics')).text();
      const line = new RegExp(`^petstore_http_requests_total{operation="createPet",status="${status}"} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = [await count(499), await count(500)];
    const post = (...headers: string[]) => head('POST /v1/pets', key, json, ...headers);
    for (const how of ['end', 'reset'] as const) {
      await leave(`${post('Content-Length: 100')}{"name":`, how);
      await leave(`${post('Transfer-Encoding: chunked')}5\r\n{"nam\r\n`, how);
    }
    const gone = await until(
      'four aborted requests',
      () => count(499),
      (seen) => seen >= Number(before[0]) + 4,
    );
    expect(gone).toBe(Number(before[0]) + 4);
    expect(await count(500)).toBe(Number(before[1]));
    expect(server.output.stderr).not.toContain('internal error');
  });

  test('a request target of more than 8,192 characters is rejected with an Error object', async () => {
    const answer = await exchange(head(`GET /v1/pets?${'x'.repeat(8_200)}`, key));
    expect(answer).toMatch(/^HTTP\/1\.1 414 [\s\S]*"code":"uri_too_long"/);
  });

  test('a header block beyond the runtime’s limit is rejected', async () => {
    expect(await exchange(head('GET /v1/pets', key, `X-Large: ${'x'.repeat(20_000)}`))).toStartWith('HTTP/1.1 431 ');
  });

  test('input that is not HTTP is rejected', async () => {
    expect(await exchange('hello\r\n\r\n')).toStartWith('HTTP/1.1 400 ');
  });

  test('what ends before the service sees it is as the document says', async () => {
    expect(await exchange(head('GET /v1/pets?q=rex dog', key))).toStartWith('HTTP/1.1 505 ');
    expect(await exchange(head('FOO /v1/pets', key))).toBe('');
    for (const path of ['/v1\\pets', '/v1/x/../pets', '/v1/x/%2E%2e/pets', '/v1/./pets'])
      expect(await exchange(head(`GET ${path}`, key))).toStartWith('HTTP/1.1 200 ');
  });

  test('an HTTP/1.0 request needs no Host', async () => {
    expect(await exchange(`GET /v1/pets HTTP/1.0\r\n${key}\r\n\r\n`)).toStartWith('HTTP/1.1 200 ');
  });

  test('a link never contains the Host of the request', async () => {
    for (let count = 0; count < 2; count++) {
      const body = '{"name":"Rex","categoryId":1}';
      await server.fetch('/v1/pets', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    }
    const answer = await exchange(head('GET /v1/pets?limit=1', key).replace('petstore.test', 'evil.example'));
    expect(answer).toContain(`Link: <${server.url}/v1/pets?limit=1&cursor=`);
    expect(answer).not.toContain('evil.example');
  });

  test('HEAD returns the headers of GET, with its length, and no body', async () => {
    const get = await exchange(head('GET /v1/pets', key));
    const [headers, body] = (await exchange(head('HEAD /v1/pets', key))).split('\r\n\r\n');
    const field = (answer: string | undefined, name: string) =>
      new RegExp(`^${name}: (.*)$`, 'mi').exec(answer ?? '')?.[1];
    for (const name of ['ETag', 'Content-Type', 'Content-Length']) expect(field(headers, name)).toBe(field(get, name));
    expect(body).toBe('');
  });
});

test('pipelined requests are answered in their order', async () => {
  server = await startServer();
  try {
    const first = Array.from({ length: 20 }, (_, index) =>
      ['GET /livez HTTP/1.1', 'Host: petstore.test', `X-Request-Id: ${index}`, '', ''].join('\r\n'),
    );
    for (let round = 0; round < 4; round++) {
      const answers = await exchange(first.join('') + head('GET /livez', 'X-Request-Id: 20'));
      const ids = [...answers.matchAll(/X-Request-Id: (\d+)/gi)].map(([, id]) => Number(id));
      expect(ids).toEqual(Array.from({ length: 21 }, (_, index) => index));
    }
  } finally {
    await server.stop();
  }
});
