import { expect, test } from 'bun:test';
import type { Inquiry, Order, Pet, PetstoreEvent } from '../../client/index.ts';
import { historyOf, textOf } from './history.ts';

const rex: Pet = { id: 7n, name: 'Rex', categoryId: 1n, status: 'pending' };
const at = (minute: number) => `2026-11-23T10:0${minute}:00.000Z`;
const order: Order = { id: 1n, petId: 7n, status: 'cancelled', createdAt: at(1), updatedAt: at(3) };
const told = (events: readonly PetstoreEvent[]) =>
  historyOf({ pet: rex, addedAt: at(0), orders: [order], inquiries: [], events }).map(({ sentence }) =>
    textOf(sentence),
  );

test('orders and the addition tell what happened before the latest events, and nothing is told twice', () => {
  const before = ['Rex was reserved', 'Rex was added'];
  expect(told([])).toEqual(['The reservation of Rex was cancelled', ...before]);
  const events: PetstoreEvent[] = [
    { id: 12n, type: 'order.cancelled', at: at(3), petId: 7n, orderId: 1n, pet: { ...rex, status: 'available' } },
    { id: 13n, type: 'pet.updated', at: at(4), petId: 7n, pet: rex },
  ];
  expect(told(events)).toEqual(['Rex is not available', 'The reservation of Rex was cancelled', ...before]);
});

test('says for whom it was, why it came back, and what became of those who asked', () => {
  const contact = { name: 'Ana' };
  const back = { returnedAt: at(5), returnReason: 'Too loud.' };
  const asked = { petId: 7n, message: 'Hello', status: 'open' as const, createdAt: at(0) };
  const ana: Inquiry = { ...asked, id: 1n, name: 'Ana', stage: 'approved' };
  const kim: Inquiry = { ...asked, id: 2n, name: 'Kim', status: 'closed', stage: 'declined', closedAt: at(6) };
  const change = (id: bigint, type: string, minute: number) => ({ id, type, at: at(minute) });
  const history = historyOf({
    pet: rex,
    addedAt: undefined,
    orders: [{ ...order, ...back, contact, status: 'completed', endedAt: at(4) }],
    inquiries: [ana, kim],
    events: [
      { ...change(2n, 'inquiry.updated', 1), inquiryId: 1n },
      { ...change(3n, 'inquiry.updated', 2), inquiryId: 1n },
      { ...change(4n, 'order.updated', 3), orderId: 1n },
      { ...change(5n, 'inquiry.updated', 3), inquiryId: 9n },
    ],
  });
  expect(history.map(({ sentence }) => textOf(sentence))).toEqual([
    'The inquiry of Kim is declined',
    'Rex came back: Too loud.',
    'Rex was adopted',
    'The reservation of Rex was changed',
    'The inquiry of Ana was worked on, and is approved',
    'Rex was reserved for Ana',
    'The inquiry of Ana was worked on',
    'Ana has asked',
    'Kim has asked',
  ]);
});

test('an import is told by what it did to the animal, and a day until which it is hidden even right after it was added', () => {
  const pet: Pet = { ...rex, status: 'available' };
  const event = (id: bigint, type: string, second: number, field: string) => {
    return { id, type, at: `2026-11-23T10:00:0${second}.000Z`, petId: 7n, pet, importId: 1n, changes: [{ field }] };
  };
  const { importId: _, ...hidden } = event(3n, 'pet.profile_changed', 5, 'holdUntil');
  const events = [event(1n, 'pet.created', 0, ''), event(2n, 'pet.profile_changed', 0, 'holdUntil'), hidden];
  const history = historyOf({ pet, addedAt: at(0), orders: [], inquiries: [], events });
  expect(history.map(({ sentence }) => textOf(sentence))).toEqual([
    'The profile of Rex was changed: Not public until',
    'Rex was added',
  ]);
});
