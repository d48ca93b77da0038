import { describe, expect, test } from 'bun:test';
import type { EventBody } from '../../support/data/events.ts';
import { groupChanges } from './changes.ts';
import { checkOrders } from './check-orders.ts';
import { checkReservations } from './check-reservations.ts';
import { attempt, pet } from './example-history.ts';
import type { Attempt, Change } from './history.ts';
import type { Rule } from './rules.ts';
import type { OrderBody, State } from './state.ts';

const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
const expired: OrderBody = { id: 1, petId: 1, status: 'cancelled', expiresAt: second(5), expiredAt: second(6) };

/** The rules that events violate, each with its second, and the orders to which they lead. */
function violated(events: readonly [at: number, type: string, orderId?: number][], ...orders: OrderBody[]): Rule[] {
  const rules: Rule[] = [];
  const log = events.map(
    ([at, type, orderId = 1], index): EventBody => ({ id: index + 1, type, at: second(at), petId: 1, orderId }),
  );
  const state: State = { pets: [], orders, events: log, inventory: { available: 0, pending: 0, sold: 0 } };
  checkReservations(state, (rule) => void rules.push(rule));
  return [...new Set(rules)];
}

const placed = [1, 'order.placed'] as const;

test('orders that expire, are ordered again, reopened and returned violate nothing', () => {
  const ended: OrderBody = { id: 2, petId: 1, status: 'completed', returnedAt: second(12) };
  const again = [
    [7, 'order.placed', 2],
    [8, 'order.completed', 2],
    [9, 'order.reopened', 2],
  ] as const;
  const last = [
    [10, 'order.completed', 2],
    [12, 'order.returned', 2],
  ] as const;
  expect(
    violated(
      [
        [...placed],
        [6, 'order.expired'],
        ...[...again, ...last].map(([at, type, id]): [number, string, number] => [at, type, id]),
      ],
      expired,
      ended,
    ),
  ).toEqual([]);
});

describe('the checker finds', () => {
  const open: OrderBody = { id: 1, petId: 1, status: 'placed', expiresAt: second(5) };
  const cases: [what: string, rules: Rule[], events: [number, string, number?][], orders: OrderBody[]][] = [
    ['an order that has expired too early', ['reservations'], [[4, 'order.expired']], [expired]],
    [
      'an order that has expired twice',
      ['reservations'],
      [
        [6, 'order.expired'],
        [6, 'order.expired'],
      ],
      [expired],
    ],
    [
      'an order that has expired after it was completed',
      ['reservations'],
      [
        [4, 'order.completed'],
        [6, 'order.expired'],
      ],
      [expired],
    ],
    ['an order that has not expired', ['reservations'], [[50, 'pet.created', 0]], [open]],
    ['an order without its event', ['events'], [], [expired]],
    [
      'an animal that is ordered again before the order has ended',
      ['adopters'],
      [
        [2, 'order.placed', 2],
        [6, 'order.expired'],
        [6, 'order.cancelled', 2],
      ],
      [expired, { id: 2, petId: 1, status: 'cancelled' }],
    ],
  ];

  test.each(cases)('%s', (_, rules, events, orders) => {
    expect(violated([[...placed], ...events], ...orders)).toEqual(rules);
  });
});

describe('of the changes of an order', () => {
  const order = attempt(
    0,
    { kind: 'order', petId: 1, key: 'o', expiresAt: second(5) },
    { kind: 'acknowledged', id: 1 },
  );
  const change = (at: number, kind: 'complete' | 'extend' | 'return' | 'reopen', outcome: Attempt['outcome']) =>
    attempt(at, { kind, petId: 1, orderId: 1, key: kind, expiresAt: second(9) } satisfies Change, outcome);
  const acknowledged = { kind: 'acknowledged', id: 1 } as const;
  const cases: [what: string, rules: Rule[], changes: Attempt[], stored: object][] = [
    ['nothing is wrong when it has expired', [], [], {}],
    ['a lost completion is found', ['lost'], [change(2, 'complete', acknowledged)], {}],
    ['a lost extension is found', ['lost'], [change(2, 'extend', acknowledged)], {}],
    [
      'a lost return is found',
      ['lost'],
      [change(2, 'complete', acknowledged), change(4, 'return', acknowledged)],
      { status: 'completed', expiredAt: undefined },
    ],
    [
      'a refused completion that was made is found',
      ['refused'],
      [change(2, 'complete', { kind: 'refused', code: 'order_closed' })],
      { status: 'completed', expiredAt: undefined },
    ],
    [
      'nothing is wrong when it was reopened, which removes an expiry',
      [],
      [change(2, 'reopen', acknowledged), change(4, 'complete', acknowledged)],
      { status: 'completed', expiredAt: undefined, expiresAt: undefined },
    ],
  ];

  test.each(cases)('%s', (_, rules, changes, stored) => {
    const found: Rule[] = [];
    const kept = { ...expired, ...stored } as OrderBody;
    const status = kept.status === 'completed' ? 'sold' : 'available';
    const state: State = {
      pets: [pet(1, 'Rex', status)],
      orders: [kept],
      events: [],
      inventory: { available: 0, pending: 0, sold: 0 },
    };
    checkOrders(groupChanges([order, ...changes]), state, (rule) => void found.push(rule));
    expect(found).toEqual(rules);
  });
});
