import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type EventBody, lastEventId, readEvents } from '../../support/data/events.ts';
import { postgres, type ScratchDatabase } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';

let database: ScratchDatabase;
let nodes: TestServer[];

const nodeAt = (index: number) => nodes[index % nodes.length] ?? expect.unreachable();
// On a busy machine the last of many writes waits long for its turn.
const env = { PETSTORE_DATABASE_WAIT: '30' };
const send = (node: number, method: string, path: string, body?: object) =>
  nodeAt(node).fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

beforeAll(async () => {
  database = await postgres.makeDatabase({ isMigrated: true });
  nodes = await Promise.all([1, 2].map(() => startServer({ database, env })));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database.remove();
});

/** The life of one animal, each step on the other node. */
async function live(writer: number): Promise<number> {
  const { id } = await bodyOf<PetBody>(await send(writer, 'POST', '/v1/pets', { name: 'Frank', categoryId: writer }));
  const renamed = await send(writer + 1, 'PATCH', `/v1/pets/${id}`, { name: 'Rex' });
  const placed = await send(writer, 'POST', '/v1/store/orders', { petId: id });
  const order = await bodyOf<{ id: number }>(placed);
  const cancelled = await send(writer + 1, 'POST', `/v1/store/orders/${order.id}/cancel`);
  const removed = await send(writer, 'DELETE', `/v1/pets/${id}`);
  expect([renamed, placed, cancelled, removed].map(({ status }) => status)).toEqual([200, 201, 200, 204]);
  return id;
}
/** The events of that life. */
const lifeOf = ['pet.created', 'pet.updated', 'order.placed', 'order.cancelled', 'pet.deleted'];

describe('while 16 clients write on two nodes at the same time', () => {
  const writers = 16;
  const rounds = 4;
  const total = writers * rounds * lifeOf.length;
  let ids: number[];
  let read: EventBody[][];

  beforeAll(async () => {
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const lived: number[] = [];
        for (let round = 0; round < rounds; round++) lived.push(await live(writer));
        return lived;
      }),
    );
    const reading = Promise.all(nodes.map((node) => readEvents((path) => node.fetch(path), 0, total)));
    ids = (await writing).flat();
    read = await reading;
  });

  test('a reader that pages on every node skips no event, and receives none twice', () => {
    const expected = Array.from({ length: total }, (_, index) => index + 1);
    for (const events of read) expect(events.map(({ id }) => id)).toEqual(expected);
    expect(read[0]).toEqual(read[1] ?? []);
  });

  test('all events of each animal are listed in the order in which they were acknowledged', () => {
    const byPet = Map.groupBy(read[0] ?? [], ({ petId }) => petId);
    expect([...byPet.keys()].toSorted()).toEqual(ids.toSorted());
    for (const events of byPet.values()) expect(events.map(({ type }) => type)).toEqual(lifeOf);
  });

  test('no event stays pending, and the inventory is empty again', async () => {
    expect(await lastEventId(nodeAt(0))).toBe(total);
    expect(await database.run('SELECT count(*) FROM pending_events')).toEqual([[0n]]);
    const inventory = await (await nodeAt(1).fetch('/v1/store/inventory?by=category')).json();
    expect(inventory).toEqual({ available: 0, pending: 0, sold: 0, categories: [] });
  });
});

test('one of 50 concurrent orders of an animal through two nodes succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await bodyOf<PetBody>(await send(0, 'POST', '/v1/pets', { name: 'Frank', categoryId: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(index, 'POST', '/v1/store/orders', { petId: id })),
    );
    const codes = await Promise.all(
      answers.map(async (answer) => (await bodyOf<{ code?: string }>(answer)).code ?? answer.status),
    );
    expect(codes.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 'pet_not_available')]);
  }
});

test('another node lists everything that a killed node has acknowledged', async () => {
  const behind = await lastEventId(nodeAt(0));
  const doomed = await startServer({ database, env });
  const post = () =>
    doomed.fetch('/v1/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"Frank","categoryId":1}',
    });
  const made = await Promise.all(Array.from({ length: 40 }, async () => (await bodyOf<PetBody>(await post())).id));
  doomed.signal('SIGKILL');
  await doomed.exited;
  const events = await readEvents((path) => nodeAt(0).fetch(path), behind, made.length);
  expect(events.map(({ petId }) => petId).toSorted()).toEqual(made.toSorted());
});
