import { describe, expect, test } from 'bun:test';
import type { EventBody } from '../../support/data/events.ts';
import { check } from './check.ts';
import { attempt, correctExample, create, type Example, pet } from './example-history.ts';
import { historyUntil } from './history.ts';
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
  example.followed = example.followed.map((one) => ({
    ...one,
    events: example.events.map((event) => ({ at: 30, event })),
  }));
}

/** Removes an animal as if it had never been stored. */
function forget(example: Example, id: number): void {
  example.pets = example.pets.filter((one) => one.id !== id);
  renumber(
    example,
    example.events.filter(({ petId }) => petId !== id),
  );
  example.inventory = { ...example.inventory, available: example.inventory.available - 1 };
}

test('a correct history violates no rule', () => {
  expect(rulesViolatedBy(() => undefined)).toEqual([]);
});

test('a change whose outcome is unknown may be missing', () => {
  expect(rulesViolatedBy((example) => forget(example, 2))).toEqual([]);
});

describe('the checker finds', () => {
  const cases: [what: string, violated: Rule[], change: (example: Example) => void][] = [
    ['an acknowledged animal that is missing', ['lost'], (example) => forget(example, 1)],
    [
      'an acknowledged name that is missing',
      ['lost'],
      (example) => {
        example.pets[0] = pet(1, 'Rex');
        renumber(
          example,
          example.events.filter(({ id }) => id !== 2),
        );
      },
    ],
    [
      'a removed animal that is there again',
      ['lost'],
      (example) => {
        example.pets.splice(2, 0, pet(3, 'Gone'));
        renumber(
          example,
          example.events.filter(({ type }) => type !== 'pet.deleted'),
        );
        example.inventory = { ...example.inventory, available: 3 };
      },
    ],
    [
      'an acknowledged order that is missing',
      ['lost'],
      (example) => {
        example.orders = example.orders.slice(1);
        renumber(
          example,
          example.events.filter(({ orderId }) => orderId !== 1),
        );
      },
    ],
    [
      'an acknowledged end of an order that is missing',
      ['lost'],
      (example) => {
        example.orders[1] = { id: 2, petId: 4, status: 'placed' };
        example.pets[2] = pet(4, 'Bella', 'pending');
        renumber(example, example.events.slice(0, 9));
        example.inventory = { available: 2, pending: 1, sold: 0 };
      },
    ],
    [
      'an id that was given to two animals',
      ['idTwice'],
      (example) => {
        const [, , , lost] = example.attempts;
        if (lost !== undefined) example.attempts[3] = { ...lost, outcome: { kind: 'acknowledged', id: 4 } };
      },
    ],
    [
      'an id that was given to two orders',
      ['adopters', 'idTwice'],
      (example) => {
        const order = { kind: 'order', petId: 4, key: 'o2' } as const;
        example.attempts[9] = attempt(16, order, { kind: 'acknowledged', id: 1 }, 'cid');
      },
    ],
    [
      'two ids for one idempotency key',
      ['lost', 'repeated', 'stale'],
      (example) => example.attempts.push(attempt(30, create('Rex', 'k1'), { kind: 'acknowledged', id: 9 })),
    ],
    [
      'an animal that was made twice after an unknown outcome',
      ['repeated'],
      (example) => {
        example.pets.push(pet(5, 'Lost'));
        renumber(example, [...example.events, { id: 11, type: 'pet.created', at: '', petId: 5, pet: pet(5, 'Lost') }]);
        example.inventory = { ...example.inventory, available: 3 };
      },
    ],
    [
      'an animal that was made although nothing was changed',
      ['refused'],
      (example) => {
        example.pets.push(pet(5, 'Never'));
        renumber(example, [...example.events, { id: 11, type: 'pet.created', at: '', petId: 5, pet: pet(5, 'Never') }]);
        example.inventory = { ...example.inventory, available: 3 };
      },
    ],
    [
      'an order that was made although nothing was changed',
      ['events', 'refused'],
      (example) => example.orders.push({ id: 3, petId: 4, status: 'cancelled' }),
    ],
    [
      'an animal that nobody has added',
      ['unknownOrigin'],
      (example) => {
        example.pets.push(pet(5, 'Stranger'));
        const created = { id: 11, type: 'pet.created', at: '', petId: 5, pet: pet(5, 'Stranger') };
        renumber(example, [...example.events, created]);
        example.inventory = { ...example.inventory, available: 3 };
      },
    ],
    [
      'two adopters of one animal',
      ['adopters'],
      (example) => {
        const order = { kind: 'order', petId: 4, key: 'o2' } as const;
        example.attempts[9] = attempt(16, order, { kind: 'acknowledged', id: 3 }, 'cid');
        example.orders.push({ id: 3, petId: 4, status: 'placed' });
        const placed = { id: 8, type: 'order.placed', at: '', petId: 4, orderId: 3, pet: pet(4, 'Bella', 'pending') };
        renumber(example, [...example.events.slice(0, 7), placed, ...example.events.slice(7)]);
      },
    ],
    [
      'an animal that is refused to everybody',
      ['adopters'],
      (example) => {
        const order = { kind: 'order', petId: 1, key: 'o9' } as const;
        example.attempts.push(attempt(30, order, { kind: 'refused', code: 'pet_not_available' }));
      },
    ],
    [
      'an animal whose status contradicts its orders',
      ['adopters', 'events', 'inventory'],
      (example) => {
        example.pets[2] = pet(4, 'Bella', 'available');
      },
    ],
    [
      'a read that does not show what the same client wrote',
      ['stale'],
      (example) => example.reads.push({ client: 'ann', petId: 1, name: 'Rex', startedAt: 6, endedAt: 7 }),
    ],
    [
      'a read of an animal that was removed',
      ['stale'],
      (example) => example.reads.push({ client: 'ann', petId: 3, name: 'Gone', startedAt: 14, endedAt: 15 }),
    ],
    [
      'a list without an acknowledged animal',
      ['stale'],
      (example) => example.walks.push({ client: 'ann', categoryId: 1, ids: [1, 2], startedAt: 16, endedAt: 17 }),
    ],
    [
      'a list with a removed animal',
      ['stale'],
      (example) => example.walks.push({ client: 'ann', categoryId: 1, ids: [1, 2, 3, 4], startedAt: 16, endedAt: 17 }),
    ],
    [
      'a list with an animal twice',
      ['stale'],
      (example) => example.walks.push({ client: 'ann', categoryId: 1, ids: [1, 1, 2, 4], startedAt: 16, endedAt: 17 }),
    ],
    [
      'a gap in the event log',
      ['events'],
      (example) => {
        example.events = example.events.map((event) => (event.id < 10 ? event : { ...event, id: 11 }));
        example.followed = [];
      },
    ],
    [
      'a change without an event',
      ['events', 'lost'],
      (example) =>
        renumber(
          example,
          example.events.filter(({ id }) => id !== 2),
        ),
    ],
    [
      'a change with two events',
      ['repeated'],
      (example) =>
        renumber(
          example,
          example.events.flatMap((event) => (event.id === 2 ? [event, event] : [event])),
        ),
    ],
    [
      'events in another order than their changes',
      ['events'],
      (example) => {
        const [first, second, third, ...others] = example.events;
        if (first !== undefined && second !== undefined && third !== undefined) {
          renumber(example, [...others.slice(0, 3), first, second, third, ...others.slice(3)]);
        }
      },
    ],
    [
      'an inventory that is not the number of animals',
      ['inventory'],
      ({ inventory }) => Object.assign(inventory, { sold: 2 }),
    ],
    [
      'a response that is not allowed',
      ['answers'],
      (example) => example.attempts.push(attempt(30, create('Odd'), { kind: 'unexpected', status: 500, text: '' })),
    ],
  ];

  test.each(cases)('%s', (_, violated, change) => {
    expect(rulesViolatedBy(change)).toEqual(violated);
  });
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
