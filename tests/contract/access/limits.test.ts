import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { startApp } from '../../support/app.ts';
import { as } from '../../support/data/keys.ts';

const service = await startApp();
afterAll(() => service.close());
afterEach(() => service.restart({}));

describe('the rate limit', () => {
  test('counts each key separately and returns how many requests are left', async () => {
    service.restart({ rateLimit: 3 });
    const other = as(await service.makeKey('reader'));
    const seen = [];
    for (let call = 0; call < 4; call++) {
      const { status, headers } = await service.fetch('/v1/pets');
      seen.push([status, headers.get('RateLimit-Policy'), headers.get('RateLimit'), headers.get('Retry-After')]);
      service.now += 1_000;
    }
    expect(seen).toEqual([
      [200, '"default";q=3;w=60', '"default";r=2;t=60', null],
      [200, '"default";q=3;w=60', '"default";r=1;t=59', null],
      [200, '"default";q=3;w=60', '"default";r=0;t=58', null],
      [429, '"default";q=3;w=60', '"default";r=0;t=57', '57'],
    ]);
    expect((await service.fetch('/v1/pets', { headers: other })).status).toBe(200);
    service.now += 56_000;
    expect((await service.fetch('/v1/pets')).status).toBe(200);
  });

  test('is off by default', async () => {
    expect((await service.fetch('/v1/pets')).headers.get('RateLimit')).toBeNull();
  });
});

describe('cross-origin access', () => {
  const page = 'https://shelter.example';
  const preflight = {
    method: 'OPTIONS',
    headers: { Authorization: '', Origin: page, 'Access-Control-Request-Method': 'POST' },
  };

  test('is open to an allowed origin alone, whose preflight needs no key', async () => {
    service.restart({ corsOrigins: [page] });
    const asked = await service.fetch('/v1/pets', preflight);
    expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, page]);
    expect(asked.headers.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
    const { headers } = await service.fetch('/v1/pets', { headers: { Origin: page } });
    expect([headers.get('Access-Control-Allow-Origin'), headers.get('Vary')]).toEqual([page, 'Prefer, Origin']);
    expect(headers.get('Access-Control-Expose-Headers')).toContain('Link');
    const other = await service.fetch('/v1/pets', { headers: { Origin: 'https://evil.example' } });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(other.headers.get('Vary')).toBe('Prefer, Origin');
    const refused = await service.fetch('/v1/pets', { headers: { Origin: page, Authorization: '' } });
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([401, page]);
  });

  test('is closed by default', async () => {
    expect((await service.fetch('/v1/pets', preflight)).status).toBe(401);
    expect((await service.fetch('/v1/pets', { headers: { Origin: page } })).headers.get('Vary')).toBe('Prefer');
  });

  test('can be open to all origins', async () => {
    service.restart({ corsOrigins: ['*'] });
    const { headers } = await service.fetch('/v1/pets', { headers: { Origin: page } });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});

test('the access log has one line per request, with its outcome and without its secrets', async () => {
  service.restart({ isAccessLogged: true });
  service.logged.length = 0;
  const response = await service.fetch('/v1/pets?api_key=hush', { headers: { Prefer: 'x' } });
  const [line = ''] = service.logged;
  expect(service.logged).toHaveLength(1);
  expect(JSON.parse(line)).toMatchObject({
    event: 'request',
    requestId: response.headers.get('X-Request-Id'),
    method: 'GET',
    path: '/v1/pets',
    operation: 'listPets',
    status: 400,
    keyId: '1',
  });
  expect(line).not.toMatch(/hush|clientAddress/);
  const anonymous = { rateLimit: 9, trustedProxies: ['10.0.0.0/8'], peerOf: () => '10.0.0.1' };
  service.restart({ isAccessLogged: true, anonymous, isClientAddressLogged: true });
  await service.fetch('/v1/pets', { headers: { 'X-Forwarded-For': '203.0.113.9, 2001:db8:1:2::3' } });
  expect(JSON.parse(service.logged.at(-1) ?? '')).toMatchObject({ clientAddress: '2001:db8:1:2::3' });
});
