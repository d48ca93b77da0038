import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { Connection, exchange as exchangeBytes, exchangeInTurn, exchangeWhen } from '../../support/http/connection.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

/** What only a real connection shows, with errors in the framing of a request. */
let server: TestServer;

const exchange = (...parts: string[]) => exchangeBytes(server.url, ...parts);

const key = `Authorization: Bearer ${adminKey}`;
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: petstore.test', 'Connection: close', ...headers, '', ''].join('\r\n');
const json = 'Content-Type: application/json';
const post = (...headers: string[]) =>
  ['POST /v1/pets HTTP/1.1', 'Host: petstore.test', key, 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

async function names(): Promise<string[]> {
  const pets = (await (await server.fetch('/v1/pets?limit=100')).json()) as { name: string }[];
  return pets.map(({ name }) => name);
}

describe('the protocol', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  describe('a body with trailers', () => {
    const chunk = (name: string) => {
      const body = `{"name":"${name}","categoryId":1}`;
      return `${body.length.toString(16)}\r\n${body}\r\n`;
    };
    const chunked = 'Transfer-Encoding: chunked';

    test('that are announced is rejected before anything is done', async () => {
      const answer = await exchange(`${post(chunked, 'Trailer: X-T')}${chunk('Announced')}0\r\nX-T: 1\r\n\r\n`);
      expect([...new Set(statuses(answer))]).toEqual([400]);
      expect(answer).toContain('"code":"malformed_request"');
      expect(await names()).not.toContain('Announced');
    });

    test('that are not announced is rejected, and not carried out', async () => {
      const answer = await exchange(`${post(chunked)}${chunk('Trailing')}0\r\nX-T: 1\r\n\r\n`);
      expect(statuses(answer)).toEqual([400]);
      const halves = await exchange(post(chunked), `${chunk('Halves')}0\r\nX-T: 1\r\n\r\n`);
      expect(statuses(halves)).toEqual([400]);
      const empty = post(chunked).replace('/v1/pets', '/v1/store/orders/1/complete');
      expect(statuses(await exchange(`${empty}0\r\nX-T: 1\r\n\r\n`))).toEqual([400]);
      // A later request to the same server shows that none of these is still in progress.
      const after = await exchange(`${post(chunked, 'Connection: close')}${chunk('After')}0\r\n\r\n`);
      expect(statuses(after)).toEqual([201]);
      expect(await names()).toEqual(['After']);
    });
  });

  describe('a body that is too large', () => {
    const large = 'x'.repeat(1_000_000);

    test('is read to its end, and the connection serves the next request', async () => {
      // A busy runtime may close the connection when the next request arrives before it has responded to the first.
      const next = `${post('Connection: close', 'Content-Length: 2')}{}`;
      const answer = await exchangeInTurn(server.url, [post(`Content-Length: ${large.length}`), large], next);
      expect(statuses(answer)).toEqual([413, 400]);
      const chunks = `4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(60);
      const begun = [post('Transfer-Encoding: chunked'), chunks];
      const chunked = await exchangeInTurn(server.url, begun, `0\r\n\r\n${next}`);
      expect(statuses(chunked)).toEqual([413, 400]);
    });

    test('is read to its end before the response closes the connection', async () => {
      // The first half arrives before the response can be sent: an early close would reset the connection.
      for (let round = 0; round < 10; round++) {
        const answer = await exchange(post(`Content-Length: ${large.length}`, 'Connection: close'), large);
        expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
      }
    });

    test('is read to its end before an error closes the connection, also one of the size of a photo', async () => {
      const [begin, rest] = ['x'.repeat(1_000), 'x'.repeat(20_000_000)];
      const unknown = (...headers: string[]) =>
        post(`Content-Length: ${begin.length + rest.length}`, ...headers).replace(key, 'X: x');
      let isTooEarly = false;
      const answer = exchangeWhen(server.url, [unknown('Connection: close'), begin], async (socket) => {
        socket.once('data', () => (isTooEarly = socket.bytesWritten < rest.length));
        // The server has seen the first part when it has responded to others.
        for (let request = 0; request < 50; request++) await server.fetch('/livez');
        socket.write(rest);
      });
      expect([statuses(await answer), isTooEarly]).toEqual([[401], false]);
      const next = `${post('Connection: close', 'Content-Length: 2')}{}`;
      expect(statuses(await exchangeInTurn(server.url, [unknown(), begin, rest], next))).toEqual([401, 400]);
    });

    test('closes the connection at once if it announces more than 64 MiB, with and without a key', async () => {
      const announced = 'Content-Length: 67108865';
      const refused = await exchange(post(announced));
      const unknown = await exchange(post(announced).replace(key, 'X: x'));
      expect([refused, unknown].map(statuses)).toEqual([[413], [401]]);
      for (const answer of [refused, unknown]) expect(answer).toMatch(/^Connection: close\r$/im);
    });
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

  describe('Host', () => {
    const get = (path: string, ...hosts: string[]) =>
      [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), key, 'Connection: close', '', ''].join('\r\n');

    test.each([
      [['a.test', 'b.test']],
      [['a.test', 'a.test']],
      [['a b']],
      [['a/livez?']],
      [['a@b']],
      [['a?']],
      [['a:b']],
      [['[::1']],
      [['a, b']],
    ])('%j is rejected with an Error object', async (hosts) => {
      for (const path of ['/v1/pets', '/livez', '/']) {
        const answer = await exchange(get(path, ...hosts));
        expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_request".*"status":400/);
      }
    });

    test.each(['', 'petstore.test', 'petstore.test:8080', '127.0.0.1', '[::1]:80', 'xn--h1andj3d.xn--p1ai', 'a_b'])(
      '%j is valid',
      async (host) => {
        expect(statuses(await exchange(get('/v1/pets', host)))).toEqual([200]);
      },
    );
  });

  test('a repeated Authorization header is rejected', async () => {
    expect(await exchange(head('GET /v1/pets', key, key))).toMatch(/^HTTP\/1\.1 401 [\s\S]*"invalid_api_key"/);
  });

  test('a body that announces more than 64 KiB is rejected before it is sent, with an Error object', async () => {
    const answer = await exchange(head('POST /v1/pets', key, json, 'Content-Length: 999999999'));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/);
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

  test('pipelined requests are answered in their order', async () => {
    const first = Array.from({ length: 20 }, (_, index) =>
      ['GET /livez HTTP/1.1', 'Host: petstore.test', `X-Request-Id: ${index}`, '', ''].join('\r\n'),
    );
    for (let round = 0; round < 4; round++) {
      const answers = await exchange(first.join('') + head('GET /livez', 'X-Request-Id: 20'));
      const ids = [...answers.matchAll(/X-Request-Id: (\d+)/gi)].map(([, id]) => Number(id));
      expect(ids).toEqual(Array.from({ length: 21 }, (_, index) => index));
    }
  });

  test('a client that pipelines reads to a busy server gets every response, at the latest when it resends them', async () => {
    let isOver = false;
    const load = Array.from({ length: 24 }, async () => {
      const connection = await Connection.open(server.url);
      while (!isOver) await connection.send({ path: '/v1/pets?limit=1' });
      connection.close();
    });
    const pipelined = Array.from({ length: 10 }, (_, index) =>
      ['GET /v1/pets HTTP/1.1', 'Host: petstore.test', key, ...(index === 9 ? ['Connection: close'] : []), '', ''].join(
        '\r\n',
      ),
    ).join('');
    try {
      for (let round = 0; round < 3; round++) {
        const answers: number[] = [];
        for (let attempt = 0; attempt < 30 && answers.at(-1) !== 10; attempt++) {
          answers.push(statuses(await exchange(pipelined)).length);
        }
        expect(answers.at(-1)).toBe(10);
      }
    } finally {
      isOver = true;
      await Promise.all(load);
    }
  });
});
