import type { EventBody } from '../../support/data/events.ts';
import type { PetBody } from '../../support/http/body.ts';
import { type Attempted, describeChange } from './changes.ts';
import type { Change, Followed } from './history.ts';
import type { Report } from './rules.ts';
import type { State } from './state.ts';

/** Checks that the event log has no gaps, leads to the catalogue, and has every acknowledged change in its order. */
export function checkEvents(changes: readonly Attempted[], state: State, report: Report): void {
  const { events } = state;
  const gap = events.findIndex(({ id }, index) => id !== index + 1);
  if (gap >= 0) report('events', `event ${events[gap]?.id} has the position ${gap + 1}`);
  checkCatalogue(state, report);
  checkChanges(changes, events, report);
}

/** Applies all events to an empty catalogue, which must then be the one that is stored. */
function checkCatalogue({ events, pets }: State, report: Report): void {
  const built = new Map<number, PetBody>();
  for (const { id, type, petId, pet } of events) {
    // An inquiry, or what an order says.
    if (petId === undefined) continue;
    if ((type === 'pet.created') === built.has(petId))
      report('events', `event ${id} (${type}) does not fit animal ${petId}`);
    if (type === 'pet.deleted') built.delete(petId);
    else if (pet !== undefined) built.set(petId, pet);
  }
  const text = ({ id, name, categoryId, status }: PetBody) => JSON.stringify([id, name, categoryId, status]);
  for (const pet of pets) {
    const copy = built.get(pet.id);
    if (copy === undefined || text(copy) !== text(pet)) {
      report('events', `the events lead to ${copy && text(copy)}, and ${text(pet)} is stored`);
    }
    built.delete(pet.id);
  }
  for (const id of built.keys()) report('events', `the events lead to animal ${id}, which is not stored`);
}

function checkChanges(changes: readonly Attempted[], events: readonly EventBody[], report: Report): void {
  const found = Map.groupBy(events, identityOfEvent);
  const inOrder: { attempted: Attempted; id: number }[] = [];
  for (const attempted of changes) {
    const { change, ids, isUncertain } = attempted;
    if (change.kind === 'set') continue;
    const identities = change.kind === 'order' ? ids.map((id) => `order.placed ${id}`) : [identityOfChange(change)];
    for (const identity of identities) {
      const own = found.get(identity) ?? [];
      if (ids.length > 0 && own.length === 0) report('lost', `${describeChange(attempted)} has no event`);
      if (own.length > 1) report('repeated', `${describeChange(attempted)} has ${own.length} events`);
      if (ids.length === 0 && !isUncertain && own.length > 0) report('refused', describeChange(attempted));
      for (const { id } of own) inOrder.push({ attempted, id });
    }
  }
  checkOrder(inOrder, report);
}

/** A change that began after another one was acknowledged has the later event. */
function checkOrder(inOrder: { attempted: Attempted; id: number }[], report: Report): void {
  inOrder.sort((one, other) => one.id - other.id);
  let latest = Number.NEGATIVE_INFINITY;
  for (const { attempted, id } of inOrder) {
    if (attempted.acknowledgedAt < latest) report('events', `event ${id} is later than one of a later change`);
    latest = Math.max(latest, attempted.startedAt);
  }
}

function identityOfEvent({ type, petId, orderId, pet }: EventBody): string {
  if (type === 'pet.created') return `pet.created ${pet?.name}`;
  if (type === 'pet.updated') return `pet.updated ${petId} ${pet?.name}`;
  return `${type} ${orderId ?? petId}`;
}

function identityOfChange(change: Exclude<Change, { kind: 'order' | 'set' }>): string {
  switch (change.kind) {
    case 'create':
      return `pet.created ${change.name}`;
    case 'rename':
      return `pet.updated ${change.petId} ${change.name}`;
    case 'remove':
      return `pet.deleted ${change.petId}`;
    case 'complete':
      return `order.completed ${change.orderId}`;
    case 'cancel':
      return `order.cancelled ${change.orderId}`;
    case 'reopen':
      return `order.reopened ${change.orderId}`;
    case 'return':
      return `order.returned ${change.orderId}`;
    case 'extend':
      return `order.updated ${change.orderId}`;
  }
}

/** Checks that a follower received each event of the log once, in order, and as it is stored. */
export function checkFollower({ name, after, events, isComplete }: Followed, state: State, report: Report): void {
  let last = after;
  for (const { event } of events) {
    if (event.id !== last + 1) {
      report('followers', `${name} received event ${event.id} after ${last}`);
      return;
    }
    last = event.id;
    const stored = state.events[event.id - 1];
    if (JSON.stringify(stored) !== JSON.stringify(event)) {
      report('followers', `${name} received ${JSON.stringify(event)}, and the log has ${JSON.stringify(stored)}`);
      return;
    }
  }
  const end = state.events.at(-1)?.id ?? 0;
  if (isComplete && last !== end) report('followers', `${name} received events up to ${last} of ${end}`);
}
