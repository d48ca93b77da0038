import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isPublic, roles, scopes } from '../../../contract/scopes.ts';
import { createKeyByOperator } from '../../../src/access/keys/rules.ts';
import { findKeys } from '../../../src/access/keys/sql.ts';
import { inspectSecret } from '../../../src/lib/key-format.ts';
import { issueSecret } from '../../../src/server/admin-key.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, askAs, codeOf, iso, type KeyBody, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';

let service: TestApp;
let keys: ReturnType<typeof keyCalls>;

const dayMs = 24 * 60 * 60 * 1_000;
const list = (secret: string) => service.fetch('/v1/pets', { headers: as(secret) });

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  describe('a new key', () => {
    test('with a role is shown once with its secret, and has the scopes of the role', async () => {
      const made = await keys.create({ name: 'web site', role: 'reader', expiresAt: '2026-06-01T02:00:00+02:00' });
      const text = await made.text();
      const { secret, ...rest } = JSON.parse(text) as KeyBody;
      expect([made.status, made.headers.get('Cache-Control')]).toEqual([201, 'no-store']);
      expect(rest).toEqual({
        id: expect.any(Number),
        name: 'web site',
        role: 'reader',
        scopes: [...roles.reader],
        hint: `${secret.slice(0, 13)}…`,
        status: 'active',
        createdAt: iso(service.now),
        expiresAt: '2026-06-01T00:00:00.000Z',
      });
      expect(text).toEndWith(`,"secret":"${secret}"}`);
      expect(inspectSecret(secret)).toEqual({ kind: 'key', environment: 'production' });
      expect(await keys.opens(secret)).toBe(200);
      expect((await keys.create({ name: 'more', role: 'reader' }, secret)).status).toBe(403);
      const location = made.headers.get('Location') ?? '';
      const found = await service.fetch(new URL(location).pathname);
      expect(await found.text()).toBe(text.replace(/,"secret":"\w+"/, ''));
    });

    onOneEngine(engine, () => {
      test('with scopes has exactly these, in their order, and no role', async () => {
        const { secret, ...made } = await keys.make({ scopes: ['keys:admin', 'pets:read', 'events:read'] });
        expect(made.scopes).toEqual(['pets:read', 'events:read', 'keys:admin']);
        expect(made).not.toHaveProperty('role');
        expect(made).not.toHaveProperty('expiresAt');
        expect(await keys.opens(secret)).toBe(200);
        expect((await service.post('/v1/pets', '{"name":"Rex","categoryId":1}', as(secret))).status).toBe(403);
      });

      test.each([
        ['{"name":"a"}', 'Invalid request body. Exactly one of role and scopes must be given.'],
        [
          '{"name":"a","role":"reader","scopes":["pets:read"]}',
          'Invalid request body. Exactly one of role and scopes must be given.',
        ],
        ['{"name":"a","role":"owner"}', 'role must be one of reader, editor, staff, monitor, public, admin'],
        ['{"name":"a","role":null}', 'role must be one of reader'],
        ['{"name":"a","scopes":[]}', 'scopes must have 1 to'],
        ['{"name":"a","scopes":["pets:read","pets:read"]}', 'scopes must not contain duplicates'],
        ['{"name":"a","scopes":["pets:fly"]}', 'scopes[0] must be one of'],
        ['{"name":"a","scopes":"pets:read"}', 'scopes must be an array'],
        ['{"name":"a","role":"reader","expiresAt":"soon"}', 'expiresAt must be a timestamp'],
        ['{"name":"a","role":"reader","expiresAt":"9999-12-31T23:59:59-14:00"}', 'expiresAt must be a timestamp'],
        ['{"name":"a","role":"reader","expiresAt":"2026-01-01T00:00:00Z"}', 'expiresAt must be in the future'],
        [
          '{"name":"a","expiresAt":"1999-01-01T00:00:00Z"}',
          'Exactly one of role and scopes must be given. expiresAt must be in the future.',
        ],
        ['{"role":"reader"}', 'name is required'],
        ['{"name":"","role":"reader"}', 'name must have 1 to 100'],
        [JSON.stringify({ name: 'x'.repeat(101), role: 'reader' }), 'name must have 1 to 100'],
        ['{"name":"  ","role":"reader"}', 'name must contain a visible character'],
        ['{"name":"a","role":"reader","secret":"mine"}', 'Unknown field "secret"'],
      ])('is rejected with the body %s', async (body, fault) => {
        const count = (await findKeys(service.store.reader)).length;
        const { status, code, message } = await refusalOf(await service.post('/v1/keys', body));
        expect([status, code]).toEqual([400, 'validation_failed']);
        expect(message).toContain(fault);
        expect(await findKeys(service.store.reader)).toHaveLength(count);
      });

      test('has a new secret each time', async () => {
        const made = await Promise.all(Array.from({ length: 20 }, () => keys.make({ role: 'reader' })));
        expect(new Set(made.map(({ secret }) => secret)).size).toBe(20);
      });
    });
  });

  test('lists keys in pages by ascending id, including ended ones, and counts them', async () => {
    const ended = await keys.make({ role: 'reader' });
    await keys.revoke(ended.id);
    const listed = await readPages<KeyBody>(service.fetch, '/v1/keys?limit=2');
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(ids).toHaveLength((await findKeys(service.store.reader)).length);
    expect(await service.count('/v1/keys')).toBe(ids.length);
    expect(listed.find(({ id }) => id === ended.id)).toMatchObject({ status: 'revoked', revokedAt: iso(service.now) });
    expect(JSON.stringify(listed)).not.toContain('"secret"');
  });

  test('lists a key as expired from its expiry on, without a write', async () => {
    const { id, secret } = await keys.make({ role: 'reader', expiresAt: iso(service.now + 60_000) });
    const statuses = async () => {
      const listed = await readPages<KeyBody>(service.fetch, '/v1/keys?limit=100');
      return [listed.find((key) => key.id === id)?.status, (await bodyOf<KeyBody>(await keys.get(id))).status];
    };
    service.now += 59_999;
    expect(await statuses()).toEqual(['active', 'active']);
    expect(await keys.opens(secret)).toBe(200);
    service.now += 1;
    expect(await statuses()).toEqual(['expired', 'expired']);
    const message = expect.stringContaining('expired');
    expect(await refusalOf(await list(secret))).toEqual({ status: 401, code: 'invalid_api_key', message });
    expect(await codeOf(await keys.rotate(id))).toBe('invalid_transition');
    expect((await keys.revoke(id)).status).toBe(204);
    expect(await statuses()).toEqual(['revoked', 'revoked']);
  });

  test('shows an expiry after the year 9999, which earlier releases accepted, as the last timestamp', async () => {
    const { secretHash, hint } = issueSecret('production');
    const expiresAt = BigInt(Date.UTC(10_000, 0, 1));
    const key = { name: 'old', grants: 'reader', hint, secretHash, createdAt: 0n, expiresAt };
    const { id } = await service.store.write(createKeyByOperator, key);
    expect((await bodyOf<KeyBody>(await keys.get(Number(id)))).expiresAt).toBe('9999-12-31T23:59:59.999Z');
  });

  test('shows the last use of a key, and its deprecated calls', async () => {
    const { id, secret } = await keys.make({ role: 'reader' });
    await keys.opens(secret);
    const callDeprecated = () => service.fetch('/v1/pets/1', { headers: as(secret) });
    for (let call = 0; call < 3; call++) await callDeprecated();
    await service.app.storeKeyUses();
    await callDeprecated();
    await service.app.storeKeyUses();
    const lastUsedAt = iso(service.now);
    const deprecatedUses = [{ operation: 'getPet', count: 4, lastUsedAt }];
    expect(await bodyOf<object>(await keys.get(id))).toMatchObject({ lastUsedAt, deprecatedUses });
  });

  describe("the caller's own key", () => {
    const self = (secret: string) => service.fetch('/v1/keys/self', { headers: as(secret) });

    test('is shown with a single scope, and with its status', async () => {
      const made = await keys.make({ scopes: ['events:read'], expiresAt: iso(service.now + 60_000) });
      expect(await bodyOf<KeyBody>(await self(made.secret))).toMatchObject({ id: made.id, scopes: ['events:read'] });
      const rotated = await bodyOf<KeyBody>(await keys.rotate(made.id));
      const hints = await Promise.all(
        [made, rotated].map(async ({ secret }) => (await bodyOf<KeyBody>(await self(secret))).hint),
      );
      expect(hints).toEqual([rotated.hint, rotated.hint]);
      service.now += 60_000;
      expect(await refusalOf(await self(rotated.secret))).toMatchObject({ status: 401, code: 'invalid_api_key' });
    });

    test('is refused when it has gone since a node knows it', async () => {
      const { id, secret } = await keys.make({ role: 'reader' });
      await self(secret);
      await service.database.run(`DELETE FROM keys WHERE id = ${id}`);
      expect(await refusalOf(await self(secret))).toMatchObject({ status: 401, code: 'invalid_api_key' });
    });

    onOneEngine(engine, () => {
      const secretRoles = Object.keys(roles).filter((role) => !isPublic(role));
      test.each(secretRoles)('is shown with the role %s, and without its secret', async (role) => {
        const { secret, ...made } = await keys.make({ role });
        const response = await self(secret);
        expect([response.status, await bodyOf<object>(response)]).toEqual([200, made]);
      });
    });
  });

  describe('a key that may administer keys but lacks other scopes', () => {
    const strong = async () => (await keys.make({ role: 'admin' })).id;
    const weak = async () => (await keys.make({ scopes: ['keys:admin', 'pets:read'] })).secret;

    test('can create, rotate and revoke keys with no more scopes than it has', async () => {
      const secret = await weak();
      const made = await keys.make({ scopes: ['pets:read'] }, secret);
      expect((await keys.rotate(made.id, {}, secret)).status).toBe(200);
      expect((await keys.revoke(made.id, secret)).status).toBe(204);
    });

    onOneEngine(engine, () => {
      const attempts: Record<string, (secret: string) => Promise<Response>> = {
        'make a stronger one by its role': (secret) => keys.create({ name: 'x', role: 'admin' }, secret),
        'make a stronger one by its scopes': (secret) => keys.create({ name: 'x', scopes: [...scopes] }, secret),
        'rotate a stronger one': async (secret) => await keys.rotate(await strong(), {}, secret),
        'revoke a stronger one': async (secret) => await keys.revoke(await strong(), secret),
      };
      test.each(Object.entries(attempts))('cannot %s, and learns the scopes that it lacks', async (_, attempt) => {
        const secret = await weak();
        const response = await attempt(secret);
        const lacking = scopes.filter((scope) => scope !== 'keys:admin' && scope !== 'pets:read');
        expect(response.headers.get('WWW-Authenticate')).toBe(
          `Bearer realm="petstore", error="insufficient_scope", scope="${lacking.join(' ')}"`,
        );
        const message = expect.stringContaining(lacking.join(', '));
        expect(await refusalOf(response)).toEqual({ status: 403, code: 'insufficient_scope', message });
        const newest = (await findKeys(service.store.reader)).at(-1);
        expect(newest).toMatchObject({ name: 'made', revokedAt: null, previousHash: null });
      });
    });
  });

  describe('a change', () => {
    test('sets only the given fields, and the secret stays', async () => {
      const expiresAt = iso(service.now + dayMs);
      const { secret, ...key } = await keys.make({ role: 'editor', expiresAt });
      const changed = await keys.update(key.id, { name: 'cards', scopes: ['events:read', 'pets:read'] });
      const { role: _, ...kept } = key;
      const expected = { ...kept, name: 'cards', scopes: ['pets:read', 'events:read'] };
      expect([changed.status, await changed.clone().json()]).toEqual([200, expected]);
      const found = await keys.get(key.id);
      expect(await found.text()).toBe(await changed.text());
      expect(found.headers.get('ETag')).toBe(changed.headers.get('ETag'));
      const { expiresAt: __, ...endless } = expected;
      const again = await keys.update(key.id, { role: 'reader', expiresAt: null });
      expect(await again.json()).toEqual({ ...endless, role: 'reader', scopes: [...roles.reader] });
      service.now += dayMs;
      expect(await keys.opens(secret)).toBe(200);
      expect(await codeOf(await keys.update(key.id, {}, undefined, { 'If-Match': '"x"' }))).toBe('precondition_failed');
    });

    test('ends what the key may not do any more: reads at once, and writes at every node', async () => {
      const { id, secret } = await keys.make({ role: 'admin' });
      const ask = askAs(service.startNode(), secret);
      const create = () => ask('/v1/pets', { method: 'POST', body: '{"name":"Rex","categoryId":1}' });
      // The other node has the key in its cache now.
      expect((await create()).status).toBe(201);
      await keys.update(id, { scopes: ['pets:read'] });
      expect(await codeOf(await create())).toBe('insufficient_scope');
      expect(await keys.opens(secret)).toBe(200);
      expect((await service.fetch('/v1/store/orders', { headers: as(secret) })).status).toBe(403);
    });

    test('is refused with more scopes than the caller has, before or after it, and of a key that has ended', async () => {
      const lesser = await keys.make({ scopes: ['keys:admin', 'pets:read'] });
      const [reader, below] = [await keys.make({ role: 'reader' }), await keys.make({ scopes: ['pets:read'] })];
      const code = async (id: number, changes: object) => await codeOf(await keys.update(id, changes, lesser.secret));
      expect(await code(reader.id, { name: 'mine' })).toBe('insufficient_scope');
      expect(await code(below.id, { scopes: ['orders:read'] })).toBe('insufficient_scope');
      expect(await code(lesser.id, { role: 'admin' })).toBe('insufficient_scope');
      expect((await keys.update(below.id, { name: 'mine' }, lesser.secret)).status).toBe(200);
      await keys.revoke(below.id);
      expect(await code(below.id, { name: 'late' })).toBe('invalid_transition');
      expect(await code(4_711, {})).toBe('key_not_found');
    });

    onOneEngine(engine, () => {
      test('of a public key sets its origins, and no key becomes public or ceases to be', async () => {
        const origins = ['https://shelter.example.org'];
        const cards = await keys.make({ role: 'public', origins: ['*'] });
        expect(await (await keys.update(cards.id, { origins })).json()).toMatchObject({ role: 'public', origins });
        const { id } = await keys.make({ role: 'reader' });
        const refusals = [
          await keys.update(cards.id, { role: 'reader' }),
          await keys.update(id, { role: 'public', origins }),
          await keys.update(id, { origins }),
          await keys.update(id, { role: 'editor', scopes: ['pets:read'] }),
          await keys.update(id, { expiresAt: iso(service.now) }),
          await keys.update(id, { id: id + 1 }),
        ];
        for (const refused of refusals) expect(await codeOf(refused)).toBe('validation_failed');
      });
    });
  });

  test('lists keys with one status', async () => {
    const [active, revoked] = [await keys.make({ role: 'reader' }), await keys.make({ role: 'reader' })];
    const expiring = await keys.make({ role: 'reader', expiresAt: iso(service.now + 1_000) });
    await keys.revoke(revoked.id);
    service.now += 1_000;
    const idsOf = async (status: string) => {
      const found = await readPages<KeyBody>(service.fetch, `/v1/keys?status=${status}&limit=2`);
      expect([...new Set(found.map((key) => key.status))]).toEqual([status]);
      expect(await service.count(`/v1/keys?status=${status}`)).toBe(found.length);
      return found.map(({ id }) => id).filter((id) => [active.id, revoked.id, expiring.id].includes(id));
    };
    expect(await idsOf('active')).toEqual([active.id]);
    expect(await idsOf('revoked')).toEqual([revoked.id]);
    expect(await idsOf('expired')).toEqual([expiring.id]);
  });

  describe('a revoked key', () => {
    test('cannot be rotated, and stays in the list unchanged, even when it is revoked again', async () => {
      const { id } = await keys.make({ role: 'reader' });
      await keys.revoke(id);
      const before = await (await keys.get(id)).text();
      service.now += 1_000;
      expect((await keys.revoke(id)).status).toBe(204);
      expect(await refusalOf(await keys.rotate(id))).toMatchObject({ status: 409, code: 'invalid_transition' });
      expect(await (await keys.get(id)).text()).toBe(before);
    });

    test('cannot create, rotate or revoke keys, even while another process still has it cached', async () => {
      const { id, secret } = await keys.make({ role: 'admin' });
      const other = await keys.make({ role: 'reader' });
      expect(await keys.opens(secret)).toBe(200);
      await keys.revoke(id);
      const answers = [
        await keys.create({ name: 'late', role: 'admin' }, secret),
        await keys.rotate(other.id, {}, secret),
        await keys.revoke(other.id, secret),
      ];
      for (const answer of answers) {
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="petstore", error="invalid_token"');
        expect(await refusalOf(answer)).toMatchObject({ status: 401, code: 'invalid_api_key' });
      }
      expect(await keys.opens(other.secret)).toBe(200);
    });

    test('If-Match prevents revoking a key that has changed since it was read', async () => {
      const { id, secret } = await keys.make({ role: 'reader' });
      const tag = (await keys.get(id)).headers.get('ETag') ?? '';
      await keys.rotate(id);
      expect(await codeOf(await keys.revoke(id, undefined, { 'If-Match': tag }))).toBe('precondition_failed');
      expect(await keys.opens(secret)).toBe(200);
      const now = (await keys.get(id)).headers.get('ETag') ?? '';
      expect((await keys.revoke(id, undefined, { 'If-Match': now })).status).toBe(204);
    });
  });
});
