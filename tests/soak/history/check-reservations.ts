import type { Report } from './rules.ts';
import { byId, type State, statusOf } from './state.ts';

/** From what an event leads to what. */
const steps: Readonly<Record<string, readonly [from: readonly string[], to: string]>> = {
  'order.completed': [['placed'], 'completed'],
  'order.cancelled': [['placed'], 'cancelled'],
  'order.expired': [['placed'], 'expired'],
  'order.reopened': [['completed', 'cancelled', 'expired'], 'placed'],
  'order.returned': [['completed'], 'returned'],
};
/** The job that ends orders runs every 5 seconds; faults last for some seconds, and it tries again. */
const latestMs = 30_000;

/** Checks by the events that each order ends once and not before its time, and that they lead to what is stored. */
export function checkReservations({ events, orders }: State, report: Report): void {
  const stored = byId(orders);
  const statuses = new Map<number, string>();
  /** The last order of each animal. */
  const latest = new Map<number, number>();
  for (const { id, type, at, petId = 0, orderId = 0 } of events) {
    const status = statuses.get(orderId);
    const expiresAt = stored.get(orderId)?.expiresAt;
    const [from, to] = steps[type] ?? [];
    if (type === 'order.placed') {
      const earlier = latest.get(petId) ?? 0;
      if (['placed', 'completed'].includes(statuses.get(earlier) ?? ''))
        report('adopters', `event ${id}: the order ${orderId} takes animal ${petId}, which the order ${earlier} has`);
      latest.set(petId, orderId);
      statuses.set(orderId, 'placed');
    }
    if (from === undefined || to === undefined) continue;
    if (status === undefined || !from.includes(status))
      report('reservations', `event ${id} (${type}): the order ${orderId} is ${status}`);
    if (type === 'order.expired' && expiresAt !== undefined && Date.parse(at) < Date.parse(expiresAt))
      report('reservations', `event ${id}: the order ${orderId} has expired at ${at}, not ${expiresAt}`);
    statuses.set(orderId, to);
  }
  const now = Date.parse(events.at(-1)?.at ?? '');
  for (const order of orders) {
    const { id, status, expiresAt = '' } = order;
    if (statuses.get(id) !== statusOf(order))
      report('events', `the events lead to the order ${id} as ${statuses.get(id)}, and ${statusOf(order)} is stored`);
    if (status === 'placed' && Date.parse(expiresAt) + latestMs < now)
      report('reservations', `the order ${id} has not expired at ${expiresAt}`);
  }
}
