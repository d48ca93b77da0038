import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/lib/log.ts';
import { dayMs } from '../../../src/lib/timestamp.ts';
import { deleteExpiredEvents } from '../../../src/record/events/rules.ts';
import { startBackgroundJobs } from '../../../src/server/background-jobs.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type EventBody, lastEventId, readEvents } from '../../support/data/events.ts';
import { type Sending, startSending } from '../../support/data/webhook-sending.ts';
import { namesIn } from '../../support/data/webhooks.ts';
import { engines, onOneEngine } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { readPages } from '../../support/http/pages.ts';
import { until } from '../../support/until.ts';

let service: TestApp;
const get = (path: string) => service.fetch(path);
const send: TestApp['send'] = (...given) => service.send(...given);
const add = async (fields: object = {}, headers = {}) =>
  await bodyOf<PetBody>(await send('POST', '/v1/pets', { name: 'Frank', categoryId: 3, ...fields }, headers));

/** Changes to the current value: they succeed, and write nothing. */
const unchanged = [
  ['PATCH {}', 'PATCH', '/v1/pets/1', {}],
  ['PATCH to the name that it has', 'PATCH', '/v1/pets/1', { name: 'Frank' }],
  ['PATCH to all that it is', 'PATCH', '/v1/pets/1', { name: 'Frank', categoryId: 3, status: 'available' }],
  ['PUT of the name that the category has', 'PUT', '/v1/categories/3', { name: 'Dogs' }],
] as const;

