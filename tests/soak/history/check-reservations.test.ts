import { describe, expect, test } from 'bun:test';
import { groupChanges } from './changes.ts';
import { checkOrders } from './check-orders.ts';
import { checkReservations } from './check-reservations.ts';
import { attempt, pet } from './example-history.ts';
import type { Attempt, Change } from './history.ts';
import type { Rule } from './rules.ts';
import type { OrderBody, State } from './state.ts';

const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString();
const expired: OrderBody = { id: 1, petId: 1, status: 'cancelled', expiresAt: second(5), expiredAt: second(6) };

type Told = readonly [at: number, type: string, orderId?: number];

/** The rules that events violate, each with its second, after an order was placed, and the orders to which they lead. */
function violated(events: readonly Told[], ...orders: OrderBody[]): Rule[] {
  const rules: Rule[] = [];
  const log = [[1, 'placed'] as Told, ...events].map(([at, type, orderId = 1], index) => ({
    id: index + 1,
    type: `order.${type}`,
    at: second(at),
    petId: 1,
    orderId,
  }));
  const state: State = { pets: [], orders, events: log, inventory: { available: 0, pending: 0, sold: 0 } };
  checkReservations(state, (rule) => void rules.push(rule));
  return [...new Set(rules)];
}

test('orders that expire, are ordered again, reopened and returned violate nothing', () => {
  const steps = ['placed', 'completed', 'reopened', 'completed', 'returned'];
  const again = steps.map((type, index): Told => [7 + index, type, 2]);
  const ended: OrderBody = { id: 2, petId: 1, status: 'completed', returnedAt: second(12) };
  expect(violated([[6, 'expired'], ...again], expired, ended)).toEqual([]);
});

describe('the checker finds', () => {
  const finds = (what: string, rule: Rule, events: Told[], ...orders: OrderBody[]) =>
    test(what, () => expect(violated(events, ...orders)).toEqual([rule]));
  const end: Told = [6, 'expired'];
  const open: OrderBody = { id: 1, petId: 1, status: 'placed', expiresAt: second(5) };

  finds('an order that has expired too early', 'reservations', [[4, 'expired']], expired);
  finds('an order that has expired twice', 'reservations', [end, end], expired);
  finds('an order that has expired after it was completed', 'reservations', [[4, 'completed'], end], expired);
  finds('an order that has not expired', 'reservations', [[50, 'updated', 0]], open);
  finds('an order without its event', 'events', [], expired);
  const other: OrderBody = { id: 2, petId: 1, status: 'cancelled' };
  const both: Told[] = [[2, 'placed', 2], end, [6, 'cancelled', 2]];
  finds('an animal that is ordered again before the order has ended', 'adopters', both, expired, other);
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
  const [completion, reopening] = [change(2, 'complete', acknowledged), change(2, 'reopen', acknowledged)];
  const refused = change(2, 'complete', { kind: 'refused', code: 'order_closed' });
  const completed = { status: 'completed', expiredAt: undefined };
  const cases: [what: string, rules: Rule[], changes: Attempt[], stored: object][] = [
    ['nothing is wrong when it has expired', [], [], {}],
    ['a lost completion is found', ['lost'], [completion], {}],
    ['a lost extension is found', ['lost'], [change(2, 'extend', acknowledged)], {}],
    ['a lost return is found', ['lost'], [completion, change(4, 'return', acknowledged)], completed],
    ['a refused completion that was made is found', ['refused'], [refused], completed],
    [
      'nothing is wrong when it was reopened, which removes an expiry',
      [],
      [reopening, change(4, 'complete', acknowledged)],
      { ...completed, expiresAt: undefined },
    ],
  ];

  test.each(cases)('%s', (_, rules, changes, stored) => {
    const found: Rule[] = [];
    const kept = { ...expired, ...stored } as OrderBody;
    const status = kept.status === 'completed' ? 'sold' : 'available';
    const inventory = { available: 0, pending: 0, sold: 0 };
    const state: State = { pets: [pet(1, 'Rex', status)], orders: [kept], events: [], inventory };
    checkOrders(groupChanges([order, ...changes]), state, (rule) => void found.push(rule));
    expect(found).toEqual(rules);
  });
});
