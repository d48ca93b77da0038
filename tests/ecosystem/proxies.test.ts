import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makePng } from '../support/data/images.ts';
import { bodyOf } from '../support/http/body.ts';
import { exchangeOverTls, haproxy, nginx, type RunningProxy } from '../support/http/reverse-proxies.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';

/** The configurations of docs/proxies.md, with what the runtime of the service does not do by itself. */

const key = `Authorization: Bearer ${adminKey}`;
const close = 'Connection: close';
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: pets.example.org', key, ...headers, '', ''].join('\r\n');
const post = (...headers: string[]) => head('POST /v1/pets', 'Content-Type: application/json', ...headers);
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
const animal = (name: string) => `{"name":"${name}","categoryId":1}`;
const sized = (name: string, ...headers: string[]) =>
  post(`Content-Length: ${animal(name).length}`, ...headers) + animal(name);
const chunked = (name: string, trailers: string, ...headers: string[]) =>
  `${post('Transfer-Encoding: chunked', close, ...headers)}${animal(name).length.toString(16)}\r\n${animal(name)}\r\n0\r\n${trailers}\r\n`;

const proxies = [nginx, haproxy];
for (const { name, program } of proxies) {
  if (program === null) process.stderr.write(`${name} is not installed, so its configuration is not tested\n`);
}

