import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { engines, sqlite } from '../../support/engines.ts';
import { Connection, exchange as exchangeBytes, exchangeInTurn, exchangeWhen } from '../../support/http/connection.ts';
import { adminKey, startServer, type TestServer } from '../../support/process/server.ts';

/** Errors in the framing of a request, and the responses to them. */
let server: TestServer;

const exchange = (...parts: string[]) => exchangeBytes(server.url, ...parts);

const key = `Authorization: Bearer ${adminKey}`;
const post = (...headers: string[]) =>
  ['POST /v1/pets HTTP/1.1', 'Host: petstore.test', key, 'Content-Type: application/json', ...headers, '', ''].join(
    '\r\n',
  );
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

async function names(): Promise<string[]> {
  const pets = (await (await server.fetch('/v1/pets?limit=100')).json()) as { name: string }[];
  return pets.map(({ name }) => name);
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    server = await startServer({ engine });
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
      // On PostgreSQL the runtime rejects the trailers before the key has been looked up.
      if (engine === sqlite) expect(answer).toContain('"code":"malformed_request"');
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
});

test('a client that pipelines reads to a busy server gets every response, at the latest when it resends them', async () => {
  server = await startServer();
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
    for (let round = 0; round < 10; round++) {
      const answers: number[] = [];
      for (let attempt = 0; attempt < 30 && answers.at(-1) !== 10; attempt++) {
        answers.push(statuses(await exchange(pipelined)).length);
      }
      expect(answers.at(-1)).toBe(10);
    }
  } finally {
    isOver = true;
    await Promise.all(load);
    await server.stop();
  }
});
