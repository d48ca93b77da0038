import { expect, test } from 'bun:test';
import type { Pet, PetstoreEvent } from '../../client/index.ts';
import { countByDay, daysLater, findAdoptions, startOfDay } from './adoptions.ts';

let nextId = 1n;

function event(type: PetstoreEvent['type'], petId: bigint, status?: Pet['status'], at = new Date()): PetstoreEvent {
  const pet = status && { id: petId, name: 'Frank', categoryId: 3n, status };
  return { id: nextId++, type, at: at.toISOString(), petId, ...(pet && { pet }) };
}

const adoptionsOf = (...events: PetstoreEvent[]) => findAdoptions(events).map(({ type, petId }) => [type, petId]);

test('an order that is completed is an adoption', () => {
  expect(adoptionsOf(event('order.placed', 1n, 'pending'), event('order.completed', 1n, 'sold'))).toEqual([
    ['order.completed', 1n],
  ]);
});

test('a status that is changed to sold is an adoption, also where nothing is known of before', () => {
  const known = [event('pet.created', 1n, 'available'), event('pet.updated', 1n, 'sold')];
  expect(adoptionsOf(...known, event('pet.updated', 2n, 'sold'))).toEqual([
    ['pet.updated', 1n],
    ['pet.updated', 2n],
  ]);
});

test('whatever else happens to an animal that is sold is none', () => {
  const renamed = [event('order.completed', 1n, 'sold'), event('pet.updated', 1n, 'sold')];
  const imported = [event('pet.created', 2n, 'sold'), event('pet.updated', 2n, 'sold')];
  expect(adoptionsOf(...renamed, ...imported, event('pet.deleted', 1n))).toEqual([['order.completed', 1n]]);
});

test('an animal that came back can be adopted again', () => {
  const events = [event('pet.updated', 1n, 'sold'), event('pet.updated', 1n, 'available')];
  expect(adoptionsOf(...events, event('pet.updated', 1n, 'sold'))).toHaveLength(2);
});

test('days without an adoption are counted too, and every adoption on its own day', () => {
  const until = new Date(2026, 2, 31, 12);
  const from = daysLater(startOfDay(until), -29);
  const lastMoment = event('order.completed', 1n, 'sold', new Date(2026, 2, 29, 23, 59, 59));
  const firstMoment = event('order.completed', 2n, 'sold', new Date(2026, 2, 30, 0, 0, 0));
  const days = countByDay([lastMoment, firstMoment], from, until);
  expect([days.length, days[0]?.day]).toEqual([30, new Date(2026, 2, 2)]);
  expect(days.slice(-3).map(({ adoptions }) => adoptions)).toEqual([1, 1, 0]);
});
