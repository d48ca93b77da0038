import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, createClient, type Fetch } from '../../client/index.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';

let server: TestServer;
let client: Client;

const add = (categoryId = 3n) => client.pets.create({ name: 'Frank', categoryId });
const statusOf = async (id: bigint) => (await client.pets.list({ ids: [id] }).page()).items[0]?.status;
const failureOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);

/** A network that loses the first response after the server has carried out the request. */
function losingFetch(): Fetch {
  let isLost = false;
  return async (url, init) => {
    const response = await fetch(url, init);
    await response.clone().text();
    if (isLost) return response;
    isLost = true;
    throw new Error('the answer was lost');
  };
}

beforeAll(async () => {
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(() => server.stop());

test('an order can be placed, read and completed, and its animal changes status with it', async () => {
  const pet = await add();
  const placed = await client.orders.place({ petId: pet.id });
  expect(placed).toMatchObject({ petId: pet.id, status: 'placed', updatedAt: placed.createdAt });
  expect(Math.abs(Date.parse(placed.createdAt) - Date.now())).toBeLessThan(60_000);
  expect([await statusOf(pet.id), await client.orders.get(placed.id)]).toEqual(['pending', placed]);
  const completed = await client.orders.complete(placed.id);
  expect(completed).toMatchObject({ id: placed.id, status: 'completed', createdAt: placed.createdAt });
  expect(await statusOf(pet.id)).toBe('sold');
});

test('a missing order, a missing animal and a closed order fail with their own codes', async () => {
  const missing = 2n ** 63n - 1n;
  expect(await failureOf(client.orders.get(missing))).toMatchObject({ code: 'order_not_found' });
  expect(await failureOf(client.orders.place({ petId: missing }))).toMatchObject({ code: 'pet_not_found' });
  const { id } = await client.orders.place({ petId: (await add()).id });
  await client.orders.cancel(id);
  expect(await failureOf(client.orders.complete(id))).toMatchObject({ code: 'order_closed' });
});

test('ifMatch ends an order only in the version that the caller has seen', async () => {
  const { id } = await client.orders.place({ petId: (await add()).id });
  const late = await failureOf(client.orders.cancel(id, { ifMatch: '"another"' }));
  expect(late).toMatchObject({ code: 'precondition_failed', status: 412 });
  let tag = '';
  const onAnswer = ({ headers }: { headers: Headers }) => {
    tag = headers.get('ETag') ?? '';
  };
  await client.orders.get(id, { onAnswer });
  expect((await client.orders.complete(id, { ifMatch: tag })).status).toBe('completed');
});

test('a request whose response is lost is retried and carried out once', async () => {
  const patient = (fetch: Fetch) => createClient({ baseUrl: server.url, apiKey: adminKey, fetch }).orders;
  const { id: petId } = await add();
  const { id } = await patient(losingFetch()).place({ petId });
  expect((await patient(losingFetch()).complete(id)).status).toBe('completed');
  expect((await Array.fromAsync(client.orders.list({ petId }))).map((order) => order.id)).toEqual([id]);
  const idempotencyKey = `cancel ${id}`;
  const { id: other } = await client.orders.place({ petId: (await add()).id });
  const cancelled = await client.orders.cancel(other, { idempotencyKey });
  expect(await client.orders.cancel(other, { idempotencyKey })).toEqual(cancelled);
});

test('orders are listed and counted by status, page by page', async () => {
  const made = await Promise.all(
    Array.from({ length: 7 }, async () => await client.orders.place({ petId: (await add()).id })),
  );
  const listed = await Array.fromAsync(client.orders.list({ status: 'placed', limit: 2 }));
  const ids = listed.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((one, other) => (one < other ? -1 : 1)));
  expect(listed).toEqual(expect.arrayContaining(made));
  expect(await client.orders.count({ status: 'placed' })).toBe(listed.length);
});

test('the inventory counts the animals exactly, in total and by category', async () => {
  const before = await client.inventory.get();
  expect(before.categories).toBeUndefined();
  const categoryId = -(2n ** 63n);
  await client.orders.place({ petId: (await add(categoryId)).id });
  await add(categoryId);
  const { categories = [], ...after } = await client.inventory.get({ groupBy: 'category' });
  expect(after).toEqual({ ...before, available: before.available + 1n, pending: before.pending + 1n });
  expect(categories[0]).toEqual({ categoryId, available: 1n, pending: 1n, sold: 0n });
  const sum = categories.reduce((total, { available, pending, sold }) => total + available + pending + sold, 0n);
  expect(sum).toBe(BigInt(await client.pets.count()));
});
