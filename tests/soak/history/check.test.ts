import { describe, expect, test } from 'bun:test';
import type { EventBody } from '../../support/data/events.ts';
import { check } from './check.ts';
import { attempt, correctExample, create, type Example, pet } from './example-history.ts';
import { historyUntil, type Outcome } from './history.ts';
import type { Rule } from './rules.ts';

function rulesViolatedBy(change: (example: Example) => void): Rule[] {
  const example = correctExample();
  change(example);
  const { pets, orders, events, inventory, ...history } = example;
  return [...new Set(check(history, { pets, orders, events, inventory }).map(({ rule }) => rule))].sort();
}

/** Renumbers the events consecutively, in the log and for its follower. */
function renumber(example: Example, events: readonly EventBody[]): void {
  example.events = events.map((event, index) => ({ ...event, id: index + 1 }));
  const received = example.events.map((event) => ({ at: 30, event }));
  example.followed = example.followed.map((one) => ({ ...one, events: received }));
}

function removeEvents(example: Example, isRemoved: (event: EventBody) => boolean): void {
  const rest = example.events.filter((event) => !isRemoved(event));
  renumber(example, rest);
}

/** Removes an animal as if it had never been stored. */
function forget(example: Example, id: number): void {
  example.pets = example.pets.filter((one) => one.id !== id);
  removeEvents(example, ({ petId }) => petId === id);
  example.inventory = { ...example.inventory, available: example.inventory.available - 1 };
}

/** Stores one more animal. */
function remember(example: Example, name: string): void {
  example.pets.push(pet(5, name));
  renumber(example, [...example.events, { id: 11, type: 'pet.created', at: '', petId: 5, pet: pet(5, name) }]);
  example.inventory = { ...example.inventory, available: 3 };
}

test('a correct history violates no rule', () => {
  expect(rulesViolatedBy(() => undefined)).toEqual([]);
});

test('a change whose outcome is unknown may be missing', () => {
  expect(rulesViolatedBy((example) => forget(example, 2))).toEqual([]);
});

