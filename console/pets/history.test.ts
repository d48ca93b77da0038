import { expect, test } from 'bun:test';
import type { Order, Pet, PetstoreEvent } from '../../client/index.ts';
import { historyOf } from './history.ts';

const rex: Pet = { id: 7n, name: 'Rex', categoryId: 1n, status: 'pending' };
const at = (minute: number) => `2026-11-23T10:0${minute}:00.000Z`;
const order: Order = { id: 1n, petId: 7n, status: 'cancelled', createdAt: at(1), updatedAt: at(3) };
const told = (events: readonly PetstoreEvent[]) =>
  historyOf(rex, at(0), [order], events).map(({ sentence }) =>
    sentence.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join(''),
  );

test('orders and the addition tell what happened before the latest events, and nothing is told twice', () => {
  const before = ['Rex was reserved', 'Rex was added'];
  expect(told([])).toEqual(['The reservation of Rex was cancelled', ...before]);
  const events: PetstoreEvent[] = [
    { id: 12n, type: 'order.cancelled', at: at(3), petId: 7n, orderId: 1n, pet: { ...rex, status: 'available' } },
    { id: 13n, type: 'pet.updated', at: at(4), petId: 7n, pet: rex },
  ];
  expect(told(events)).toEqual(['Rex is on hold', 'The reservation of Rex was cancelled', ...before]);
});