describe.each(proxies)('behind $name', (kind) => {
  const isInstalled = kind.program !== null;
  let server: TestServer;
  let proxy: RunningProxy;
  beforeAll(async () => {
    if (!isInstalled) return;
    server = await startServer();
    proxy = await kind.start([server.url]);
  });
  afterAll(async () => {
    if (!isInstalled) return;
    await proxy.stop();
    await server.stop();
  });

  const exchange = (text: string, options = {}) => exchangeOverTls(proxy.port, text, options);
  /** What curl prints of a response over HTTP/2. Its input is larger than nginx accepts. */
  const curl = (path: string, ...options: string[]) => {
    const command = ['curl', '-sk', '--http2', '-H', key, ...options, `https://127.0.0.1:${proxy.port}${path}`];
    return String(Bun.spawnSync(command, { stdin: Buffer.alloc(25_000_000) }).stdout);
  };
  const namesLike = async (prefix: string) => {
    const pets = (await (await server.fetch('/v1/pets?limit=100')).json()) as { name: string }[];
    return pets.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };
  /** An Error object with the status of its response, whoever has made it. */
  const expectError = (answer: string, status: number, code: string) => {
    expect(statuses(answer)).toEqual([status]);
    expect(answer).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({ code, message: expect.any(String), status });
  };

  test.if(isInstalled)('a request is answered over HTTP/1.1 and HTTP/2', async () => {
    expect(statuses(await exchange(head('GET /v1/pets', close)))).toEqual([200]);
    expect(curl('/v1/pets', '-o', '/dev/null', '-w', '%{http_version} %{http_code}')).toBe('2 200');
  });

  test.if(isInstalled)('plain HTTP leads to HTTPS, with method and query', async () => {
    const plain = `http://127.0.0.1:${proxy.plainPort}/v1/pets?limit=1`;
    const { status, headers } = await fetch(plain, {
      method: 'POST',
      headers: { Host: 'pets.example.org' },
      redirect: 'manual',
    });
    expect([status, headers.get('Location')]).toEqual([308, 'https://pets.example.org/v1/pets?limit=1']);
  });

  test.if(isInstalled)('a body with trailers is either accepted or refused, and done accordingly', async () => {
    for (const [name, trailers, announced] of [
      ['Trailers none', '', []],
      ['Trailers announced', 'X-T: 1\r\n', ['Trailer: X-T']],
      ['Trailers unannounced', 'X-T: 1\r\n', []],
    ] as const) {
      const answer = await exchange(chunked(name, trailers, ...announced));
      const isAccepted = statuses(answer)[0] === 201;
      if (!isAccepted) expectError(answer, 400, 'malformed_request');
      expect([name, (await namesLike(name)).length]).toEqual([name, isAccepted ? 1 : 0]);
    }
    expect(await namesLike('Trailers none')).toHaveLength(1);
  });

  test.if(isInstalled)('a malformed request gets an Error object', async () => {
    const get = head('GET /v1/pets', close);
    const twoHosts = get.replace('Host:', 'Host: b.example\r\nHost:');
    for (const malformed of [twoHosts, get.replace('pets.example.org', 'a b'), 'hello\r\n\r\n']) {
      const answer = await exchange(malformed);
      // HAProxy has a page of its own for what it cannot parse, which no setting replaces.
      if (kind === nginx) expectError(answer, 400, 'malformed_request');
      expect(statuses(answer)).toEqual([400]);
    }
    const large = head('GET /v1/pets', close, `X-Large: ${'x'.repeat(15_000)}`);
    expectError(await exchange(large), 400, 'malformed_request');
    expectError(await exchange(head('FOO /v1/pets', close)), 405, 'method_not_allowed');
  });

  test.if(isInstalled)('a body that is too large gets its 413, never a 502', async () => {
    for (const size of [70_000, 300_000, 1_000_000]) {
      for (let round = 0; round < 10; round++) {
        const answer = await exchange(post(`Content-Length: ${size}`, close) + 'x'.repeat(size));
        expectError(answer, 413, 'payload_too_large');
      }
    }
    if (kind !== nginx) return;
    // More than nginx accepts, over HTTP/2.
    for (const [path = '', mediaType] of [
      ['/v1/pets', 'application/json'],
      ['/v1/pets/1/photos', 'image/png'],
    ]) {
      const answer = curl(path, '-H', `Content-Type: ${mediaType}`, '--data-binary', '@-');
      expect(JSON.parse(answer)).toMatchObject({ code: 'payload_too_large', status: 413 });
    }
  });

  test.if(isInstalled)(
    "photos of 20 MB are accepted, and the service's reasons for refusing others arrive",
    async () => {
      const { id } = await bodyOf(await server.send('POST', '/v1/pets', animal('Photographed')));
      const upload = async (image: Buffer) => {
        const response = await fetch(`https://127.0.0.1:${proxy.port}/v1/pets/${id}/photos`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${adminKey}`, 'Content-Type': 'image/png' },
          body: new Uint8Array(image),
          tls: { rejectUnauthorized: false },
        });
        return [response.status, ((await response.json()) as { code?: string }).code];
      };
      // A decoder ignores what comes after the image.
      const padded = (size: number) => Buffer.concat([makePng(40, 30, (x, y) => [x, y, 90]), Buffer.alloc(size)], size);
      const huge = padded(1_000);
      huge.writeUInt32BE(10_000, 16);
      huge.writeUInt32BE(10_000, 20);
      expect(await upload(padded(20_000_000))).toEqual([201, undefined]);
      expect(await upload(padded(20_000_001))).toEqual([413, 'payload_too_large']);
      expect(await upload(huge)).toEqual([413, 'image_too_large']);
    },
  );

  test.if(isInstalled)('a client that closes its sending half gets its response', async () => {
    const answer = await exchange(sized('Half'), { isHalfClosed: true });
    expect(statuses(answer)).toEqual([201]);
    expect(await namesLike('Half')).toHaveLength(1);
  });

  test.if(isInstalled)('pipelined requests are all carried out and answered, in their order', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Pipelined ${index}`);
    const answer = await exchange(names.map((name) => sized(name)).join('') + head('GET /v1/pets', close));
    expect(statuses(answer)).toEqual([...names.map(() => 201), 200]);
    expect([...answer.matchAll(/"name":"(Pipelined \d)"/g)].slice(0, 10).map(([, name]) => name)).toEqual(names);
  });

  test.if(isInstalled)('an event stream is not buffered', async () => {
    const stream = await fetch(`https://127.0.0.1:${proxy.port}/v1/events`, {
      headers: { Authorization: `Bearer ${adminKey}`, Accept: 'text/event-stream' },
      tls: { rejectUnauthorized: false },
    });
    const reader = stream.body?.getReader();
    let received = '';
    const readUntil = async (text: string) => {
      while (!received.includes(text)) received += new TextDecoder().decode((await reader?.read())?.value);
    };
    await readUntil('id:');
    await server.send('POST', '/v1/pets', animal('Streamed'));
    await readUntil('"name":"Streamed"');
    await reader?.cancel();
    expect(received).toContain('event: pet.created');
  });
});

describe.each(proxies)('at a path of $name', (kind) => {
  test.if(kind.program !== null)('the pages, their scripts and the API are found', async () => {
    const address = 'https://pets.example.org/petstore';
    const server = await startServer({ env: { PETSTORE_URL: address } });
    const proxy = await kind.start([server.url], '/petstore');
    const root = `https://127.0.0.1:${proxy.port}`;
    const get = (url: string) =>
      fetch(url, {
        headers: { Host: 'pets.example.org', Authorization: `Bearer ${adminKey}` },
        redirect: 'manual',
        tls: { rejectUnauthorized: false },
      });

    for (const path of ['/petstore/', '/petstore/animals', '/petstore/animals/42', '/petstore/docs']) {
      const page = await get(root + path);
      const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
      const { status, headers } = await get(new URL(script, root + path).href);
      expect([path, page.status, status]).toEqual([path, 200, 200]);
      expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    }
    const bare = await get(`${root}/petstore`);
    expect([301, 308]).toContain(bare.status);
    expect(new URL(bare.headers.get('Location') ?? '').pathname).toBe('/petstore/');
    for (const name of ['One', 'Two']) await server.send('POST', '/v1/pets', animal(name));
    const list = await get(`${root}/petstore/v1/pets?limit=1`);
    expect(list.status).toBe(200);
    expect(list.headers.get('Link')).toStartWith(`<${address}/v1/pets?limit=1&cursor=`);
    expect((await get(`${root}/v1/pets`)).status).toBeGreaterThanOrEqual(404);
    await proxy.stop();
    await server.stop();
  });
});