describe('the checker finds', () => {
  const finds = (what: string, violated: Rule[], change: (example: Example) => void) =>
    test(what, () => expect(rulesViolatedBy(change)).toEqual(violated));
  const ordered = (petId: number, key: string, outcome: Outcome) =>
    attempt(16, { kind: 'order', petId, key }, outcome, 'cid');
  const listed = (...ids: number[]) => ({ client: 'ann', categoryId: 1, ids, startedAt: 16, endedAt: 17 });

  finds('an acknowledged animal that is missing', ['lost'], (example) => forget(example, 1));
  finds('an acknowledged name that is missing', ['lost'], (example) => {
    example.pets[0] = pet(1, 'Rex');
    removeEvents(example, ({ id }) => id === 2);
  });
  finds('a removed animal that is there again', ['lost'], (example) => {
    example.pets.splice(2, 0, pet(3, 'Gone'));
    removeEvents(example, ({ type }) => type === 'pet.deleted');
    example.inventory = { ...example.inventory, available: 3 };
  });
  finds('an acknowledged order that is missing', ['lost'], (example) => {
    example.orders = example.orders.slice(1);
    removeEvents(example, ({ orderId }) => orderId === 1);
  });
  finds('an acknowledged end of an order that is missing', ['lost'], (example) => {
    example.orders[1] = { id: 2, petId: 4, status: 'placed' };
    example.pets[2] = pet(4, 'Bella', 'pending');
    renumber(example, example.events.slice(0, 9));
    example.inventory = { available: 2, pending: 1, sold: 0 };
  });
  finds('an id that was given to two animals', ['idTwice'], (example) => {
    example.attempts[3] = attempt(6, create('Lost'), { kind: 'acknowledged', id: 4 });
  });
  finds('an id that was given to two orders', ['adopters', 'idTwice'], (example) => {
    example.attempts[9] = ordered(4, 'o2', { kind: 'acknowledged', id: 1 });
  });
  finds('two ids for one idempotency key', ['lost', 'repeated', 'stale'], (example) =>
    example.attempts.push(attempt(30, create('Rex', 'k1'), { kind: 'acknowledged', id: 9 })),
  );
  finds('an animal that was made twice after an unknown outcome', ['repeated'], (one) => remember(one, 'Lost'));
  finds('an animal that was made although nothing was changed', ['refused'], (one) => remember(one, 'Never'));
  finds('an animal that nobody has added', ['unknownOrigin'], (one) => remember(one, 'Stranger'));
  finds('an order that was made although nothing was changed', ['events', 'refused'], (example) =>
    example.orders.push({ id: 3, petId: 4, status: 'cancelled' }),
  );
  finds('two adopters of one animal', ['adopters'], (example) => {
    example.attempts[9] = ordered(4, 'o2', { kind: 'acknowledged', id: 3 });
    example.orders.push({ id: 3, petId: 4, status: 'placed' });
    const placed = { id: 8, type: 'order.placed', at: '', petId: 4, orderId: 3, pet: pet(4, 'Bella', 'pending') };
    renumber(example, [...example.events.slice(0, 7), placed, ...example.events.slice(7)]);
  });
  finds('an animal that is refused to everybody', ['adopters'], (example) =>
    example.attempts.push(ordered(1, 'o9', { kind: 'refused', code: 'pet_not_available' })),
  );
  finds('an animal whose status contradicts its orders', ['adopters', 'events', 'inventory'], (example) => {
    example.pets[2] = pet(4, 'Bella', 'available');
  });
  finds('a read that does not show what the same client wrote', ['stale'], ({ reads }) =>
    reads.push({ client: 'ann', petId: 1, name: 'Rex', startedAt: 6, endedAt: 7 }),
  );
  finds('a read of an animal that was removed', ['stale'], ({ reads }) =>
    reads.push({ client: 'ann', petId: 3, name: 'Gone', startedAt: 14, endedAt: 15 }),
  );
  finds('a list without an acknowledged animal', ['stale'], ({ walks }) => walks.push(listed(1, 2)));
  finds('a list with a removed animal', ['stale'], ({ walks }) => walks.push(listed(1, 2, 3, 4)));
  finds('a list with an animal twice', ['stale'], ({ walks }) => walks.push(listed(1, 1, 2, 4)));
  finds('a gap in the event log', ['events'], (example) => {
    example.events = example.events.map((event) => (event.id < 10 ? event : { ...event, id: 11 }));
    example.followed = [];
  });
  finds('a change without an event', ['events', 'lost'], (example) => removeEvents(example, ({ id }) => id === 2));
  finds('a change with two events', ['repeated'], (example) => {
    const twice = example.events.flatMap((event) => (event.id === 2 ? [event, event] : [event]));
    renumber(example, twice);
  });
  finds('events in another order than their changes', ['events'], (example) => {
    const { events } = example;
    renumber(example, [...events.slice(3, 6), ...events.slice(0, 3), ...events.slice(6)]);
  });
  finds('an inventory that is not the number of animals', ['inventory'], ({ inventory }) =>
    Object.assign(inventory, { sold: 2 }),
  );
  finds('a response that is not allowed', ['answers'], (example) =>
    example.attempts.push(attempt(30, create('Odd'), { kind: 'unexpected', status: 500, text: '' })),
  );
});

describe('a follower that', () => {
  const cases: [what: string, change: (events: EventBody[]) => EventBody[]][] = [
    ['missed an event', (events) => events.filter(({ id }) => id !== 5)],
    ['received an event twice', (events) => events.flatMap((event) => (event.id === 5 ? [event, event] : [event]))],
    ['received other contents', (events) => events.map((event) => (event.id === 5 ? { ...event, petId: 4 } : event))],
    ['received an event that is not stored', (events) => [...events, { id: 11, type: 'pet.created', at: '' }]],
    ['did not reach the end', (events) => events.slice(0, 9)],
  ];

  test.each(cases)('%s is found', (_, change) => {
    const violated = rulesViolatedBy((example) => {
      const events = change(example.events).map((event) => ({ at: 30, event }));
      example.followed = [{ name: 'follower', after: 0, events, isComplete: true }];
    });
    expect(violated).toEqual(['followers']);
  });
});

test('what clients know at an earlier time leaves later outcomes open', () => {
  const { pets: _, orders: __, events: ___, inventory: ____, ...history } = correctExample();
  const known = historyUntil(history, 4);
  expect(known.attempts.map(({ outcome }) => outcome.kind)).toEqual(['unknown', 'acknowledged', 'unknown']);
  expect([known.reads, known.walks, known.followed[0]?.events]).toEqual([[], [], []]);
  const pets = [pet(1, 'Rex')];
  const events = [{ id: 1, type: 'pet.created', at: '', petId: 1, pet: pet(1, 'Rex') }];
  expect(check(known, { pets, orders: [], events, inventory: { available: 1, pending: 0, sold: 0 } })).toEqual([]);
});
