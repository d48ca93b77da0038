import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, keyCalls } from '../../support/data/keys.ts';

const gzip = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const codingOf = ({ headers }: Response) => headers.get('Content-Encoding');
const tagOf = ({ headers }: Response) => headers.get('ETag') ?? '';
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const unpack = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(Bun.gunzipSync(bytes));

describe('long pages of listings', () => {
  let service: TestApp;
  const read = (headers: Record<string, string>, path = '/v1/listings?limit=50', method = 'GET') =>
    service.fetch(path, { method, headers });

  beforeAll(async () => {
    service = await startApp();
    const json = { 'Content-Type': 'application/json' };
    for (let index = 0; index < 60; index++) {
      const profile = { description: `The ${index}. animal is calm, and loves children and dogs.` };
      const body = JSON.stringify({ name: `Animal ${index}`, categoryId: 3, profile });
      expect((await service.fetch('/v1/listings', { method: 'POST', headers: json, body })).status).toBe(201);
    }
  });
  afterAll(() => service.close());

  test.each([{}, { Prefer: 'int64=string' }, { Prefer: 'count=facets' }])(
    'are compressed for who accepts that, and say so: with %j',
    async (preference: Record<string, string>) => {
      for (let round = 0; round < 3; round++) {
        const [plain, compressed] = [await read(preference), await read({ ...preference, ...gzip })];
        expect([plain, compressed].map(({ status }) => status)).toEqual([200, 200]);
        expect([plain, compressed].map(codingOf)).toEqual([null, 'gzip']);
        const vary = 'Accept, Accept-Encoding, Prefer';
        expect([plain, compressed].map(({ headers }) => headers.get('Vary'))).toEqual([vary, vary]);
        for (const name of ['Content-Type', 'Link', 'Preference-Applied', 'X-Total-Count']) {
          expect(compressed.headers.get(name)).toBe(plain.headers.get(name));
        }
        const text = await plain.text();
        expect(text.length).toBeGreaterThan(10_000);
        const bytes = await bytesOf(compressed);
        expect(unpack(bytes)).toBe(text);
        expect(bytes.length).toBeLessThan(text.length / 5);
      }
    },
  );

  test('are not for who does not accept that', async () => {
    for (const accepted of ['', 'br', 'identity, gzip;q=0.5']) {
      const response = await read({ 'Accept-Encoding': accepted });
      expect([accepted, codingOf(response), tagOf(response)]).toEqual([accepted, null, tagOf(await read({}))]);
      expect(await response.json()).toHaveLength(50);
    }
  });

  test('short ones, and what other operations return, are not', async () => {
    for (const path of ['/v1/listings?limit=1', '/v1/pets?limit=100', '/v1/listings/1', '/v1/keys/self']) {
      expect(codingOf(await read(gzip, path))).toBeNull();
    }
  });

  test('have an ETag for either form, by which each is found unchanged', async () => {
    const tags = [tagOf(await read({})), tagOf(await read(gzip))];
    const statuses = async (header: string) => {
      const asked = tags.flatMap((tag) => [{ [header]: tag }, { ...gzip, [header]: tag }]);
      return await Promise.all(asked.map(async (headers) => (await read(headers)).status));
    };
    const [plain = ''] = tags;
    expect(tags).toEqual([plain, plain.replace(/"$/, '-gzip"')]);
    expect(tagOf(await read({ ...gzip, Prefer: 'int64=string' }))).toBe(plain.replace(/"$/, '-int64-gzip"'));
    // Each plain, then compressed.
    expect(await statuses('If-None-Match')).toEqual([304, 200, 200, 304]);
    expect(await statuses('If-Match')).toEqual([200, 412, 412, 200]);
    const unchanged = await read({ ...gzip, 'If-None-Match': `"other", W/${tags[1]}` });
    expect([unchanged.status, tagOf(unchanged), await unchanged.text()]).toEqual([304, tags[1] ?? '', '']);
    expect(unchanged.headers.get('Vary')).toBe('Accept, Accept-Encoding, Prefer');
  });

  test('answer HEAD as GET', async () => {
    const [head, get] = [await read(gzip, undefined, 'HEAD'), await read(gzip)];
    expect([head.status, codingOf(head), tagOf(head)]).toEqual([200, 'gzip', tagOf(get)]);
  });

  test('are compressed for public keys, too', async () => {
    const origin = 'https://adopt.example';
    const { secret } = await keyCalls(service).make({ role: 'public', origins: [origin] });
    const response = await read({ ...as(secret), ...gzip, Origin: origin });
    expect(codingOf(response)).toBe('gzip');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding, Prefer, Origin');
    expect(JSON.parse(unpack(await bytesOf(response)))).toHaveLength(50);
  });
});
