import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Role, roles } from '../../../contract/scopes.ts';
import { deleteExpiredAuditEvents, maxPerDay } from '../../../src/access/audit-events/rules.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { as, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { linkOf, signIn, signInAs } from '../../support/data/people.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { nextPage } from '../../support/http/pages.ts';

interface Told {
  id: number;
  type: string;
  actor: { type: string; id?: number; name?: string };
  keyId?: number;
  personId?: number;
  webhookId?: number;
  callerId?: number;
  before?: { role?: string; scopes: string[] };
  after?: { role?: string; scopes: string[] };
}

describe.each(engines)('what is done to keys, people and webhooks, on $name', (engine) => {
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
    await keys.update(key.id, { scopes: ['pets:read'] }, boss.secret);
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
    const rights = events.flatMap(({ type, before: was, after: is }) => (was || is ? [[type, was, is]] : []));
    const role = (name: Role) => ({ role: name, scopes: [...roles[name]] });
    expect(rights).toEqual([
      ['key.updated', role('reader'), { scopes: ['pets:read'] }],
      ['person.updated', role('reader'), role('editor')],
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

  onOneEngine(engine, () => {
    test('is told of webhooks, with who has done it', async () => {
      const url = (path: string) => ({ url: `https://192.0.43.8/${path}` });
      const { id } = await bodyOf(await service.send('POST', '/v1/webhooks', url('one')));
      const call = (path: string, body: object = {}, method = 'POST') =>
        service.send(method, `/v1/webhooks/${id}${path}`, body);
      for (const body of [url('one'), url('two'), { types: ['pet.created'] }]) await call('', body, 'PATCH');
      for (const action of ['resume', 'rotate', 'pause', 'pause', 'resume']) await call(`/${action}`);
      await service.fetch(`/v1/webhooks/${id}`, { method: 'DELETE' });
      const events = (await told()).filter(({ webhookId }) => webhookId === id);
      expect(events.map(({ type }) => type)).toEqual(
        ['created', 'updated', 'updated', 'rotated', 'paused', 'resumed', 'deleted'].map((done) => `webhook.${done}`),
      );
      const actor = { type: 'key', id: 1, name: 'test' };
      expect(events.map(({ actor: who, callerId }) => [who, callerId])).toEqual(events.map(() => [actor, 1]));
    });

    test('is bounded for each actor, who then can rotate, take rights away and end, until a day has gone by', async () => {
      const [key, other] = [await keys.make({ role: 'editor' }), await keys.make({ role: 'admin' })];
      const ana = await signInAs(service, 'editor');
      const link = await linkOf(service, ana.personId);
      const { id: webhook } = await bodyOf(
        await service.send('POST', '/v1/webhooks', { url: 'https://192.0.43.8/full' }),
      );
      const rows = Array(Number(maxPerDay)).fill(`('key.created', ${service.now}, 'key:1')`);
      await service.database.run(`INSERT INTO admin_events (type, at, actor) VALUES ${rows.join(', ')}`);
      const draft = { name: 'one too many', role: 'reader' };
      const refused = await keys.create(draft);
      expect([await refusalOf(refused), refused.headers.get('Retry-After')]).toMatchObject([{ status: 429 }, '86400']);
      const statusOf = async (answer: Promise<Response>) => (await answer).status;
      const person = (body: object) => service.send('PATCH', `/v1/people/${ana.personId}`, body);
      const webhookCall = (action: string) => service.post(`/v1/webhooks/${webhook}/${action}`, '');
      const expiry = new Date(service.now + dayMs).toISOString();
      const adding = [
        keys.update(key.id, { name: 'renamed' }),
        keys.update(key.id, { scopes: ['metrics:read'] }),
        person({ name: 'Anna' }),
        person({ role: 'admin' }),
        service.post(`/v1/people/${ana.personId}/sign-in-links`, ''),
        service.send('PATCH', `/v1/webhooks/${webhook}`, { types: ['pet.created'] }),
      ];
      expect(await Promise.all(adding.map(statusOf))).toEqual(adding.map(() => 429));
      // Each was invited, which is counted.
      expect((await signIn(service, link)).status).toBe(201);
      const taking = [
        () => keys.rotate(key.id),
        () => keys.update(key.id, { scopes: ['pets:read'] }),
        () => keys.update(key.id, { expiresAt: expiry }),
        () => person({ role: 'reader' }),
        () => webhookCall('rotate'),
        () => webhookCall('pause'),
        () => keys.revoke(key.id),
        () => service.fetch(`/v1/webhooks/${webhook}`, { method: 'DELETE' }),
        () => service.fetch(`/v1/people/${ana.personId}`, { method: 'DELETE' }),
      ];
      for (const take of taking) expect(await statusOf(take())).toBeLessThan(300);
      // Nobody else is counted with this one.
      expect((await keys.create(draft, other.secret)).status).toBe(201);
      service.now += dayMs;
      expect((await keys.create(draft)).status).toBe(201);
      const until = BigInt(service.now - dayMs);
      for (let from: bigint | undefined = 0n; from !== undefined; )
        from = await service.store.write(deleteExpiredAuditEvents, { until, limit: 2_000, from });
      expect((await told()).map(({ type }) => type)).toEqual(['key.created']);
    });
  });
});