/** The events that the work caused. */
async function eventsOf(count: number, work: () => Promise<void>): Promise<EventBody[]> {
  const before = await lastEventId(service);
  await work();
  const events = await readEvents(get, before, count);
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => before + 1 + index));
  return events;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('every change of an animal causes an event with the new state of the animal', async () => {
    let pet: PetBody | undefined;
    const events = await eventsOf(6, async () => {
      pet = await add({ name: 'Zoë 🐕', categoryId: -4 });
      await send('PATCH', `/v1/pets/${pet.id}`, { name: 'Rex' });
      const order = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId: pet.id }));
      await send('POST', `/v1/store/orders/${order.id}/complete`);
      await send('PATCH', `/v1/pets/${pet.id}`, { status: 'available', categoryId: 5 });
      await send('DELETE', `/v1/pets/${pet.id}`);
    });
    const { id: petId = 0 } = pet ?? {};
    const at = new Date(service.now).toISOString();
    const rex = { id: petId, name: 'Rex', categoryId: -4 };
    const actor = { type: 'key', id: 1, name: 'test' };
    const updated = { type: 'pet.updated', at, actor, petId };
    expect(events.map(({ id, orderId, ...event }) => event)).toEqual([
      { type: 'pet.created', at, actor, petId, pet: { ...rex, name: 'Zoë 🐕', status: 'available' } },
      { ...updated, pet: { ...rex, status: 'available' }, changes: [{ field: 'name', from: 'Zoë 🐕', to: 'Rex' }] },
      { type: 'order.placed', at, actor, petId, pet: { ...rex, status: 'pending' } },
      { type: 'order.completed', at, actor, petId, pet: { ...rex, status: 'sold' } },
      {
        ...updated,
        pet: { ...rex, categoryId: 5, status: 'available' },
        changes: [
          { field: 'categoryId', from: '-4', to: '5' },
          { field: 'status', from: 'sold', to: 'available' },
        ],
      },
      { type: 'pet.deleted', at, actor, petId },
    ]);
    const orderIds = events.map(({ orderId }) => orderId);
    expect(orderIds[2]).toBeNumber();
    expect(orderIds).toEqual([undefined, undefined, orderIds[2], orderIds[2], undefined, undefined]);
  });

  test('naming a category, and cancelling and reopening an order cause events, too', async () => {
    const events = await eventsOf(6, async () => {
      await send('PUT', '/v1/categories/77', { name: 'Dogs' });
      await send('PUT', '/v1/categories/77', { name: 'Hounds' });
      const { id } = await add();
      const order = await bodyOf<{ id: number }>(await send('POST', '/v1/store/orders', { petId: id }));
      await send('POST', `/v1/store/orders/${order.id}/cancel`);
      await send('POST', `/v1/store/orders/${order.id}/reopen`);
    });
    expect(events).toMatchObject([
      { type: 'category.created', category: { id: 77, name: 'Dogs' } },
      { type: 'category.updated', category: { id: 77, name: 'Hounds' } },
      { type: 'pet.created' },
      { type: 'order.placed', pet: { status: 'pending' } },
      { type: 'order.cancelled', pet: { status: 'available' } },
      { type: 'order.reopened', pet: { status: 'pending' } },
    ]);
  });

  test('every 64-bit integer is exact', async () => {
    const before = await lastEventId(service);
    const draft = '{"name":"Frank","categoryId":-9223372036854775808}';
    await service.post('/v1/pets', draft);
    await readEvents(get, before, 1);
    expect(await (await get(`/v1/events?after=${before}`)).text()).toContain('"categoryId":-9223372036854775808');
  });

  test.each([1, 2])(
    'animals that are added at once have an event each, with what was stored, by %i keys',
    async (keys) => {
      const secrets = await Promise.all(Array.from({ length: keys }, () => service.makeKey('pets:write')));
      let added: PetBody[] = [];
      const events = await eventsOf(20, async () => {
        const addAsOne = (_: unknown, index: number) =>
          add(
            { name: `Pet ${index} 🐕`, categoryId: index - 10, ...(index % 3 === 0 && { status: 'sold' }) },
            { Authorization: `Bearer ${secrets[index % keys]}` },
          );
        added = await Promise.all(Array.from({ length: 20 }, addAsOne));
      });
      const at = new Date(service.now).toISOString();
      // PostgreSQL commits in any order.
      const told = new Map(events.map(({ type, petId, pet, at }) => [petId, { type, pet, at }]));
      expect(added.map(({ id }) => told.get(id))).toEqual(added.map((pet) => ({ type: 'pet.created', pet, at })));
      const actorOf = new Map(events.map(({ pet, actor }) => [pet?.name, JSON.stringify(actor)]));
      const actors = added.map(({ name }) => actorOf.get(name));
      expect(new Set(actors).size).toBe(keys);
      expect(actors).toEqual(actors.map((_, index) => actors[index % keys]));
    },
  );

  test('a failed request, and one that changes nothing, cause no event', async () => {
    const pet = await add({ status: 'sold' });
    const events = await eventsOf(1, async () => {
      await send('PATCH', `/v1/pets/${pet.id}`, { status: 'pending' });
      await send('PATCH', `/v1/pets/${pet.id}`, { name: 'Rex' }, { 'If-Match': '"stale"' });
      await send('POST', '/v1/pets', { name: '' });
      await send('POST', '/v1/store/orders', { petId: pet.id });
      await send('DELETE', '/v1/pets/4711000');
      const headers = { 'Idempotency-Key': 'once' };
      for (let round = 0; round < 3; round++) await add({ name: 'Once' }, headers);
    });
    expect(events.map(({ type, pet: told }) => [type, told?.name])).toEqual([['pet.created', 'Once']]);
  });

  test('lists events in pages through the links, or after any event', async () => {
    await Promise.all(Array.from({ length: 30 }, () => add()));
    const last = await lastEventId(service);
    const all = await readPages<EventBody>(get, '/v1/events?limit=7');
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    const behind = await get(`/v1/events?after=${last - 3}`);
    expect(await behind.json()).toEqual(all.slice(-3));
    expect([behind.headers.get('Link'), behind.headers.get('ETag')]).toEqual([null, expect.stringMatching(/^".+"$/)]);
    expect((await get('/v1/events')).headers.get('Link')).toContain('/v1/events?limit=20&after=20>; rel="next"');
  });

  test('rejects a position beyond the last event instead of waiting for it', async () => {
    const last = await lastEventId(service);
    expect(await (await get(`/v1/events?after=${last}`)).json()).toEqual([]);
    expect(await refusal(await get(`/v1/events?after=${last + 1}`))).toBe('410 events_expired');
  });

  onOneEngine(engine, () => {
    test('rejects invalid and unknown parameters', async () => {
      for (const query of ['after=-1', 'after=x', 'after=01', 'after=', 'limit=101', 'limit=0', 'after=1&after=2']) {
        expect([query, await refusal(await get(`/v1/events?${query}`))]).toEqual([query, '400 invalid_parameter']);
      }
      expect(await refusal(await get('/v1/events?cursor=x'))).toBe('400 unknown_parameter');
    });
  });
});

