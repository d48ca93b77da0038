import { type Attempted, describeChange } from './changes.ts';
import type { Change } from './history.ts';
import type { Report } from './rules.ts';
import { byId, isHeld, type OrderBody, type State, statusOf } from './state.ts';

/** Checks that acknowledged orders are kept, and that each animal has at most one adopter at a time. */
export function checkOrders(changes: readonly Attempted[], state: State, report: Report): void {
  const placed = changes.filter(({ change }) => change.kind === 'order');
  checkIds(placed, state, report);
  const ends = Map.groupBy(changes, ({ change }) => ('orderId' in change ? change.orderId : 0));
  const orders = byId(state.orders);
  for (const attempted of placed) {
    for (const id of attempted.ids) checkKept(attempted, orders.get(id), ends.get(id) ?? [], report);
  }
  const ordersByPet = Map.groupBy(state.orders, ({ petId }) => petId);
  for (const [petId, contest] of Map.groupBy(placed, petIdOf)) {
    checkContest(petId, contest, ends, ordersByPet.get(petId) ?? [], report);
  }
  checkStatuses(ordersByPet, state, report);
}

const petIdOf = ({ change }: Attempted) => ('petId' in change ? change.petId : 0);

function checkIds(placed: readonly Attempted[], state: State, report: Report): void {
  const known = new Set<number>();
  for (const attempted of placed) {
    if (attempted.ids.length > 1)
      report('repeated', `${describeChange(attempted)}: orders ${attempted.ids.join(', ')}`);
    for (const id of attempted.ids) {
      if (known.has(id)) report('idTwice', `order ${id} was given to two requests`);
      known.add(id);
    }
  }
  if (byId(state.orders).size < state.orders.length) report('idTwice', 'two orders have the same id');
}

function checkKept(
  attempted: Attempted,
  order: OrderBody | undefined,
  ends: readonly Attempted[],
  report: Report,
): void {
  if (order === undefined || order.petId !== petIdOf(attempted)) {
    report('lost', describeChange(attempted));
    return;
  }
  const { change } = attempted;
  let possible = new Set(['placed']);
  let expiries = new Set(change.kind === 'order' ? [change.expiresAt] : []);
  for (const { change, ids, isUncertain } of ends) {
    const [status, expiresAt] = [statusAfter(change), change.kind === 'extend' ? change.expiresAt : undefined];
    if (ids.length > 0) {
      if (status !== undefined) possible = new Set([status]);
      if (expiresAt !== undefined) expiries = new Set([expiresAt]);
    } else if (isUncertain) {
      if (status !== undefined) possible.add(status);
      if (expiresAt !== undefined) expiries.add(expiresAt);
    }
    // Another one that has passed is removed.
    if (change.kind === 'reopen') expiries.add(undefined);
  }
  if (!expiries.has(order.expiresAt))
    report('lost', `order ${order.id} expires at ${order.expiresAt}, not ${[...expiries].join(' or ')}`);
  const seen = statusOf(order);
  // It has ended by itself.
  const status = seen === 'expired' ? 'placed' : seen;
  if (possible.has(status)) return;
  const isRefused = ends.some(({ change, ids }) => ids.length === 0 && statusAfter(change) === status);
  const rule = isRefused ? 'refused' : ends.length === 0 ? 'unknownOrigin' : 'lost';
  report(rule, `order ${order.id} is ${seen}: ${[attempted, ...ends].map(describeChange).join(', ')}`);
}

function statusAfter({ kind }: Change): string | undefined {
  if (kind === 'complete') return 'completed';
  if (kind === 'cancel') return 'cancelled';
  if (kind === 'reopen') return 'placed';
  return kind === 'return' ? 'returned' : undefined;
}

function checkContest(
  petId: number,
  contest: readonly Attempted[],
  ends: ReadonlyMap<number, readonly Attempted[]>,
  orders: readonly OrderBody[],
  report: Report,
): void {
  const held = contest.flatMap(({ change, ids, acknowledgedAt }) =>
    // The events tell how long one is held that ends by itself.
    (change.kind === 'order' && change.expiresAt !== undefined ? [] : ids).map((id) => {
      const cancels = (ends.get(id) ?? []).filter(({ change }) => change.kind === 'cancel' || change.kind === 'return');
      return { id, from: acknowledgedAt, until: Math.min(...cancels.map(({ startedAt }) => startedAt)) };
    }),
  );
  held.sort((one, other) => one.from - other.from);
  for (const [index, { id, from }] of held.entries()) {
    const earlier = held.slice(0, index).find(({ until }) => until > from);
    if (earlier !== undefined) report('adopters', `orders ${earlier.id} and ${id} hold animal ${petId} at a time`);
  }
  const open = orders.filter(isHeld);
  if (open.length > 1) report('adopters', `animal ${petId} has the orders ${open.map(({ id }) => id).join(', ')}`);
  const acknowledged = new Set(contest.flatMap(({ ids }) => ids));
  const surplus = orders.filter(({ id }) => !acknowledged.has(id)).length;
  const uncertain = contest.filter(({ ids, isUncertain }) => ids.length === 0 && isUncertain).length;
  if (surplus > uncertain) report('refused', `animal ${petId} has ${surplus} orders that were not acknowledged`);
  const isRefusedToAll = contest.every(({ attempts, ids, isUncertain }) => {
    const last = attempts.at(-1)?.outcome;
    return ids.length === 0 && !isUncertain && last?.kind === 'refused' && last.code === 'pet_not_available';
  });
  if (isRefusedToAll) report('adopters', `animal ${petId} was refused to all ${contest.length} clients`);
}

/** Every animal whose order is open is pending, every one whose order was completed is sold. */
function checkStatuses(ordersByPet: ReadonlyMap<number, readonly OrderBody[]>, state: State, report: Report): void {
  const pets = byId(state.pets);
  for (const [petId, orders] of ordersByPet) {
    const held = orders.find(isHeld);
    const expected = held === undefined ? 'available' : held.status === 'placed' ? 'pending' : 'sold';
    const status = pets.get(petId)?.status ?? 'gone';
    if (status !== expected) report('adopters', `animal ${petId} is ${status}, and its orders say ${expected}`);
  }
}
