import { expect, test } from 'bun:test';
import type { Order } from '../../client/index.ts';
import { withEnded } from './ended-orders.ts';

const at = '2026-11-21T10:00:00.000Z';
const order = (id: bigint, status: Order['status'] = 'placed'): Order => ({
  id,
  petId: id,
  status,
  createdAt: at,
  updatedAt: at,
});
const ended = (...orders: Order[]) => new Map(orders.map((one) => [one.id, one]));
const shown = (orders: readonly Order[]) => orders.map(({ id, status }) => `${id} ${status}`);

test('an ended order keeps its position, before and after the list is read again', () => {
  const page = [order(9n), order(10n), order(11n)];
  const expected = ['9 placed', '10 completed', '11 placed'];
  expect(shown(withEnded(page, ended(order(10n, 'completed'))))).toEqual(expected);
  expect(shown(withEnded([order(9n), order(11n)], ended(order(10n, 'completed'))))).toEqual(expected);
});

test('a page without ended orders is unchanged', () => {
  expect(withEnded([order(3n), order(4n)], new Map())).toEqual([order(3n), order(4n)]);
});
