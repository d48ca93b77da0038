import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKeyUses } from '../../../src/access/keys/jobs.ts';
import { invitePersonByOperator } from '../../../src/access/people/device-rules.ts';
import { linkPrefixes, makeSecret } from '../../../src/lib/key-format.ts';
import { dayMs, hourMs } from '../../../src/lib/timestamp.ts';
import type { App } from '../../../src/server/app.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { as, askAs, codeOf, iso, keyCalls, refusalOf } from '../../support/data/keys.ts';
import { inviteTo, linkOf, type SignedIn, signIn, signInAs } from '../../support/data/people.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { expectRefused } from '../../support/http/revocation.ts';

interface PersonBody {
  id: number;
  name: string;
  role: string;
  email?: string;
}

describe.each(engines)('people, on $name', (engine) => {
  let service: TestApp;
  /** A second node on the same database. */
  let other: App;
  let keys: ReturnType<typeof keyCalls>;

  beforeAll(async () => {
    service = await startApp({ streams: { keyCheckMs: 10 } }, engine);
    other = service.startNode({ streams: { keyCheckMs: 10 } });
    keys = keyCalls(service);
  });
  afterAll(() => service.close());

  const patch = (id: number, body: object) => service.send('PATCH', `/v1/people/${id}`, body);
  const end = (id: number, secret?: string) =>
    service.fetch(`/v1/people/${id}`, { method: 'DELETE', headers: as(secret) });
  const signOut = ({ personId, deviceId }: SignedIn, secret?: string) =>
    service.fetch(`/v1/people/${personId}/devices/${deviceId}`, { method: 'DELETE', headers: as(secret) });
  const opens = (secret: string) => keys.opens(secret);
  const opensThere = async (secret: string) => (await askAs(other, secret)('/v1/pets')).status;
  const ownerOf = (link: string) => service.fetch('/v1/sign-in-links/self', { headers: as(link) });
  const endOf = ({ personId }: SignedIn) => end(personId);
  const linkByOperator = async (alone: TestApp, name: string) => {
    const { secret, secretHash } = makeSecret('production', crypto.getRandomValues(new Uint8Array(32)), linkPrefixes);
    await alone.store.write(invitePersonByOperator, { name, secretHash, now: BigInt(alone.now) });
    return secret;
  };
  const devicesOf = async ({ personId, secret }: SignedIn) =>
    await bodyOf<{ id: number; expiresAt: string }[]>(
      await service.fetch(`/v1/people/${personId}/devices`, { headers: as(secret) }),
    );

  test('are added, read, listed, changed and ended', async () => {
    const draft = { name: 'Ana Moreno', role: 'editor', email: 'ana@example.org' };
    const response = await service.post('/v1/people', JSON.stringify(draft));
    const ana = await bodyOf<PersonBody>(response);
    expect([response.status, response.headers.get('Location')]).toEqual([201, `${origin}/v1/people/${ana.id}`]);
    expect(await bodyOf<object>(await patch(ana.id, { role: 'staff', email: null }))).toMatchObject({ role: 'staff' });
    const found = await bodyOf<PersonBody>(await service.fetch(`/v1/people/${ana.id}`));
    expect(found).toEqual({ ...ana, role: 'staff', email: undefined } as never);
    expect(await bodyOf<PersonBody[]>(await service.fetch('/v1/people'))).toContainEqual(found);
    expect((await end(ana.id)).status).toBe(204);
    expect(await codeOf(await service.fetch(`/v1/people/${ana.id}`))).toBe('person_not_found');
  });

  test('sign in with a link, once, and have the scopes of their role', async () => {
    const link = await inviteTo(service, 'editor');
    const answers = await Promise.all([signIn(service, link), signIn(service, link)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    const good = answers.find(({ status }) => status === 201) ?? Response.error();
    const { personId, secret, expiresAt } = await bodyOf<SignedIn & { expiresAt: string }>(good);
    expect(expiresAt).toBe(iso(service.now + 12 * hourMs));
    const self = async (list: string) =>
      await bodyOf<object>(await service.fetch(`/v1/${list}/self`, { headers: as(secret) }));
    expect(await self('people')).toMatchObject({ id: personId, name: 'Ana' });
    expect(await self('keys')).toMatchObject({ role: 'editor', personId });
    expect((await service.post('/v1/pets', '{"name":"Bella","categoryId":1}', as(secret))).status).toBe(201);
  });

  test('are told the same of a link that is unknown, used or expired', async () => {
    const used = await inviteTo(service, 'reader');
    await signIn(service, used);
    const expired = await inviteTo(service, 'reader');
    service.now += 24 * hourMs;
    const links = [used, expired, `${used}x`];
    const refusals = await Promise.all(
      links.flatMap((link) => [signIn(service, link), ownerOf(link)]).map(async (answer) => refusalOf(await answer)),
    );
    const message = 'This sign-in link is unknown, was used, or has expired. Ask for a new one.';
    expect(refusals).toEqual(Array(6).fill({ status: 401, code: 'invalid_api_key', message }));
  });

  test('see for whom a link is as often as they want, until it is used', async () => {
    const link = await inviteTo(service, 'reader');
    for (const _ of ['first', 'again']) {
      const seen = await ownerOf(link);
      expect([seen.status, seen.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
      expect(await bodyOf<object>(seen)).toMatchObject({ name: 'Ana', expiresAt: iso(service.now + 24 * hourMs) });
    }
    expect((await signIn(service, link)).status).toBe(201);
    expect((await ownerOf(link)).status).toBe(401);
  });

  test('make a link for themselves, which is good for ten minutes and ends with its device', async () => {
    const ana = await signInAs(service, 'reader');
    const make = async ({ secret }: SignedIn) =>
      await service.fetch(`/v1/people/${ana.personId}/sign-in-links`, { method: 'POST', headers: as(secret) });
    const linkIn = async (response: Response) => (await bodyOf<{ url: string }>(response)).url.split('=')[1] ?? '';
    const [used, expired] = [await linkIn(await make(ana)), await linkIn(await make(ana))];
    const other = await bodyOf<SignedIn>(await signIn(service, used));
    expect(other.personId).toBe(ana.personId);
    const ended = await linkIn(await make(other));
    await signOut({ ...ana, deviceId: (await devicesOf(ana)).at(-1)?.id ?? 0 });
    expect((await ownerOf(ended)).status).toBe(401);
    service.now += 10 * 60_000;
    expect((await ownerOf(expired)).status).toBe(401);
  });

  test('have five open links: a further one ends the oldest', async () => {
    const { personId } = await signInAs(service, 'reader');
    const links: string[] = [];
    while (links.length < 6) links.push(await linkOf(service, personId));
    expect((await signIn(service, links[0] ?? '')).status).toBe(401);
    expect((await signIn(service, links[1] ?? '')).status).toBe(201);
  });

  test('have twenty devices; a link that would sign in on another one stays good', async () => {
    const { personId } = await signInAs(service, 'reader');
    for (let count = 1; count < 20; count++) await signIn(service, await linkOf(service, personId));
    const link = await linkOf(service, personId);
    expect(await codeOf(await signIn(service, link))).toBe('too_many_devices');
    service.now += 12 * hourMs;
    expect((await signIn(service, link)).status).toBe(201);
  });

  test('stay signed in for 12 hours, and on a trusted device for 30 days after its last use', async () => {
    const short = await signInAs(service, 'reader');
    const trusted = await signInAs(service, 'reader', { device: 'Laptop', isTrusted: true });
    const uses = createKeyUses(service.store);
    const use = async () => {
      uses.record(BigInt(trusted.deviceId), service.now);
      await uses.store();
      return (await devicesOf(trusted)).map(({ expiresAt }) => expiresAt);
    };
    const first = iso(service.now + 30 * dayMs);
    service.now += 12 * hourMs;
    expect(await opens(short.secret)).toBe(401);
    // It is renewed once a day at most.
    expect(await use()).toEqual([first]);
    service.now += 20 * dayMs;
    expect(await use()).toEqual([iso(service.now + 30 * dayMs)]);
    service.now += 30 * dayMs;
    expect(await opens(trusted.secret)).toBe(401);
    uses.record(BigInt(trusted.deviceId), service.now);
    await uses.store();
    expect(await opens(trusted.secret)).toBe(401);
  });

  test.each([
    ['has ended', ({ personId }: SignedIn) => end(personId)],
    ['was signed out', (ana: SignedIn) => signOut(ana)],
  ])('a person who %s is refused at every node, and her streams are closed', async (_, how) => {
    const ana = await signInAs(service, 'reader');
    const follow = async (init: RequestInit) => await other.fetch(new Request(`${origin}/v1/events`, init));
    const events = await EventReader.open(follow, as(ana.secret));
    expect([await opens(ana.secret), await opensThere(ana.secret)]).toEqual([200, 200]);
    expect((await how(ana)).status).toBe(204);
    expect(await opens(ana.secret)).toBe(401);
    await expectRefused(engine, async () => {
      service.now += 500;
      return await opensThere(ana.secret);
    });
    await events.until(() => events.end === 'complete');
  });

  test('are told by a node that knows their device from before that it has ended, not that something is missing', async () => {
    const ana = await signInAs(service, 'reader');
    const path = `/v1/people/${ana.personId}/devices`;
    const ask = askAs(other, ana.secret);
    expect(await opensThere(ana.secret)).toBe(200);
    await signOut(ana);
    const refused = [
      await ask('/v1/people/self'),
      await ask(path),
      await ask(`${path}/${ana.deviceId}`, { method: 'DELETE' }),
    ];
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array(3).fill('invalid_api_key'));
  });

  test('have another role on all devices at once', async () => {
    const ana = await signInAs(service, 'editor');
    const init = { method: 'POST', body: '{"name":"Rex","categoryId":1}' };
    const create = async (node: App) => (await askAs(node, ana.secret)('/v1/pets', init)).status;
    expect([await create(service.app), await create(other)]).toEqual([201, 201]);
    await patch(ana.personId, { role: 'reader' });
    // The other node may know her with the role that she had: only the transaction can tell.
    expect([await create(service.app), await create(other)]).toEqual([403, 403]);
  });

  test('sign in anew for a role with more scopes, whoever has a device or a link of theirs', async () => {
    const ana = await signInAs(service, 'reader');
    const link = await linkOf(service, ana.personId);
    await patch(ana.personId, { role: 'editor' });
    expect(await opens(ana.secret)).toBe(401);
    expect((await signIn(service, link)).status).toBe(401);
    expect((await signIn(service, await linkOf(service, ana.personId))).status).toBe(201);
  });

  test('lose the links that were made on a device with it, and see what was made on it that stays', async () => {
    const [boss, ana] = [await signInAs(service, 'admin'), await signInAs(service, 'reader')];
    const links = [await linkOf(service, boss.personId, boss.secret), await linkOf(service, ana.personId, boss.secret)];
    const spent = await bodyOf<SignedIn & { id: number }>(await signIn(service, links[1] ?? ''));
    const key = await keys.make({ role: 'reader' }, boss.secret);
    const url = { url: 'https://192.0.43.8/boss' };
    const webhook = await bodyOf(await service.send('POST', '/v1/webhooks', url, as(boss.secret)));
    const open = await linkOf(service, boss.personId);
    await signOut(boss);
    expect((await signIn(service, links[0] ?? '')).status).toBe(401);
    expect((await signIn(service, open)).status).toBe(201);
    const made = await service.fetch(`/v1/audit-events?callerId=${boss.deviceId}`);
    expect(await bodyOf<object[]>(made)).toMatchObject([
      { type: 'sign_in.invited', personId: boss.personId },
      { type: 'sign_in.invited', personId: ana.personId },
      { type: 'sign_in.created', keyId: spent.id, actor: { id: ana.personId } },
      { type: 'key.created', keyId: key.id },
      { type: 'webhook.created', webhookId: webhook.id, callerId: boss.deviceId, actor: { id: boss.personId } },
    ]);
  });

  test.each(['key is revoked', 'key is narrowed', 'person gets a lesser role', 'person ends'])(
    'cannot sign in with a link whose %s; with one whose device has expired they can',
    async (end) => {
      const [maker, boss] = [await keys.make({ role: 'admin' }), await signInAs(service, 'admin')];
      const ana = await signInAs(service, 'reader');
      const link = await linkOf(service, ana.personId, end.startsWith('key') ? maker.secret : boss.secret);
      if (end === 'key is revoked') await keys.revoke(maker.id);
      else if (end === 'key is narrowed') await keys.update(maker.id, { role: 'reader' });
      else if (end === 'person ends') await endOf(boss);
      else await patch(boss.personId, { role: 'staff' });
      expect((await signIn(service, link)).status).toBe(401);

      const other = await signInAs(service, 'admin');
      service.now += 12 * hourMs - 1;
      const later = await linkOf(service, ana.personId, other.secret);
      service.now += hourMs;
      await signIn(service, await linkOf(service, other.personId));
      expect((await signIn(service, later)).status).toBe(201);
    },
  );

  test('answer for webhooks until they end, and not only until their device does', async () => {
    const ana = await signInAs(service, 'admin');
    const made = await service.post('/v1/webhooks', '{"url":"https://192.0.43.8/ana"}', as(ana.secret));
    const { id } = await bodyOf(made);
    const state = async () => await bodyOf<object>(await service.fetch(`/v1/webhooks/${id}`));
    await signOut(ana);
    expect(await state()).toMatchObject({ status: 'active', personId: ana.personId });
    await end(ana.personId);
    expect(await state()).toMatchObject({ status: 'paused', reason: `Its person ${ana.personId} has ended.` });
    const resumed = await service.post(`/v1/webhooks/${id}/resume`, '');
    expect(await bodyOf<object>(resumed)).not.toHaveProperty('personId');
  });

  test('leave no name behind', async () => {
    const draft = { name: 'Zerlina', role: 'editor', email: 'zerlina@example.org' };
    const made = await service.post('/v1/people', JSON.stringify(draft), { 'Idempotency-Key': 'once' });
    const { id } = await bodyOf(made);
    const { secret } = await bodyOf<SignedIn>(
      await signIn(service, await linkOf(service, id), { device: 'Phone of Zerlina', isTrusted: true }),
    );
    await service.post('/v1/pets', '{"name":"Rex","categoryId":1}', { ...as(secret), 'Idempotency-Key': 'rex' });
    await end(id);
    const tables = await Promise.all(
      ['people', 'keys', 'events', 'pending_events', 'idempotency_records', 'settings'].map((table) =>
        service.database.run(`SELECT * FROM ${table}`),
      ),
    );
    const stored = JSON.stringify(tables, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(stored.toLowerCase()).not.toContain('zerlina');
    expect(service.logged.join('').toLowerCase()).not.toContain('zerlina');
  });

  test('the last one who can manage keys stays, whether a person or a key; an open link is enough, one that has expired is not', async () => {
    const alone = await startApp({}, engine);
    const calls = keyCalls(alone);
    await inviteTo(alone, 'admin');
    alone.now += dayMs;
    expect(await codeOf(await calls.revoke(1))).toBe('last_admin_key');
    // One that the key itself has made would end with it.
    await linkOf(alone, 1);
    expect(await codeOf(await calls.revoke(1))).toBe('last_admin_key');
    const link = await linkByOperator(alone, 'Ana');
    expect((await calls.revoke(1)).status).toBe(204);
    const { personId, secret } = await bodyOf<SignedIn>(await signIn(alone, link));
    const lesser = alone.send('PATCH', `/v1/people/${personId}`, { role: 'staff' }, as(secret));
    expect(await codeOf(await lesser)).toBe('last_admin_key');
    const remove = (caller: string) => alone.fetch(`/v1/people/${personId}`, { method: 'DELETE', headers: as(caller) });
    expect(await codeOf(await remove(secret))).toBe('last_admin_key');
    const next = await calls.make({ role: 'admin' }, secret);
    const answers = await Promise.all([calls.revoke(next.id, secret), remove(next.secret)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    await alone.close();
  });

  test('of two who end each other at the same moment at two nodes, one stays', async () => {
    const alone = await startApp({}, engine);
    const there = alone.startNode();
    let ana = await signInAs(alone, 'admin');
    await keyCalls(alone).revoke(1, ana.secret);
    for (let round = 0; round < 5; round++) {
      const ben = await signInAs(alone, 'admin', undefined, ana.secret);
      const answers = await Promise.all(
        [ana, ben].map(({ secret }, index) => {
          const node = index === 0 ? alone.app : there;
          return askAs(node, secret)(`/v1/people/${[ben, ana][index]?.personId}`, { method: 'DELETE' });
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
      if (answers[1]?.status === 204) ana = ben;
    }
    await alone.close();
  });

  onOneEngine(engine, () => {
    test('see and sign out their own devices', async () => {
      const ana = await signInAs(service, 'reader');
      expect(await devicesOf(ana)).toMatchObject([{ id: ana.deviceId, device: 'Phone', isTrusted: false }]);
      expect((await signOut(ana, ana.secret)).status).toBe(204);
      expect(await opens(ana.secret)).toBe(401);
    });
  });
});
