import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { PublicPageSettings } from '../../../src/adopt/look.ts';
import { startApp } from '../../support/app.ts';
import { publicPage } from '../../support/browser/public-page.ts';
import { bodyOf } from '../../support/http/body.ts';

const address = 'https://pets.example.org/petstore';

const service = await startApp();
afterAll(() => service.close());

describe('a service whose public address has a path', () => {
  beforeAll(() => service.restart({ origin: address, urls: { production: address, staging: undefined } }));

  const exchange = async (path: string) => {
    const response = await service.fetch(path);
    const [etag, type] = ['ETag', 'Content-Type'].map((name) => response.headers.get(name));
    return { status: response.status, etag, type, text: await response.text() };
  };

  test.each(['/', '/animals', '/animals/42', '/docs', '/openapi.json', '/livez', '/readyz', '/v1/pets', '/nothing'])(
    'answers the same at %s whether the proxy has removed the path or not',
    async (path) => {
      const stripped = await exchange(path);
      expect(await exchange(`/petstore${path}`)).toEqual(stripped);
      expect(stripped.status).toBe(path === '/nothing' ? 404 : 200);
    },
  );

  test('has the path in links and locations, and in the document', async () => {
    const created = await service.post('/petstore/v1/pets', '{"name":"Frank","categoryId":1}');
    const { id } = await bodyOf<{ id: number }>(created);
    expect([created.status, created.headers.get('Location')]).toEqual([201, `${address}/v1/pets/${id}`]);
    await service.post('/v1/pets', '{"name":"Grace","categoryId":1}');
    const list = await service.fetch('/petstore/v1/pets?limit=1');
    expect(list.headers.get('Link')).toStartWith(`<${address}/v1/pets?limit=1&cursor=`);
    const { servers } = await bodyOf<{ servers: object[] }>(await service.fetch('/openapi.json'));
    expect(servers).toEqual([{ url: `${address}/v1`, description: 'Production' }]);
  });

  test('leads from its address without a slash at the end to the console', async () => {
    const { status, headers } = await service.fetch('/petstore');
    expect([status, headers.get('Location')]).toEqual([308, `${address}/`]);
  });

  test('answers a person who mistypes an address with a page, and a program with an error', async () => {
    const exchanges = async (publicPage?: PublicPageSettings) => {
      service.restart({ publicPage });
      const typed = ['text/html,*/*;q=0.8', 'application/json', '*/*'].map((Accept) =>
        service.fetch('/animls/7', { headers: { Accept, Authorization: '' } }),
      );
      return (await Promise.all(typed)).map(({ status, headers }) => `${status} ${headers.get('Content-Type')}`);
    };
    const page = '404 text/html; charset=utf-8';
    const error = '404 application/json';
    expect([await exchanges(), await exchanges(publicPage)]).toEqual([
      [page, error, error],
      [page, error, error],
    ]);
  });

  test.each(['/petstores/animals', '/petstore/petstore/animals', '/other/animals'])('has nothing at %s', async (path) =>
    expect((await exchange(path)).status).toBe(404),
  );

  test('knows its path in percent-encoding', async () => {
    service.restart({ origin: 'https://pets.example.org/a/%D0%BF%20x' });
    expect((await service.fetch('/a/%d0%bf%20x/v1/pets')).status).toBe(200);
    expect((await service.fetch('/a/%d0%bf%20x/animals')).status).toBe(200);
  });

  test('takes no path of its own for the one that a proxy has left', async () => {
    service.restart({ origin: 'https://pets.example.org/animals' });
    expect((await service.fetch('/animals')).status).toBe(200);
    expect((await service.fetch('/animals/42')).status).toBe(200);
    expect((await service.fetch('/animals/v1/pets')).headers.get('Content-Type')).toStartWith('text/html');
  });
});

describe('a service without a public address', () => {
  const listener = 'http://127.0.0.1:8080';
  const start = (peer = '10.0.0.1', origin = listener) => {
    service.logged.length = 0;
    service.restart({
      origin,
      addressCheck: { variable: 'PETSTORE_URL', trustedProxies: ['10.0.0.0/8'], peerOf: () => peer },
    });
  };
  beforeEach(() => start());
  const warnings = () => service.logged.filter((line) => line.includes('PETSTORE_URL'));
  /** The number of warnings after a request. */
  const send = async (path: string, headers: Record<string, string>) => {
    await (await service.fetch(path, { headers })).arrayBuffer();
    return warnings().length;
  };

  test('says once that clients use another one', async () => {
    for (const path of ['/v1/pets', '/', '/docs', '/v1/pets']) {
      expect(await send(path, { Host: 'pets.example.org' })).toBe(1);
    }
    expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({
      level: 'warn',
      event: 'clients use another address than links in responses have; set PETSTORE_URL to it',
      host: 'pets.example.org',
      links: listener,
    });
  });

  test('says so for three, so that no client can hide the one that matters', async () => {
    const hosts = ['evil.example', 'pets.example.org', 'evil.example', 'pets.example.org:8443', 'other.example'];
    const counts: number[] = [];
    for (const host of hosts) counts.push(await send('/', { Host: host }));
    expect(counts).toEqual([1, 2, 2, 3, 3]);
  });

  test.each(['/', '/docs', '/v1/pets'])('says so at %s', async (path) => {
    expect(await send(path, { Host: 'pets.example.org' })).toBe(1);
  });

  test('is silent where links can be followed, and about probes', async () => {
    const silent: [path: string, host: string][] = [
      ['/', '127.0.0.1:8080'],
      ['/v1/pets', 'localhost:8080'],
      ['/v1/pets', '[::1]:8080'],
      ['/livez', 'node1:8080'],
      ['/readyz', 'node1:8080'],
      ['/readyz/writes', 'node1:8080'],
      ['/metrics', 'node1:8080'],
    ];
    for (const [path, host] of silent) expect([host, await send(path, { Host: host })]).toEqual([host, 0]);
    expect(await send('/', { Host: 'localhost:9000' })).toBe(1);
    start(undefined, 'https://127.0.0.1');
    expect(await send('/', { Host: '127.0.0.1:443' })).toBe(0);
  });

  test('believes X-Forwarded-Host of trusted proxies alone', async () => {
    const headers = { Host: '127.0.0.1:8080', 'X-Forwarded-Host': 'pets.example.org, inner.example.org' };
    start('192.0.2.1');
    expect(await send('/', headers)).toBe(0);
    start();
    expect(await send('/', { ...headers, 'X-Forwarded-Host': 'no host' })).toBe(0);
    expect(await send('/', headers)).toBe(1);
    expect(warnings()[0]).toContain('"host":"pets.example.org"');
  });

  test('looks only at the first thousand requests to the API, and at every page', async () => {
    for (let count = 0; count < 1_000; count++) await send('/v1/pets', { Host: 'localhost:8080' });
    expect(await send('/v1/pets', { Host: 'pets.example.org' })).toBe(0);
    expect(await send('/', { Host: 'pets.example.org' })).toBe(1);
  });
});
