import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, createClient, type Pet, type PetstoreEvent } from '../../client/index.ts';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

const failureOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);

/** Follows events in the background, until `stop`. */
function followInBackground({ events }: Client, after?: bigint) {
  const controller = new AbortController();
  const seen: PetstoreEvent[] = [];
  let connections = 0;
  const begins: bigint[] = [];
  const onAnswer = () => {
    connections += 1;
  };
  const loop = async () => {
    for await (const event of events.follow({
      after,
      signal: controller.signal,
      onAnswer,
      onBegin: (id) => begins.push(id),
    }))
      seen.push(event);
  };
  const ended = failureOf(loop());
  return {
    seen,
    begins,
    connections: () => connections,
    async stop() {
      controller.abort('stopped');
      return await ended;
    },
  };
}

/** Applies an event to a copy of the catalogue. */
function apply(pets: Map<bigint, Pet>, { petId, pet }: PetstoreEvent): void {
  if (petId === undefined) return;
  if (pet === undefined) pets.delete(petId);
  else pets.set(petId, pet);
}

let database: ScratchDatabase;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startServer({ database });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(async () => {
  await server.stop();
  await database.remove();
});

const add = (name: string) => client.pets.create({ name, categoryId: -(2n ** 63n) });

test('events are listed page by page with their content, from any position', async () => {
  const before = await client.events.lastId();
  const pet = await add('Zoë 🐕');
  const { id: orderId } = await client.orders.place({ petId: pet.id });
  await client.categories.put(7n, { name: 'Dogs' });
  const listed = () => Array.fromAsync(client.events.list({ after: before, limit: 2 }));
  await until('the events to have their places', listed, ({ length }) => length === 3);
  const actor = { type: 'key', id: 1n, name: 'PETSTORE_API_KEY' };
  expect(await listed()).toEqual([
    { id: before + 1n, type: 'pet.created', at: expect.any(String), actor, petId: pet.id, pet },
    {
      id: before + 2n,
      type: 'order.placed',
      at: expect.any(String),
      actor,
      petId: pet.id,
      orderId,
      pet: { ...pet, status: 'pending' },
    },
    { id: before + 3n, type: 'category.created', at: expect.any(String), actor, category: { id: 7n, name: 'Dogs' } },
  ]);
  expect(await Array.fromAsync(client.events.list({ after: before + 3n }))).toEqual([]);
  const { items, next } = await client.events.list({ limit: 1 }).page();
  expect([items[0]?.id, next]).toEqual([1n, 1n]);
  expect(await client.events.lastId()).toBe(before + 3n);
});

test('a follower receives all later events, identical to those in the list', async () => {
  const follower = followInBackground(client);
  await until(
    'the connection',
    () => follower.connections(),
    (seen) => seen === 1,
  );
  const after = await client.events.lastId();
  await until('the begin', () => follower.begins.length);
  await Promise.all(Array.from({ length: 150 }, (_, index) => add(`Rex ${index}`)));
  await until('the events', () => follower.seen.length === 150);
  expect(follower.seen).toEqual(await Array.fromAsync(client.events.list({ after })));
  expect(follower.begins).toEqual([after]);
  expect(await follower.stop()).toBe('stopped');
});

test('following fails with 410 events_expired if the events are gone, and with 403 without the scope', async () => {
  const all = async ({ events }: Client, after: bigint) => await Array.fromAsync(events.follow({ after }));
  const expired = await failureOf(all(client, 2n ** 63n - 1n));
  expect(expired).toMatchObject({ code: 'events_expired', status: 410 });
  const { secret } = await client.keys.create({ name: 'no events', scopes: ['pets:read'] });
  const narrow = createClient({ baseUrl: server.url, apiKey: secret });
  expect(await failureOf(all(narrow, 0n))).toMatchObject({ code: 'insufficient_scope', status: 403 });
});

test('leaving or stopping the loop closes its stream', async () => {
  const open = async () => /^petstore_streams_open (\d+)$/m.exec(await (await server.fetch('/metrics')).text())?.[1];
  const follower = followInBackground(client);
  for await (const _ of client.events.follow({ after: 0n })) break;
  await until('the left loop to be closed', open, (seen) => seen === '1');
  await follower.stop();
  await until('the stopped loop to be closed', open, (seen) => seen === '0');
});

test('a copy that follows events misses none while the server is killed and restarted', async () => {
  const { port } = new URL(server.url);
  const patient = createClient({ baseUrl: server.url, apiKey: adminKey, retryForMs: 60_000 });
  await Promise.all(['a', 'b', 'c'].map((name) => patient.pets.create({ name, categoryId: 1n })));

  const after = await patient.events.lastId();
  const copy = new Map<bigint, Pet>();
  for await (const pet of patient.pets.list({ limit: 1 })) copy.set(pet.id, pet);
  const follower = followInBackground(patient, after);

  let isOver = false;
  const write = async (worker: number) => {
    for (let round = 0; !isOver; round++) {
      const { id } = await patient.pets.create({ name: `${worker}-${round}`, categoryId: 1n });
      if (round % 3 === 0) await patient.pets.update(id, { status: 'sold' });
      // The retry of a removal fails if only the response to the first attempt was lost.
      if (round % 3 === 1) await failureOf(patient.pets.remove(id));
      await Bun.sleep(5);
    }
  };
  const writers = [1, 2, 3].map(write);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const seen = follower.seen.length;
    await until('events to come', () => follower.seen.length > seen + 20);
    server.signal(signal);
    await server.exited;
    server = await startServer({ database, env: { PORT: port } });
  }
  isOver = true;
  await Promise.all(writers);

  const last = await patient.pets.create({ name: 'last', categoryId: 1n });
  await until(
    'the last event',
    () => follower.seen.at(-1),
    (event) => event?.petId === last.id,
  );
  const pets = await Array.fromAsync(patient.pets.list());
  expect(follower.seen).toEqual(await Array.fromAsync(patient.events.list({ after })));
  expect(follower.seen.map(({ id }) => id)).toEqual(follower.seen.map((_, index) => after + 1n + BigInt(index)));
  for (const event of follower.seen) apply(copy, event);
  expect([...copy.values()].sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(pets);
  expect(follower.connections()).toBeGreaterThanOrEqual(3);
  await follower.stop();
});
