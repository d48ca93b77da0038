import { describe, expect, test } from 'bun:test';
import { createPet, updatePet } from '../../src/animals/pets/operations.ts';
import { cancelOrder, placeOrder } from '../../src/homes/orders/operations.ts';
import { statement } from '../../src/store/statement.ts';
import type { Store } from '../../src/store/store.ts';
import { engines } from '../support/engines.ts';
import { caller } from '../support/http/caller.ts';
import { storeForAll } from '../support/store-hooks.ts';

/** When an animal was added, when it was changed, and since when it has its status. */
describe.each(engines)('on $name', (engine) => {
  let store: Store;
  storeForAll(engine, (opened) => {
    ({ store } = opened);
  });

  const call = (body: unknown, now: bigint, path = {}) => ({ ...caller, path, body, now, idempotency: undefined });
  const add = async (name: string, now: bigint) => {
    const { body } = await store.write(createPet.command, call({ name, categoryId: 1n }, now));
    return BigInt(JSON.parse(body).id);
  };
  const times = statement<readonly bigint[]>('SELECT created_at, updated_at, status_since FROM pets WHERE id = $1');
  const timesOf = async (petId: bigint) => (await store.reader.query(times, [petId]))[0];

  test('animals that are added at once each have the time of their own request', async () => {
    const ids = await Promise.all([5n, 6n, 7n].map((now) => add(`Frank ${now}`, now)));
    expect(await Promise.all(ids.map(timesOf))).toEqual([5n, 6n, 7n].map((now) => [now, now, now]));
  });

  test('a change sets when it was changed, one of the status also since when it has the status', async () => {
    const petId = await add('Frank', 10n);
    const change = async (body: unknown, now: bigint) => {
      await store.write(updatePet.command, call(body, now, { petId }));
      return await timesOf(petId);
    };
    expect(await change({ name: 'Franka' }, 20n)).toEqual([10n, 20n, 10n]);
    expect(await change({ name: 'Franka' }, 30n)).toEqual([10n, 20n, 10n]);
    expect(await change({ status: 'sold' }, 40n)).toEqual([10n, 40n, 40n]);
    expect(await change({ status: 'sold', categoryId: 2n }, 50n)).toEqual([10n, 50n, 40n]);
  });

  test('an order that changes the status does the same', async () => {
    const petId = await add('Frank', 10n);
    const { body } = await store.write(placeOrder.command, call({ petId }, 60n));
    expect(await timesOf(petId)).toEqual([10n, 60n, 60n]);
    await store.write(cancelOrder.command, call({}, 70n, { orderId: BigInt(JSON.parse(body).id) }));
    expect(await timesOf(petId)).toEqual([10n, 70n, 70n]);
  });
});
