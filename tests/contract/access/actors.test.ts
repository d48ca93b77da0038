import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { submitInquiry } from '../../../src/homes/inquiries/rules.ts';
import { maxReadEvents } from '../../../src/record/events/history-sql.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { EventBody } from '../../support/data/events.ts';
import { as } from '../../support/data/keys.ts';
import { type SignedIn, signInAs } from '../../support/data/people.ts';
import { engines, onOneEngine, sqlite } from '../../support/engines.ts';
import { bodyOf } from '../../support/http/body.ts';
import { EventReader } from '../../support/http/event-stream.ts';
import { until } from '../../support/until.ts';

interface Told extends Omit<EventBody, 'actor'> {
  actor?: { type: string; id?: number; name?: string };
}

describe.each(engines)('who has made a change, on $name', (engine) => {
  let service: TestApp;
  let ana: SignedIn;
  let petId: number;

  const post = async (path: string, body: string, secret?: string) =>
    await bodyOf(await service.post(path, body, as(secret)));
  const history = async (query: string) => {
    await service.untilSettled();
    const response = await service.fetch(`/v1/events?${query}`);
    const next = /<[^>]*\?([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    return { events: await bodyOf<Told[]>(response), next };
  };

  beforeAll(async () => {
    service = await startApp({}, engine);
    ana = await signInAs(service, 'staff');
    petId = (await post('/v1/pets', '{"name":"Bella","categoryId":1}', ana.secret)).id;
    const order = await post('/v1/store/orders', JSON.stringify({ petId }));
    await post(`/v1/store/orders/${order.id}/complete`, '', ana.secret);
    const draft = { petId: BigInt(petId), name: 'Zoe', phone: '1', message: 'Hi' };
    await service.store.write(submitInquiry, { draft, submission: 'one', at: BigInt(service.now) });
  });
  afterAll(() => service.close());

  test('stands in each event: a person, a key or the public', async () => {
    const person = { type: 'person', id: ana.personId, name: 'Ana' };
    const key = { type: 'key', id: 1, name: 'test' };
    const { events } = await history('');
    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['pet.created', person],
      ['order.placed', key],
      ['order.completed', person],
      ['inquiry.created', { type: 'public' }],
    ]);
  });

  test('stands in orders and inquiries, and in no response that is stored for retries', async () => {
    const person = { type: 'person', id: ana.personId, name: 'Ana' };
    const read = async (path: string) => await bodyOf<object>(await service.fetch(path));
    const placedBy = { type: 'key', name: 'test' };
    expect(await read('/v1/store/orders/1')).toMatchObject({ placedBy, endedBy: person });
    expect(await read('/v1/store/orders')).toMatchObject([{ endedBy: person }]);
    await post('/v1/inquiries/1/close', '', ana.secret);
    expect(await read('/v1/inquiries')).toMatchObject([{ createdBy: { type: 'public' }, closedBy: person }]);
    const other = (await post('/v1/pets', '{"name":"Rex","categoryId":1}')).id;
    const place = () =>
      service.post('/v1/store/orders', `{"petId":${other}}`, { ...as(ana.secret), 'Idempotency-Key': 'order' });
    const placed = await place();
    expect(placed.headers.get('ETag')).toBe((await service.fetch('/v1/store/orders/2')).headers.get('ETag'));
    expect(await bodyOf<object>(placed)).toMatchObject({ placedBy: person });
    expect(await bodyOf<object>(await place())).toMatchObject({ placedBy: { type: 'person', id: ana.personId } });
    const stored = await service.database.run("SELECT body FROM idempotency_records WHERE idempotency_key = 'order'");
    expect(JSON.stringify(stored)).not.toContain('Ana');
  });

  test('is found in the history by animal, order, type and actor, in both orders', async () => {
    const found: Record<string, number[]> = {
      'petId=1': [1, 2, 3],
      'petId=3': [],
      'orderId=1': [2, 3],
      'type=order.placed': [2, 7],
      'actor=person:1': [1, 3, 5, 7],
      'actor=key:1&petId=1': [2],
      'actor=public': [4],
      'actor=system': [],
      'sort=-id&limit=2': [7, 6],
      'sort=-id&after=3&actor=person:1': [1],
    };
    for (const [query, ids] of Object.entries(found)) {
      expect([query, (await history(query)).events.map(({ id }) => id)]).toEqual([query, ids]);
    }
  });

  test('is named in a stream as long as the person is there, and only then', async () => {
    const follow = async (after: number) =>
      await EventReader.open(async (init) => await service.fetch(`/v1/events?after=${after}`, init));
    const namesIn = async (reader: EventReader) => {
      await reader.until(() => reader.events.length > 0);
      const [first] = reader.bodies as Told[];
      reader.close();
      return first?.actor;
    };
    const open = await follow(7);
    await post('/v1/pets', '{"name":"Rex","categoryId":1}', ana.secret);
    expect(await namesIn(open)).toMatchObject({ name: 'Ana' });
    await service.fetch(`/v1/people/${ana.personId}`, { method: 'DELETE' });
    const { events } = await history('actor=person:1');
    expect(events.map(({ actor }) => actor)).toEqual(Array(5).fill({ type: 'person', id: ana.personId }));
    expect(await namesIn(await follow(0))).toEqual({ type: 'person', id: ana.personId });
  });

  test('is looked for in a bounded number of events, from which the next page goes on', async () => {
    const row = (id: string) => `INSERT INTO events (id, type, at) SELECT ${id}, 'category.updated', 1`;
    const numbers = `WITH RECURSIVE n (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM n WHERE n < ${99 + maxReadEvents})`;
    await service.sequencing.stop();
    const series = `generate_series(100, ${99 + maxReadEvents}) AS n`;
    await service.database.run(engine === sqlite ? `${numbers} ${row('n')} FROM n` : `${row('n')} FROM ${series}`);
    const newest = async () => (await history('sort=-id&limit=1')).events[0]?.id;
    await until('the rows of another program', newest, (id) => id === 99 + maxReadEvents);
    const first = await history('petId=1&sort=-id&limit=10');
    expect([first.events, first.next]).toEqual([[], `limit=10&petId=1&sort=-id&after=100`]);
    expect((await history(first.next ?? '')).events.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  onOneEngine(engine, () => {
    test.each(['actor=person', 'actor=ana', 'actor=system:1', 'type=pet', 'sort=name', 'petId=x'])(
      'is not looked for by %s',
      async (query) => {
        expect((await service.fetch(`/v1/events?${query}`)).status).toBe(400);
      },
    );

    test('cannot limit a stream', async () => {
      const headers = { Accept: 'text/event-stream' };
      for (const query of ['petId=1', 'sort=-id']) {
        expect((await service.fetch(`/v1/events?${query}`, { headers })).status).toBe(400);
      }
    });
  });
});
