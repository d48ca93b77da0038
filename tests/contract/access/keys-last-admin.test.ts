import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { revokeKeyByOperator } from '../../../src/access/keys/rules.ts';
import { findKeys } from '../../../src/access/keys/sql.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, codeOf, iso, type KeyBody, keyCalls } from '../../support/data/keys.ts';
import { signInAs } from '../../support/data/people.ts';
import { engines, onOneEngine, revocationDelayMs } from '../../support/engines.ts';
import { refusal } from '../../support/http/body.ts';

let service: TestApp;
let keys: ReturnType<typeof keyCalls>;

describe.each(engines)('the last key that can administer keys, on $name', (engine) => {
  /** The only administrator. */
  let admin: KeyBody;

  beforeAll(async () => {
    service = await startApp({}, engine);
    keys = keyCalls(service);
    admin = await keys.make({ role: 'admin' });
    for (const { id } of await findKeys(service.store.reader)) {
      if (id !== BigInt(admin.id)) await keys.revoke(Number(id), admin.secret);
    }
  });
  afterAll(() => service.close());

  const activeAdmins = async () =>
    (await findKeys(service.store.reader)).filter(({ grants, revokedAt }) => grants === 'admin' && revokedAt === null);

  onOneEngine(engine, () => {
    test('cannot be revoked, whatever other keys exist', async () => {
      await keys.make({ role: 'editor' }, admin.secret);
      await keys.make({ role: 'admin', expiresAt: iso(service.now + 1_000) }, admin.secret);
      const revoked = await keys.make({ scopes: ['keys:admin'] }, admin.secret);
      await keys.revoke(revoked.id, admin.secret);
      service.now += 1_000;
      expect(await refusal(await keys.revoke(admin.id, admin.secret))).toBe('409 last_admin_key');
      expect(await keys.opens(admin.secret)).toBe(200);
    });

    test('cannot be revoked while the others expire or have fewer scopes, and they cannot revoke it either', async () => {
      const expiring = await keys.make({ role: 'admin', expiresAt: iso(service.now + 60_000) }, admin.secret);
      const lesser = await keys.make({ scopes: ['keys:admin'] }, admin.secret);
      expect(await codeOf(await keys.revoke(admin.id, admin.secret))).toBe('last_admin_key');
      expect(await codeOf(await keys.revoke(admin.id, expiring.secret))).toBe('last_admin_key');
      expect(await codeOf(await keys.revoke(admin.id, lesser.secret))).toBe('insufficient_scope');
      expect((await keys.revoke(lesser.id, lesser.secret)).status).toBe(204);
      expect((await keys.revoke(expiring.id, expiring.secret)).status).toBe(204);
    });

    test('keeps its role and does not get an expiry, until there is another key or a person who is an admin', async () => {
      const changes = [{ role: 'reader' }, { scopes: ['keys:admin'] }, { expiresAt: iso(service.now + 60_000) }];
      for (const change of changes) {
        expect(await codeOf(await keys.update(admin.id, change, admin.secret))).toBe('last_admin_key');
      }
      expect((await keys.update(admin.id, { name: 'boss' }, admin.secret)).status).toBe(200);
      const { personId } = await signInAs(service, 'admin', undefined, admin.secret);
      expect((await keys.update(admin.id, { expiresAt: iso(service.now + 60_000) }, admin.secret)).status).toBe(200);
      expect((await keys.update(admin.id, { expiresAt: null }, admin.secret)).status).toBe(200);
      await service.fetch(`/v1/people/${personId}`, { method: 'DELETE', headers: as(admin.secret) });
    });

    test('can be revoked once there is another one', async () => {
      const next = await keys.make({ role: 'admin' }, admin.secret);
      expect((await keys.revoke(admin.id, admin.secret)).status).toBe(204);
      admin = next;
      expect(await codeOf(await keys.revoke(admin.id, admin.secret))).toBe('last_admin_key');
    });
  });

  test.each([
    ['each other', (key: KeyBody, other: KeyBody) => keys.revoke(other.id, key.secret), 401],
    ['themselves', (key: KeyBody) => keys.revoke(key.id, key.secret), 409],
  ])('remains when the last two revoke %s at the same time', async (_, end, refusal) => {
    for (let round = 0; round < 15; round++) {
      const second = await keys.make({ role: 'admin' }, admin.secret);
      // Both are cached as valid, so only the transactions can detect it.
      expect([await keys.opens(admin.secret), await keys.opens(second.secret)]).toEqual([200, 200]);
      const answers = await Promise.all([end(admin, second), end(second, admin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, refusal]);
      const left = (await findKeys(service.store.reader)).filter(
        ({ id, revokedAt }) => [admin, second].some((key) => BigInt(key.id) === id) && revokedAt === null,
      );
      expect(left).toHaveLength(1);
      admin = left[0]?.id === BigInt(admin.id) ? admin : second;
      service.now += revocationDelayMs(engine);
    }
  });

  test('can be revoked by the operator', async () => {
    await service.store.write(revokeKeyByOperator, { id: BigInt(admin.id), now: BigInt(service.now) });
    service.now += revocationDelayMs(engine);
    expect(await keys.opens(admin.secret)).toBe(401);
    expect((await activeAdmins()).filter(({ expiresAt }) => expiresAt === null)).toEqual([]);
  });
});
