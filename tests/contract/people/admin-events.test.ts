import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteExpiredAdminEvents, maxPerDay } from '../../../src/catalogue/admin-events/rules.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { linkOf, signIn, signInAs } from '../../support/data/people.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { nextPage } from '../../support/http/pages.ts';

interface Told {
  id: number;
  type: string;
  actor: { type: string; id?: number; name?: string };
  keyId?: number;
  personId?: number;
}

describe.each(engines)('what is done to keys and people, on $name', (engine) => {
  let service: TestApp;
  let keys: ReturnType<typeof keyCalls>;

  beforeAll(async () => {
    service = await startApp({}, engine);
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  const list = async (query = '', secret?: string) =>
    await service.fetch(`/v1/audit-events${query}`, { headers: as(secret) });
  const told = async () => await bodyOf<Told[]>(await list('?limit=100'));

  test('is told with who has done it', async () => {
    const boss = await signInAs(service, 'admin');
    const before = (await told()).length;
    const key = await keys.make({ role: 'reader' }, boss.secret);
    // The second one changes nothing.
    for (const name of ['cards', 'cards']) await keys.update(key.id, { name }, boss.secret);
    await keys.rotate(key.id, {}, boss.secret);
    await keys.revoke(key.id, boss.secret);
    const send = (method: string, path: string, body?: object) => service.send(method, path, body, as(boss.secret));
    const { id } = await bodyOf(await send('POST', '/v1/people', { name: 'Ana', role: 'reader' }));
    await send('PATCH', `/v1/people/${id}`, { role: 'editor' });
    const signedIn = await bodyOf(await signIn(service, await linkOf(service, id)));
    await send('DELETE', `/v1/people/${id}/devices/${signedIn.id}`);
    await send('DELETE', `/v1/people/${id}`);
    const [person, program] = [
      { type: 'person', id: boss.personId, name: 'Ana' },
      { type: 'key', id: 1, name: 'test' },
    ];
    const events = (await told()).slice(before);
    expect(events.map(({ type, actor, keyId, personId }) => [type, actor, keyId, personId])).toEqual([
      ['key.created', person, key.id, undefined],
      ['key.updated', person, key.id, undefined],
      ['key.rotated', person, key.id, undefined],
      ['key.revoked', person, key.id, undefined],
      ['person.created', person, undefined, id],
      ['person.updated', person, undefined, id],
      ['sign_in.invited', program, undefined, id],
      ['sign_in.created', { type: 'person', id }, signedIn.id, id],
      ['device.ended', person, signedIn.id, id],
      ['person.ended', person, undefined, id],
    ]);
  });

  test('is told to who may manage people, page by page in both orders, and in no other events', async () => {
    const ids = (await told()).map(({ id }) => id);
    const newest = await list('?sort=-id&limit=2');
    const next = await bodyOf<Told[]>(await service.fetch(nextPage(newest) ?? ''));
    const first = await bodyOf<Told[]>(newest);
    expect([...first, ...next].map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 4));
    expect((await list('', (await signInAs(service, 'staff')).secret)).status).toBe(403);
    await service.untilSettled();
    expect(await bodyOf<unknown[]>(await service.fetch('/v1/events'))).toEqual([]);
  });

  test('is bounded: then keys and people can only be ended, until a day has gone by', async () => {
    const key = await keys.make({ role: 'reader' });
    const ana = await signInAs(service, 'reader');
    const link = await linkOf(service, ana.personId);
    const rows = Array(Number(maxPerDay)).fill(`('key.created', ${service.now}, 'system')`);
    await service.database.run(`INSERT INTO admin_events (type, at, actor) VALUES ${rows.join(', ')}`);
    const draft = { name: 'one too many', role: 'reader' };
    const refused = await keys.create(draft);
    expect([await refusalOf(refused), refused.headers.get('Retry-After')]).toMatchObject([{ status: 429 }, '86400']);
    // Each was invited, which is counted.
    expect((await signIn(service, link)).status).toBe(201);
    expect((await keys.revoke(key.id)).status).toBe(204);
    expect((await service.fetch(`/v1/people/${ana.personId}`, { method: 'DELETE' })).status).toBe(204);
    service.now += dayMs;
    expect((await keys.create(draft)).status).toBe(201);
    const until = BigInt(service.now - dayMs);
    for (let from: bigint | undefined = 0n; from !== undefined; )
      from = await service.store.write(deleteExpiredAdminEvents, { until, limit: 2_000, from });
    expect((await told()).map(({ type }) => type)).toEqual(['key.created']);
  });
});
