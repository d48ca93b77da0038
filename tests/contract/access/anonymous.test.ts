import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { createKeyByOperator } from '../../../src/access/keys/rules.ts';
import { hashSecret } from '../../../src/lib/key-format.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';

const limit = 4;
const minute = 60_000;
const anonymous = { Authorization: '' };
const unknownKey = () => issueSecret('production').secret;

describe.each(engines)('on $name, requests without a valid key', (engine) => {
  let service: TestApp;
  let peer = '';
  let timeouts: number[] = [];
  const started = startApp(
    {
      anonymous: { rateLimit: limit, trustedProxies: ['10.0.0.0/8'], peerOf: () => peer },
      setIdleTimeout: (_, seconds) => void timeouts.push(seconds),
    },
    engine,
  );
  beforeEach(async () => {
    service = await started;
    // Ends all windows.
    service.now += 2 * minute;
    peer = '192.0.2.7';
    timeouts = [];
    // Makes the admin's key recently valid.
    expect(await statusOf('/v1/pets')).toBe(200);
  });
  afterAll(() => service.close());

  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await service.fetch(path, { headers })).status;
  const exhaust = async () => {
    for (let used = 0; used < limit; used++) expect(await statusOf('/v1/pets', anonymous)).toBe(401);
  };

  test('are limited by address, with the usual error body', async () => {
    await exhaust();
    const response = await service.fetch('/v1/pets', { headers: anonymous });
    expect(response.status).toBe(429);
    expect(response.headers.get('Retry-After')).toBe('60');
    const message = expect.stringContaining('from this address');
    expect(await bodyOf<object>(response)).toEqual({ code: 'rate_limited', message, status: 429 });
    // Requests with a key do not count, and each address has its own limit.
    expect(await statusOf('/v1/pets')).toBe(200);
    peer = '192.0.2.8';
    expect(await statusOf('/v1/pets', anonymous)).toBe(401);
    peer = '192.0.2.7';
    service.now += minute - 1;
    expect(await statusOf('/v1/pets', anonymous)).toBe(429);
    service.now += 1;
    expect(await statusOf('/v1/pets', anonymous)).toBe(401);
  });

  test('count on every path except probes', async () => {
    const paths = ['/animals', '/nowhere', '/v1/pets', '/metrics'];
    for (const path of paths) expect(await statusOf(path, anonymous)).toBeLessThan(429);
    for (const path of [...paths, '/', '/docs']) expect([path, await statusOf(path, anonymous)]).toEqual([path, 429]);
    const probes = ['/livez', '/readyz', '/readyz/reads', '/readyz/writes'];
    for (const path of probes) expect([path, await statusOf(path, anonymous)]).toEqual([path, 200]);
    expect(await statusOf('/metrics')).toBe(200);
  });

  test('do not block a key that was recently valid, whatever the address has sent', async () => {
    const [reader, other] = [await service.makeKey('reader'), await service.makeKey('reader')];
    expect(await statusOf('/v1/pets', as(reader))).toBe(200);
    await exhaust();
    expect(await statusOf('/v1/pets', as(unknownKey()))).toBe(429);
    expect(await statusOf('/v1/pets', as(reader))).toBe(200);
    // Also when it must be looked up again.
    service.now += 1_000;
    expect(await statusOf('/v1/pets', as(reader))).toBe(200);
    // Where a look-up is a query, a key that was not used here recently is limited, too.
    expect(await statusOf('/v1/pets', as(other))).toBe(engine === sqlite ? 200 : 429);
  });

  test('do not block a new key, and one whose secret was rejected before works within half a second', async () => {
    expect(await statusOf('/v1/pets', as(await service.makeKey('reader')))).toBe(200);
    const secret = unknownKey();
    expect(await statusOf('/v1/pets', as(secret))).toBe(401);
    const createdAt = BigInt(service.now);
    const key = { name: 'late', grants: 'reader', hint: 'pet_prod_', secretHash: hashSecret(secret), createdAt };
    await service.store.write(createKeyByOperator, { ...key, expiresAt: null });
    // Cached where changes are not announced, so that repeating a rejected key costs no query.
    expect(await statusOf('/v1/pets', as(secret))).toBe(engine === sqlite ? 200 : 401);
    service.now += 500;
    expect(await statusOf('/v1/pets', as(secret))).toBe(200);
  });

  onOneEngine(engine, () => {
    test('are told what is wrong with their key', async () => {
      const secret = unknownKey();
      const changed = secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
      for (const [key, message] of [
        [secret, 'Unknown API key.'],
        [changed, 'Malformed API key: checksum mismatch.'],
        [issueSecret('staging').secret, 'This is a staging key. This service accepts production keys only.'],
      ] as const) {
        const refused = await refusalOf(await service.fetch('/v1/pets', { headers: as(key) }));
        expect(refused).toEqual({ status: 401, code: 'invalid_api_key', message });
      }
    });

    test('are those with one that is sent twice, but not those whose scheme is in another case', async () => {
      const secret = await service.makeKey('reader');
      expect(await statusOf('/v1/pets', as(`${secret}, Bearer ${secret}`))).toBe(401);
      expect(await statusOf('/v1/pets', { Authorization: `bEARER ${secret}` })).toBe(200);
    });

    test('get a short connection timeout when they are answered', async () => {
      await statusOf('/animals', anonymous);
      await statusOf('/v1/pets', anonymous);
      await statusOf('/v1/pets');
      expect(timeouts.filter((seconds) => seconds === 15)).toHaveLength(2);
    });

    test('are not limited from the same machine', async () => {
      peer = '127.0.0.1';
      for (let count = 0; count < 3 * limit; count++) expect(await statusOf('/v1/pets', anonymous)).toBe(401);
      expect(timeouts).not.toContain(15);
    });

    test('are limited by the address that a trusted proxy reports', async () => {
      peer = '10.0.0.1';
      const from = (client: string) => statusOf('/v1/pets', { ...anonymous, 'X-Forwarded-For': client });
      for (let count = 0; count < limit; count++) expect(await from('203.0.113.5')).toBe(401);
      expect(await from('203.0.113.5')).toBe(429);
      expect(await from('198.51.100.9, 203.0.113.5')).toBe(429);
      expect(await from('203.0.113.6')).toBe(401);
    });

    test('are limited together where a proxy does not tell their addresses, also one on the same machine', async () => {
      service.restart({ anonymous: { rateLimit: limit, trustedProxies: ['127.0.0.1'], peerOf: () => '127.0.0.1' } });
      const statuses: number[] = [];
      for (const hop of ['unknown', '_hidden', 'unknown', '10.0.0', 'unknown', '_hidden']) {
        statuses.push(await statusOf('/v1/pets', { ...anonymous, 'X-Forwarded-For': hop }));
      }
      expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
      expect(await statusOf('/v1/pets', { ...anonymous, 'X-Forwarded-For': '203.0.113.5' })).toBe(401);
      service.restart({});
    });

    test('of all networks of an IPv6 site are limited to what two of them may send', async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 2 * limit + 2; count++) {
        peer = `2001:db8:7:${count % 5}::1`;
        statuses.push(await statusOf('/v1/pets', anonymous));
      }
      expect(statuses).toEqual([...Array(2 * limit).fill(401), 429, 429]);
      peer = '2001:db8:8::1';
      expect(await statusOf('/v1/pets', anonymous)).toBe(401);
    });

    const told = { 'X-Forwarded-For': '203.0.113.5' };
    test.each([
      ['their proxy is not trusted', '192.0.2.7', {}, told, 'PETSTORE_TRUSTED_PROXIES'],
      [
        'their proxy is on the same machine, where they are not limited',
        '127.0.0.1',
        {},
        told,
        'PETSTORE_TRUSTED_PROXIES',
      ],
      ['their trusted proxy does not tell whose they are', '10.0.0.1', told, {}, 'without X-Forwarded-For'],
    ])('cause one warning if %s', async (_, from, good, bad, warning) => {
      service.restart({});
      service.logged.length = 0;
      peer = from;
      await statusOf('/v1/pets', { ...anonymous, ...good });
      expect(service.logged).toEqual([]);
      for (let count = 0; count < 3; count++) await statusOf('/v1/pets', { ...anonymous, ...bad });
      expect(service.logged.filter((line) => line.includes(warning))).toHaveLength(1);
    });
  });
});