describe.each(engines)('on $name, of changes to the current value,', (engine) => {
  beforeAll(async () => {
    service = await startApp({ reachesPrivateAddresses: true }, engine);
    expect(await add()).toMatchObject({ id: 1 });
    await send('PUT', '/v1/categories/3', { name: 'Dogs' });
    await service.untilSettled();
  });
  afterAll(() => service.close());

  test.each(unchanged)('%s responds with the unchanged resource', async (_, method, path, body) => {
    const read = await get(path);
    const tag = read.headers.get('ETag') ?? '';
    const text = await read.text();
    for (const headers of [{}, { 'If-Match': tag }]) {
      const answer = await send(method, path, body, headers);
      expect([answer.status, answer.headers.get('ETag'), await answer.text()]).toEqual([200, tag, text]);
    }
    const stale = await send(method, path, body, { 'If-Match': '"stale"' });
    expect(await refusal(stale)).toBe('412 precondition_failed');
  });

  test('none causes an event, changes the revision of the store, or is sent to subscribers or a webhook', async () => {
    const last = await lastEventId(service);
    const present = service.now;
    const sending: Sending = startSending(service);
    await sending.subscribe('/all');
    const reader = await EventReader.open((init) => service.fetch('/v1/events', init));
    for (const [what, method, path, body] of unchanged) {
      const revision = service.store.revision();
      for (let count = 0; count < 3; count++)
        expect([what, (await send(method, path, body)).status]).toEqual([what, 200]);
      expect([what, service.store.revision()]).toEqual([what, revision]);
    }
    const marker = await add({ name: 'Marker' });
    const events = await readEvents(get, last, 1);
    expect(events.map(({ type, petId }) => [type, petId])).toEqual([['pet.created', marker.id]]);
    await reader.until(() => reader.events.length > 0);
    await sending.deliver();
    reader.close();
    const names = namesIn(sending.receiver.received);
    await sending.end();
    service.now = present;
    expect(reader.events.map(({ type }) => type)).toEqual(['pet.created']);
    expect(names).toEqual(['Marker']);
  });

  test('a change of one field among unchanged ones causes one event', async () => {
    const last = await lastEventId(service);
    await send('PATCH', '/v1/pets/1', { name: 'Frank', categoryId: 4, status: 'available' });
    await send('PATCH', '/v1/pets/1', { categoryId: 3 });
    const events = await readEvents(get, last, 2);
    expect(events.map(({ type, pet: told }) => [type, told?.categoryId])).toEqual([
      ['pet.updated', 4],
      ['pet.updated', 3],
    ]);
  });
});

describe.each(engines)('old events, on $name', (engine) => {
  const forget = async (until: number) => {
    await service.store.write(deleteExpiredEvents, { until: BigInt(until), limit: 10_000, after: 0n });
  };
  beforeAll(async () => {
    service = await startApp({}, engine);
  });
  afterAll(() => service.close());

  test('are deleted, and a reader that is behind gets 410 events_expired', async () => {
    await Promise.all(Array.from({ length: 250 }, () => add()));
    const first = service.now;
    service.now += 10_000;
    await Promise.all(Array.from({ length: 20 }, () => add()));
    expect(await lastEventId(service)).toBe(270);
    const forgetFirst = async () => {
      await forget(first);
      return (await bodyOf<EventBody[]>(await get('/v1/events')))[0]?.id;
    };
    await until('the first event to be forgotten', forgetFirst, (oldest) => oldest !== 1);
    const kept = await readPages<EventBody>(get, '/v1/events');
    const oldest = kept[0]?.id ?? 0;
    expect(oldest).toBeGreaterThan(150);
    expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 271 - oldest }, (_, index) => oldest + index));
    expect(await refusal(await get(`/v1/events?after=${oldest - 2}`))).toBe('410 events_expired');
    expect(await refusal(await get('/v1/events?after=0'))).toBe('410 events_expired');
    expect((await get(`/v1/events?after=${oldest - 1}`)).status).toBe(200);
  });

  test('are deleted except the newest one, and no id is reused', async () => {
    await forget(service.now + 1_000_000);
    const kept = await readPages<EventBody>(get, '/v1/events');
    expect(kept.at(-1)?.id).toBe(270);
    await add();
    expect((await readEvents(get, 270, 1)).map(({ id }) => id)).toEqual([271]);
  });

  test('leave the inventory unchanged', async () => {
    expect(await (await get('/v1/store/inventory')).json()).toEqual({ available: 271, pending: 0, sold: 0 });
  });
});

test('the jobs of a server delete events older than PETSTORE_EVENTS_DAYS', async () => {
  service = await startApp();
  service.now = Date.now();
  for (let count = 0; count < 3; count++) await add();
  await service.untilSettled();
  const { store, now, database } = service;
  await database.run(`UPDATE events SET at = ${now - 3 * dayMs} WHERE id = 1`);
  await database.run(`UPDATE events SET at = ${now - dayMs} WHERE id = 2`);
  const config = { ...readConfig({ PETSTORE_EVENTS_DAYS: '2' }), media: undefined };
  const log = createLog(() => undefined, 'json', Date.now);
  const jobs = startBackgroundJobs({ config, store, log, clock: () => now, cursorSecret: 'a secret of the test' });
  const ids = async () => (await bodyOf<EventBody[]>(await get('/v1/events'))).map(({ id }) => id);
  expect(await until('an event to be forgotten', ids, ({ length }) => length < 3)).toEqual([2, 3]);
  await jobs.stop();
  await service.close();
});
