import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, codeOf, keyCalls } from '../../support/data/keys.ts';
import { engines, onOneEngine, revocationDelayMs } from '../../support/engines.ts';

/** Which pages of other origins may use a public key, and read what they get. */
let service: TestApp;
let own = '';

const site = 'https://shelter.example';
const partner = 'https://partner.example';
const operator = 'https://office.example';
const stranger = 'https://stranger.example';

const cors = ({ status, headers }: Response) => [
  status,
  headers.get('Access-Control-Allow-Origin'),
  headers.get('Vary')?.includes('Origin') ?? false,
];
const listings = async (key: string | undefined, origin?: string) =>
  cors(await service.fetch('/v1/listings', { headers: { ...as(key), ...(origin && { Origin: origin }) } }));
const preflight = (origin: string, path = '/v1/listings', method = 'GET') =>
  service.fetch(path, {
    method: 'OPTIONS',
    headers: { Authorization: '', Origin: origin, 'Access-Control-Request-Method': method },
  });
describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    // No key has origins yet: nothing is open, and responses do not depend on them.
    expect(await listings(undefined, site)).toEqual([200, null, false]);
    expect(cors(await preflight(site))).toEqual([401, null, false]);
    const { make } = keyCalls(service);
    own = (await make({ role: 'public', origins: [site] })).secret;
    await make({ role: 'public', origins: [partner, 'http://localhost:5173'] });
    // On PostgreSQL the origins are read again after this time.
    service.now += revocationDelayMs(engine);
  });
  afterAll(() => service.close());

  test('a page of another origin cannot, and can read why only if another key is for its origin', async () => {
    for (const [origin, allowed] of [
      [partner, partner],
      [stranger, null],
      ['null', null],
      [`${site}:8443`, null],
    ] as const) {
      const response = await service.fetch('/v1/listings', { headers: { ...as(own), Origin: origin } });
      expect(cors(response)).toEqual([403, allowed, true]);
      expect(await codeOf(response)).toBe('origin_not_allowed');
    }
  });

  test('a preflight is allowed for the origins of all keys, and for reading alone', async () => {
    for (const origin of [site, partner, 'http://localhost:5173']) {
      const response = await preflight(origin);
      expect(cors(response)).toEqual([204, origin, true]);
      expect(response.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD');
      expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
      expect(response.headers.get('Access-Control-Allow-Headers')).not.toContain('Idempotency-Key');
    }
    expect(cors(await preflight(stranger))).toEqual([401, null, false]);
    expect((await preflight(site, '/metrics')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    // OPTIONS without such a request is none.
    const options = { method: 'OPTIONS', headers: { Authorization: '', Origin: site } };
    expect((await service.fetch('/v1/listings', options)).status).toBe(401);
  });

  test('a key for all origins is for every page, until it ends', async () => {
    const { make, revoke } = keyCalls(service);
    const open = await make({ role: 'public', origins: ['*'] });
    service.now += revocationDelayMs(engine);
    expect(await listings(open.secret, stranger)).toEqual([200, stranger, true]);
    expect(await listings(own, stranger)).toEqual([403, stranger, true]);
    expect((await preflight(stranger)).status).toBe(204);
    expect((await revoke(open.id)).status).toBe(204);
    service.now += revocationDelayMs(engine);
    expect(await listings(open.secret, stranger)).toEqual([401, null, false]);
    expect((await preflight(stranger)).status).toBe(401);
  });

  test('responses do not leak between origins, and a program, which sends none, is no other origin', async () => {
    for (let round = 0; round < 3; round++) {
      expect(await listings(own, site)).toEqual([200, site, true]);
      expect(await listings(own)).toEqual([200, null, true]);
      expect(await listings(undefined)).toEqual([200, null, false]);
    }
  });

  onOneEngine(engine, () => {
    test('a page of an origin of the key can use it', async () => {
      const { headers } = await service.fetch('/v1/listings', { headers: { ...as(own), Origin: site } });
      expect(headers.get('Access-Control-Expose-Headers')).toContain('Link');
      expect(headers.get('Vary')).toBe('Accept, Accept-Encoding, Prefer, Origin');
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
      const same = { ...as(own), Origin: site, 'If-None-Match': headers.get('ETag') ?? '' };
      expect(cors(await service.fetch('/v1/listings', { headers: same }))).toEqual([304, site, true]);
    });

    test('a page learns that its key is wrong, but nothing that other keys see', async () => {
      expect(await listings(`${own}x`, site)).toEqual([401, site, true]);
      expect(await listings('', partner)).toEqual([401, partner, true]);
      expect(await listings(`${own}x`, stranger)).toEqual([401, null, false]);
      expect(await listings(undefined, site)).toEqual([200, null, false]);
      const refused = await service.fetch('/v1/pets', { headers: { ...as(own), Origin: site } });
      expect(cors(refused)).toEqual([403, site, true]);
      expect(await codeOf(refused)).toBe('insufficient_scope');
      const page = await service.fetch('/animals', { headers: { ...as(''), Origin: site } });
      expect(cors(page)).toEqual([200, null, false]);
    });

    test('origins of the operator stay as they are', async () => {
      service.restart({ corsOrigins: [operator] });
      expect(await listings(undefined, operator)).toEqual([200, operator, true]);
      expect(await listings(undefined, site)).toEqual([200, null, true]);
      expect(await listings(own, site)).toEqual([200, site, true]);
      // They are no origins of the key, but may read why.
      expect(await listings(own, operator)).toEqual([403, operator, true]);
      const full = await preflight(operator, '/v1/pets', 'POST');
      expect(full.headers.get('Access-Control-Allow-Methods')).toContain('DELETE');
      expect((await preflight(site)).headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD');
      service.restart({ corsOrigins: ['*'] });
      expect(await listings(own, site)).toEqual([200, '*', true]);
      expect(await listings(own, stranger)).toEqual([403, '*', true]);
      service.restart({});
    });
  });
});
