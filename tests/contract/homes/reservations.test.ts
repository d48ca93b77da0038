import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startOrderExpiry } from '../../../src/homes/orders/jobs.ts';
import { createLog } from '../../../src/lib/log.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { EventBody } from '../../support/data/events.ts';
import { engines } from '../../support/engines.ts';
import { bodyOf, type PetBody, refusal } from '../../support/http/body.ts';
import { readPages } from '../../support/http/pages.ts';
import { until } from '../../support/until.ts';

interface OrderBody {
  id: number;
  petId: number;
  status: string;
  reference?: string;
  expiresAt?: string;
  endedAt?: string;
  contact?: object;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const ada = { name: 'Ada Moreno', email: 'ada@example.org', address: '12 Elm Street\nAustin' };

let service: TestApp;
let editor: object;

const inMs = (ms: number) => new Date(service.now + ms).toISOString();
const send: TestApp['send'] = (method, path, ...given) => service.send(method, `/v1/store/orders${path}`, ...given);
const add = async () => (await bodyOf<PetBody>(await service.post('/v1/pets', '{"name":"Frank","categoryId":3}'))).id;
const petStatus = async (petId: number) => (await bodyOf<PetBody>(await service.fetch(`/v1/pets/${petId}`))).status;
const place = async (details: object = {}) => {
  const response = await send('POST', '', { petId: await add(), ...details });
  expect(response.status).toBe(201);
  return await bodyOf<OrderBody>(response);
};
const get = async (id: number, headers = {}) =>
  await bodyOf<OrderBody>(await send('GET', `/${id}`, undefined, headers));
const eventsOf = async ({ id }: OrderBody) => {
  await service.untilSettled();
  const response = await service.fetch(`/v1/events?orderId=${id}&limit=100`);
  return await bodyOf<EventBody[]>(response);
};
const typesOf = async (order: OrderBody) => (await eventsOf(order)).map(({ type }) => type);
const ids = (orders: OrderBody[]) => orders.map(({ id }) => id);
const list = async (query: string) =>
  ids(await readPages<OrderBody>((path) => service.fetch(path), `/v1/store/orders?limit=2&${query}`));

/** Runs the job of a node until this is true. */
async function expire(isDone: () => Promise<boolean>, nodes = 1): Promise<string[]> {
  const logged: string[] = [];
  const log = createLog((line) => void logged.push(line), 'plain', Date.now);
  const clock = () => service.now;
  const jobs = Array.from({ length: nodes }, () => startOrderExpiry({ store: service.store, log, clock }, 5));
  await until('the job to have run', async () => logged.length > 0 || (await isDone()));
  await Promise.all(jobs.map((job) => job.stop()));
  return logged;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    service = await startApp({}, engine);
    // The clock of PostgreSQL is compared with it.
    service.now = Date.now();
    editor = { Authorization: `Bearer ${await service.makeKey('editor')}` };
  });
  afterAll(() => service.close());

  test('several nodes end each expired order once, in the order of ids; ended ones and those that expire later stay as they are', async () => {
    const expiresAt = inMs(1_000);
    const placeOne = () => place({ expiresAt });
    const [first, second] = [await placeOne(), await placeOne()];
    const [extended, completed] = [await placeOne(), await placeOne()];
    // PostgreSQL stores the changed row behind the others.
    expect((await send('PATCH', `/${first.id}`, { reference: 'expires' })).status).toBe(200);
    await send('POST', `/${completed.id}/complete`);
    service.now += 1_000;
    expect((await send('PATCH', `/${extended.id}`, { expiresAt: inMs(1) })).status).toBe(200);
    const statuses = async () => [(await get(first.id)).status, (await get(second.id)).status].join();
    expect(await expire(async () => (await statuses()) === 'cancelled,cancelled', 3)).toEqual([]);
    const ended = { status: 'cancelled', expiredAt: expiresAt, endedAt: expiresAt, endedBy: { type: 'system' } };
    expect(await get(first.id)).toMatchObject({ ...ended, expiresAt, updatedAt: expiresAt });
    expect(await petStatus(first.petId)).toBe('available');
    expect(await typesOf(first)).toEqual(['order.placed', 'order.updated', 'order.expired']);
    const [[, , firstExpired], [, secondExpired]] = [await eventsOf(first), await eventsOf(second)];
    expect(firstExpired).toMatchObject({ petId: first.petId, actor: { type: 'system' } });
    expect(firstExpired?.id).toBeLessThan(secondExpired?.id ?? 0);
    expect([(await get(extended.id)).status, (await get(completed.id)).status]).toEqual(['placed', 'completed']);
    expect(await get(completed.id)).not.toHaveProperty('expiredAt');
    const reopened = await bodyOf<OrderBody>(await send('POST', `/${first.id}/reopen`));
    expect(reopened).toEqual(await get(first.id));
    const gone = ['expiresAt', 'expiredAt', 'endedAt', 'endedBy'];
    expect(Object.keys(reopened).filter((name) => gone.includes(name))).toEqual([]);
    expect(reopened).toMatchObject({ status: 'placed', reference: 'expires' });
  });

  test('an order keeps what it says, and PATCH changes it member by member, with an event without an animal', async () => {
    const details = { reference: 'R 1', note: 'On\nSaturday', expiresAt: inMs(dayMs), contact: ada };
    const order = await place(details);
    expect(order).toMatchObject(details);
    expect(await get(order.id)).toEqual(order);
    const tag = (await send('GET', `/${order.id}`)).headers.get('ETag') ?? '';
    service.now += 1;
    const changes = { note: null, expiresAt: inMs(2 * dayMs), contact: { email: null, phone: '+1 512 555' } };
    const response = await send('PATCH', `/${order.id}`, changes, { 'If-Match': tag });
    const { name, address } = ada;
    const { note: _, ...kept } = { ...order, ...details };
    const contact = { name, phone: '+1 512 555', address };
    const changed = { ...kept, expiresAt: changes.expiresAt, contact, updatedAt: inMs(0) };
    expect([response.status, await bodyOf<OrderBody>(response)]).toEqual([200, changed]);
    expect(response.headers.get('ETag')).toBe((await send('GET', `/${order.id}`)).headers.get('ETag'));
    service.now += 1;
    expect(await bodyOf<OrderBody>(await send('PATCH', `/${order.id}`, changes))).toEqual(changed);
    expect(await typesOf(order)).toEqual(['order.placed', 'order.updated']);
    const [, event] = await eventsOf(order);
    expect(event).not.toHaveProperty('petId');
    const fields = event?.changes?.map(({ field, ...texts }) => [field, texts]).sort();
    expect(fields).toEqual(['contact', 'expiresAt', 'note'].map((field) => [field, {}]));
    expect(await refusal(await send('PATCH', `/${order.id}`, {}, { 'If-Match': tag }))).toBe('412 precondition_failed');
  });

  test('a reference names one order, without regard to case, blanks and what cannot be seen', async () => {
    const { id } = await place({ reference: 'Straße 17' });
    const petId = await add();
    for (const reference of ['STRASSE17', 'straße 1\u200b7']) {
      const response = await send('POST', '', { petId, reference });
      expect(await bodyOf<object>(response)).toEqual({
        status: 409,
        code: 'order_reference_taken',
        message: expect.stringContaining(`order ${id} `),
      });
    }
    expect(await petStatus(petId)).toBe('available');
    expect(await list(`reference=${encodeURIComponent('straße17')}`)).toEqual([id]);
    expect(await list(`reference=${encodeURIComponent('straße17')}&status=completed`)).toEqual([]);
    const change = (order: number, reference: string) => send('PATCH', `/${order}`, { reference });
    expect(await bodyOf<OrderBody>(await change(id, 'strasse 17'))).toMatchObject({ reference: 'strasse 17' });
    const other = await place({ reference: 'Straße 1 8' });
    expect(await refusal(await change(other.id, 'Strasse 17'))).toBe('409 order_reference_taken');
    const petIds = [await add(), await add(), await add()];
    const raced = await Promise.all(petIds.map((one) => send('POST', '', { petId: one, reference: 'raced' })));
    expect(raced.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test('a contact is shown to who has the scope contacts:read alone, and is in nothing that is stored or cached', async () => {
    const order = await place({ contact: ada });
    const shown = await send('GET', `/${order.id}`);
    const hidden = await send('GET', `/${order.id}`, undefined, editor);
    const caching = [shown, hidden].map(({ headers }) => headers.get('Cache-Control'));
    expect(caching).toEqual(['no-store', 'private, no-cache']);
    const { contact, ...rest } = await bodyOf<OrderBody>(shown);
    expect([contact, await bodyOf<OrderBody>(hidden)]).toEqual([ada, rest]);
    for (const headers of [{}, editor, {}, editor]) {
      const response = await send('GET', '?sort=-id&limit=1', undefined, headers);
      expect(response.headers.get('Cache-Control')).toBe(headers === editor ? 'private, no-cache' : 'no-store');
      const [newest] = await bodyOf<OrderBody[]>(response);
      expect(newest).toEqual(headers === editor ? rest : { ...rest, contact: ada });
    }
    const tag = hidden.headers.get('ETag') ?? '';
    // Nobody changes a part of what she does not see, nor learns whether there is something.
    for (const id of [order.id, (await place()).id]) {
      const blind = await send('PATCH', `/${id}`, { contact: { phone: '5' } }, editor);
      expect(await refusal(blind)).toBe('400 validation_failed');
    }
    expect((await get(order.id)).contact).toEqual(ada);
    const whole = { contact: { name: 'Ben', phone: '5' } };
    const written = await send('PATCH', `/${order.id}`, whole, { ...editor, 'If-Match': tag });
    expect(Object.keys(await bodyOf<object>(written))).not.toContain('contact');
    expect((await get(order.id)).contact).toEqual(whole.contact);
    for (const phone of ['5', '6']) {
      service.now += 1;
      const guessed = await send('PATCH', `/${order.id}`, { contact: { name: 'Ben', phone } }, editor);
      expect(await bodyOf<object>(guessed)).toEqual({ ...rest, updatedAt: inMs(0) });
    }
    const body = { petId: await add(), contact: ada };
    const first = await send('POST', '', body, { 'Idempotency-Key': `contact-${body.petId}` });
    const again = await send('POST', '', body, { 'Idempotency-Key': `contact-${body.petId}` });
    const { contact: known, ...others } = await bodyOf<OrderBody>(first);
    expect([known, await bodyOf<OrderBody>(again)]).toEqual([ada, others]);
    const ended = await send('POST', `/${others.id}/cancel`, undefined, { 'Idempotency-Key': `end-${body.petId}` });
    expect((await bodyOf<OrderBody>(ended)).contact).toEqual(ada);
    const stored = await service.database.run("SELECT body FROM idempotency_records WHERE body LIKE '%Ada%'");
    expect(stored).toEqual([]);
    expect(service.logged.join()).not.toContain('Ada');
  });

  test('a contact has a name, and is erased with an event', async () => {
    const order = await place();
    for (const contact of [{ phone: '5' }, { name: null }]) {
      expect(await refusal(await send('PATCH', `/${order.id}`, { contact }))).toBe('400 validation_failed');
    }
    await send('PATCH', `/${order.id}`, { contact: ada });
    await send('POST', `/${order.id}/complete`);
    const erase = () => send('DELETE', `/${order.id}/contact`, undefined, editor);
    expect([(await erase()).status, (await erase()).status]).toEqual([204, 204]);
    expect((await get(order.id)).contact).toBeUndefined();
    expect(await typesOf(order)).toEqual(['order.placed', 'order.updated', 'order.completed', 'order.updated']);
    const rows = await service.database.run(`SELECT order_id FROM order_contacts WHERE order_id = ${order.id}`);
    expect(rows).toEqual([]);
  });

  test('an expiry is in the future and within 366 days, and only of an open order', async () => {
    const petId = await add();
    for (const ms of [0, 366 * dayMs + 1]) {
      expect(await refusal(await send('POST', '', { petId, expiresAt: inMs(ms) }))).toBe('400 validation_failed');
    }
    const order = await place({ expiresAt: inMs(366 * dayMs) });
    await send('POST', `/${order.id}/complete`);
    expect(await refusal(await send('PATCH', `/${order.id}`, { expiresAt: inMs(1) }))).toBe('409 order_closed');
    expect((await send('PATCH', `/${order.id}`, { expiresAt: order.expiresAt, note: 'x' })).status).toBe(200);
  });

  test('the animal of a completed order is returned once, which counts as a return, and leaves the order completed', async () => {
    const order = await place();
    const giveBack = (id: number, body?: object) => send('POST', `/${id}/return`, body);
    const refused = '409 order_not_returnable';
    const returned = async () => {
      await service.untilSettled();
      const day = new Date(service.now).toISOString().slice(0, 10);
      const next = new Date(service.now + dayMs).toISOString().slice(0, 10);
      const response = await service.fetch(`/v1/store/statistics?from=${day}&to=${next}`);
      return (await bodyOf<{ returned: number }[]>(response))[0]?.returned ?? 0;
    };
    expect(await refusal(await giveBack(order.id))).toBe(refused);
    const { endedAt } = await bodyOf<OrderBody>(await send('POST', `/${order.id}/complete`));
    const profile = async () => await bodyOf<object>(await service.fetch(`/v1/pets/${order.petId}/profile`));
    expect(await profile()).toMatchObject({ outcomeType: 'adoption' });
    const before = await returned();
    service.now += 20 * minuteMs;
    await send('PATCH', `/${order.id}`, { note: 'Called twice.' });
    const response = await giveBack(order.id, { reason: 'Too loud.' });
    expect([response.status, await bodyOf<OrderBody>(response)]).toEqual([200, await get(order.id)]);
    expect(await get(order.id)).toMatchObject({
      ...{ status: 'completed', endedAt, returnedAt: inMs(0), returnReason: 'Too loud.', note: 'Called twice.' },
      returnedBy: { type: 'key', id: 1, name: 'test' },
    });
    expect([await petStatus(order.petId), await returned()]).toEqual(['available', before + 1]);
    expect(await profile()).toEqual({ arrivedOn: inMs(0).slice(0, 10), intakeType: 'owner_surrender' });
    expect((await typesOf(order)).at(-1)).toBe('order.returned');
    expect(await refusal(await giveBack(order.id))).toBe(refused);
    expect(await refusal(await send('POST', `/${order.id}/reopen`))).toBe('409 order_not_reopenable');
    const again = await bodyOf<OrderBody>(await send('POST', '', { petId: order.petId }));
    await send('POST', `/${again.id}/complete`);
    expect(await refusal(await giveBack(order.id))).toBe(refused);
    service.now += 1;
    for (const status of ['available', 'sold']) {
      await service.send('PATCH', `/v1/pets/${order.petId}`, { status });
    }
    expect(await refusal(await giveBack(again.id))).toBe(refused);
  });

  test('a change of what an ended order says does not move the time until which it can be reopened', async () => {
    const order = await place();
    await send('POST', `/${order.id}/complete`);
    service.now += 14 * minuteMs;
    await send('PATCH', `/${order.id}`, { note: 'x' });
    expect((await send('POST', `/${order.id}/reopen`)).status).toBe(200);
    await send('POST', `/${order.id}/complete`);
    service.now += 14 * minuteMs;
    await send('PATCH', `/${order.id}`, { note: 'y' });
    service.now += 2 * minuteMs;
    expect(await refusal(await send('POST', `/${order.id}/reopen`))).toBe('409 order_not_reopenable');
  });

  test('lists orders of a time, the newest first, in pages', async () => {
    service.now += 10 * minuteMs;
    const createdAfter = inMs(0);
    const placed: number[] = [(await place()).id];
    for (let count = 0; count < 5; count++) {
      service.now += 1;
      placed.push((await place()).id);
    }
    const [, ...after] = placed;
    await send('POST', `/${after[1]}/cancel`);
    const all = ids(await readPages<OrderBody>((path) => service.fetch(path), '/v1/store/orders?limit=100'));
    expect(await list('sort=-id')).toEqual(all.toReversed());
    expect(await list(`createdAfter=${createdAfter}`)).toEqual(after);
    expect(await list(`createdAfter=${createdAfter}&sort=-id`)).toEqual(after.toReversed());
    expect(await list(`createdAfter=${createdAfter}&status=cancelled`)).toEqual([after[1] ?? 0]);
    expect(await list(`createdAfter=${inMs(1)}`)).toEqual([]);
    expect(await service.count(`/v1/store/orders?limit=1&createdAfter=${createdAfter}&status=placed`)).toBe(4);
  });

  test('a clock that is in doubt ends no order, and the log says so once', async () => {
    const order = await place({ expiresAt: inMs(minuteMs) });
    service.now += 40 * dayMs;
    expect(await expire(async () => (await get(order.id)).status !== 'placed')).toEqual([
      expect.stringContaining('the clock may be wrong'),
    ]);
    expect((await get(order.id)).status).toBe('placed');
  });
});
