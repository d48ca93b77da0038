import { type Attempted, describeChange } from './changes.ts';
import type { Report } from './rules.ts';
import { byId, type OrderBody, type State } from './state.ts';

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
  for (const end of ends) {
    const status = end.change.kind === 'complete' ? 'completed' : 'cancelled';
    if (end.ids.length > 0 && order.status !== status) report('lost', `${describeChange(end)} is ${order.status}`);
    if (end.ids.length === 0 && !end.isUncertain && order.status === status) report('refused', describeChange(end));
  }
  if (ends.length === 0 && order.status !== 'placed') {
    report('unknownOrigin', `order ${order.id} is ${order.status}, and nobody has ended it`);
  }
}

function checkContest(
  petId: number,
  contest: readonly Attempted[],
  ends: ReadonlyMap<number, readonly Attempted[]>,
  orders: readonly OrderBody[],
  report: Report,
): void {
  const held = contest.flatMap(({ ids, acknowledgedAt }) =>
    ids.map((id) => {
      const cancels = (ends.get(id) ?? []).filter(({ change }) => change.kind === 'cancel');
      return { id, from: acknowledgedAt, until: Math.min(...cancels.map(({ startedAt }) => startedAt)) };
    }),
  );
  held.sort((one, other) => one.from - other.from);
  for (const [index, { id, from }] of held.entries()) {
    const earlier = held.slice(0, index).find(({ until }) => until > from);
    if (earlier !== undefined) report('adopters', `orders ${earlier.id} and ${id} hold animal ${petId} at a time`);
  }
  const open = orders.filter(({ status }) => status !== 'cancelled');
  if (open.length > 1) report('adopters', `animal ${petId} has the orders ${open.map(({ id }) => id).join(', ')}`);
  const acknowledged = new Set(held.map(({ id }) => id));
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
    const held = orders.find(({ status }) => status !== 'cancelled');
    const expected = held === undefined ? 'available' : held.status === 'placed' ? 'pending' : 'sold';
    const status = pets.get(petId)?.status ?? 'gone';
    if (status !== expected) report('adopters', `animal ${petId} is ${status}, and its orders say ${expected}`);
  }
}
