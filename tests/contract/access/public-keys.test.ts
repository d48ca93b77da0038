import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { operations } from '../../../src/catalogue/resources.ts';
import { inspectSecret } from '../../../src/lib/key-format.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, codeOf, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine, revocationDelayMs, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

/** Keys that stand in web pages: how they are made, and what they may call. Everybody can read them. */
let service: TestApp;

const site = 'https://shelter.example';
const draft = { name: 'cards', role: 'public', origins: [site] };

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    await service.post('/v1/listings', JSON.stringify({ name: 'Frank', categoryId: 3 }));
  });
  afterAll(() => service.close());

  test('a public key has a prefix of its own, and its web origins', async () => {
    const { create } = keyCalls(service);
    const response = await create(draft);
    expect(response.status).toBe(201);
    const { secret, ...key } = await bodyOf<Record<string, string>>(response);
    expect(key).toMatchObject({ role: 'public', scopes: ['listings:read'], origins: [site] });
    expect(secret).toMatch(/^pet_pub_prod_[0-9A-Za-z]{36}$/);
    expect(inspectSecret(secret ?? '')).toEqual({ kind: 'key', environment: 'production', isPublic: true });
    expect(key['hint']).toBe(`${secret?.slice(0, 17)}…`);
    const listed = await bodyOf<Record<string, unknown>[]>(await service.fetch('/v1/keys'));
    expect(listed.at(-1)).toEqual(key);
    // Other keys look as before.
    expect(Object.keys(listed[0] ?? {})).toEqual(['id', 'name', 'role', 'scopes', 'hint', 'status', 'createdAt']);
  });

  test('a repeated creation shows the same secret, and a rotation gives one of the same kind', async () => {
    const { create, rotate, revoke, get } = keyCalls(service);
    const again = { 'Idempotency-Key': 'public-key' };
    const [first, second] = [await create(draft, undefined, again), await create(draft, undefined, again)];
    expect([first.status, second.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    const made = await bodyOf<{ id: number; secret: string }>(first);
    expect(await bodyOf<object>(second)).toEqual(made);
    const listings = async (secret: string) => (await service.fetch('/v1/listings', { headers: as(secret) })).status;
    expect(await listings(made.secret)).toBe(200);
    const rotated = await bodyOf<{ secret: string }>(await rotate(made.id));
    expect(rotated.secret).toMatch(/^pet_pub_prod_/);
    expect(rotated).toMatchObject({ role: 'public', origins: [site] });
    expect([await listings(made.secret), await listings(rotated.secret)]).toEqual([200, 200]);
    expect((await revoke(made.id)).status).toBe(204);
    service.now += revocationDelayMs(engine);
    expect([await listings(made.secret), await listings(rotated.secret)]).toEqual([401, 401]);
    expect(await bodyOf<object>(await get(made.id))).toMatchObject({ status: 'revoked', origins: [site] });
  });

  describe('one client cannot use up its limit for everybody:', () => {
    let secret: string;
    let peer = '';
    const restart = (publicRateLimit: number, rateLimit: number) =>
      service.restart({ publicRateLimit, anonymous: { rateLimit, trustedProxies: [], peerOf: () => peer } });
    beforeAll(async () => {
      ({ secret } = await keyCalls(service).make(draft));
    });
    afterAll(() => service.restart({}));

    const listings = () => service.fetch('/v1/listings', { headers: as(secret) });
    const statusesFrom = async (...peers: string[]) => {
      const found: number[] = [];
      for (const one of peers) {
        peer = one;
        found.push((await listings()).status);
      }
      return found;
    };
    const one = '192.0.2.7';

    test('its address has a limit for all that it sends', async () => {
      restart(1_000, 3);
      // On PostgreSQL a key has to be known here before the address has reached its limit.
      expect((await service.fetch('/v1/listings')).status).toBe(200);
      expect(await statusesFrom(one, one, one, one, one)).toEqual([200, 200, 200, 429, 429]);
      // Requests with another key do not count for the address.
      expect((await service.fetch('/v1/listings')).status).toBe(200);
      expect(await statusesFrom('192.0.2.8')).toEqual([200]);
    });

    if (engine === sqlite) {
      // Where reads are synchronous, all of them are there before the first is counted.
      test('of its requests for facets one is counted and two wait, in turn with others', async () => {
        restart(1_000, 1_000);
        const ask = (query: string, headers: Record<string, string> = {}) =>
          service.fetch(`/v1/listings?${query}`, { headers: { ...headers, Prefer: 'count=facets' } });
        const askFrom = (from: string, query: string) => {
          peer = from;
          return ask(query, as(secret));
        };
        const statusesOf = async (responses: Promise<Response>[]) =>
          (await Promise.all(responses)).map(({ status }) => status);
        const queries = ['a', 'b', 'c', 'd', 'e'].map((tag) => `tag=${tag}`);
        const asked = queries.map((query) => askFrom('2001:db8:1:1::1', query));
        const others = [askFrom('2001:db8:1:2::1', 'tag=f'), askFrom(one, 'tag=g'), askFrom('127.0.0.1', 'tag=h')];
        expect(await statusesOf(asked)).toEqual([200, 200, 200, 429, 429]);
        expect(await statusesOf(others)).toEqual([429, 200, 200]);
        // Behind another key is a web site with many visitors.
        expect(await statusesOf(queries.map((query) => ask(query)))).toEqual([200, 200, 200, 200, 200]);
      });
    }

    onOneEngine(engine, () => {
      test('it has a tenth of the key, and what it sends beyond that does not count for the key', async () => {
        restart(30, 1_000);
        expect(await statusesFrom(one, one, one, one, one)).toEqual([200, 200, 200, 429, 429]);
        peer = '192.0.2.8';
        expect((await listings()).headers.get('RateLimit')).toStartWith('"default";r=26;');
        const { secret: other } = await keyCalls(service).make(draft);
        peer = one;
        expect((await service.fetch('/v1/listings', { headers: as(other) })).status).toBe(200);
      });

      test('all addresses of an IPv6 site count as one', async () => {
        restart(30, 1_000);
        const networks = [0, 1, 2, 3, 4].map((network) => `2001:db8:1:${network}::1`);
        expect(await statusesFrom(...networks, '2001:db8:2::1')).toEqual([200, 200, 200, 429, 429, 200]);
      });

      test('clients on the same machine, which may be those of a proxy, share nothing', async () => {
        restart(30, 2);
        expect(await statusesFrom(...Array(6).fill('127.0.0.1'))).toEqual(Array(6).fill(200));
        // Without limits by address there are no shares either.
        restart(30, 0);
        expect(await statusesFrom(...Array(6).fill(one))).toEqual(Array(6).fill(200));
      });
    });
  });

  onOneEngine(engine, () => {
    test('its origins must be named, and exact', async () => {
      const { create } = keyCalls(service);
      const refused = async (change: object) => (await refusalOf(await create({ ...draft, ...change }))).message;
      const origins = (list: unknown) => refused({ origins: list });
      expect(await refused({ origins: undefined })).toContain(
        'origins must be given with the role public; * allows every',
      );
      expect(await refused({ role: 'reader' })).toContain('origins must be given with the role public only.');
      expect(await refused({ role: undefined, scopes: ['listings:read'] })).toContain('with the role public only.');
      expect(await origins([])).toContain('origins');
      expect(await origins(['*', site])).toContain('origins must be * alone');
      expect(await origins([site, site])).toContain('origins');
      expect(await origins([site, `${site}/`])).toContain(
        `origins[1] must be a web origin as browsers send it, which would be ${site}.`,
      );
      expect(await origins([''])).toContain('origins[0] must');
      for (const list of [['*'], [site, 'http://localhost:5173']]) {
        expect((await create({ ...draft, origins: list })).status).toBe(201);
      }
      // A caller can give nothing that it lacks.
      const administrator = await service.makeKey('keys:admin');
      expect(await codeOf(await create(draft, administrator))).toBe('insufficient_scope');
    });

    test('it may call four operations and nothing else', async () => {
      const { secret } = await keyCalls(service).make(draft);
      const headers = { ...as(secret), 'Content-Type': 'application/json', 'Idempotency-Key': 'x' };
      const message =
        'This is a public API key, which may call only GET /v1/listings, GET /v1/listings/changes, GET /v1/listings/{petId}, GET /v1/shelter.';
      const allowed: string[] = [];
      for (const { id, method, path } of operations.filter(({ isSignIn }) => isSignIn !== true)) {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"name":"x","categoryId":1}' };
        const response = await service.fetch(`/v1${path.replaceAll(/\{\w+\}/g, '1')}`, { method, headers, ...body });
        if (response.status === 200) allowed.push(id);
        else
          expect([id, await refusalOf(response)]).toEqual([id, { status: 403, code: 'insufficient_scope', message }]);
      }
      expect(allowed).toEqual(['listListings', 'listListingChanges', 'getListing', 'getShelter']);
      for (const method of ['HEAD', 'OPTIONS']) {
        const { status } = await service.fetch('/v1/listings', { method, headers: as(secret) });
        expect([method, status]).toEqual([method, method === 'HEAD' ? 200 : 204]);
      }
      const stream = { ...as(secret), Accept: 'text/event-stream' };
      expect((await service.fetch('/v1/events', { headers: stream })).status).toBe(403);
      expect((await service.fetch('/metrics', { headers: as(secret) })).status).toBe(403);
      expect((await service.fetch(`/v1/listings?key=${secret}`, { headers: as('') })).status).toBe(401);
    });

    test('it is valid in its own environment only', async () => {
      const { secret } = await keyCalls(service).make(draft);
      const staging = service.startNode({ environment: 'staging' });
      const request = new Request('http://petstore.test/v1/listings', { headers: as(secret) });
      expect((await refusalOf(await staging.fetch(request))).message).toContain('This is a production key.');
    });

    test('it has a rate limit of its own', async () => {
      const { secret } = await keyCalls(service).make(draft);
      service.restart({ publicRateLimit: 2, rateLimit: 100 });
      const listings = (headers: Record<string, string>) => service.fetch('/v1/listings', { headers });
      const remaining = async () => (await listings(as(secret))).headers.get('RateLimit');
      expect([await remaining(), await remaining()]).toEqual(['"default";r=1;t=60', '"default";r=0;t=60']);
      // What other sites send does not count.
      expect((await listings({ ...as(secret), Origin: 'https://other.example' })).status).toBe(403);
      const limited = await listings(as(secret));
      expect([limited.status, limited.headers.get('RateLimit-Policy')]).toEqual([429, '"default";q=2;w=60']);
      expect((await listings({})).headers.get('RateLimit-Policy')).toBe('"default";q=100;w=60');
      service.restart({});
    });

    test('without a rate limit it is not told that of another key', async () => {
      const { secret } = await keyCalls(service).make(draft);
      for (const [limited, unlimited, settings] of [
        [{}, as(secret), { publicRateLimit: 0, rateLimit: 100 }],
        [as(secret), {}, { publicRateLimit: 100, rateLimit: 0 }],
      ] as const) {
        service.restart(settings);
        for (const path of ['/v1/listings', '/v1/listings/1']) {
          const policies = [];
          for (const headers of [limited, unlimited, limited, unlimited]) {
            policies.push((await service.fetch(path, { headers })).headers.get('RateLimit-Policy'));
          }
          expect([path, ...policies]).toEqual([path, '"default";q=100;w=60', null, '"default";q=100;w=60', null]);
        }
      }
      service.restart({});
    });
  });
});
