import { ServiceError } from '../../errors/service-error.ts';
import { assertionFailed } from '../../store/assertions.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import {
  aggregateInventory,
  countUnaggregated,
  findInventoryCheckpoint,
  recountInventory,
  saveInventoryCheckpoint,
} from '../inventory/sql.ts';
import { findShelterZone } from '../settings/stored-rules.ts';
import { aggregateActivity } from '../statistics/sql.ts';
import { nameActors } from './actor-sql.ts';
import { type EventFilters, findEventsBy } from './history-sql.ts';
import type { Event } from './model.ts';
import { noteOldWrites } from './older-sql.ts';
import { findPendingEvents, hasPendingEvents, sequencePendingEvents } from './pending-sql.ts';
import { deleteDeliveriesOfEvents, deleteEvents, findEvents, findEventTimes, findLastEventId } from './sql.ts';

/** Events in one transaction: few enough that other writes do not wait long. */
const maxSequenced = 1_000;
/** Reading the inventory reads all events that are not aggregated yet. */
const maxUnaggregated = 100n;
/** Aggregating so many costs two thirds as much for each as aggregating 250. */
export const aggregatedAtOnce = 1_000n;

/**
 * A page of the events in their order, with the names of their actors. Ids have no gaps, so a gap means that events have expired.
 * @throws ServiceError `events_expired`
 */
export async function readEvents(db: Queryable, slice: PageRange): Promise<Event[]> {
  const { after } = slice;
  const events = await nameActors(db, await findEvents(db, slice), ['actor']);
  const [first] = events;
  if (after === undefined || first?.id === after + 1n) return events;
  if (first !== undefined) throw expired(`Events up to ${first.id - 1n} have expired.`);
  const last = await findLastEventId(db);
  if (last < after) throw expired(`There is no event ${after} yet; the newest is ${last}.`);
  return events;
}

/** A page of the events that meet filters. Those that have expired are not missed: it is no log that somebody follows. */
export async function searchEvents(db: Queryable, filters: EventFilters, range: PageRange) {
  const { entries, next } = await findEventsBy(db, filters, range);
  return { entries: await nameActors(db, entries, ['actor']), next };
}

/** Whether `sequenceEvents` should run: for events without a number, or for so many that are not aggregated. */
export async function hasUnsequencedEvents(db: Queryable, unaggregated = maxUnaggregated): Promise<boolean> {
  return (await hasPendingEvents(db)) || (await countUnaggregated(db)) >= unaggregated;
}

/**
 * Sequences pending events, and aggregates events into the inventory and the statistics. Returns whether there are more.
 * Each run advances the checkpoint, so that of two concurrent runs one conflicts and is repeated.
 */
export const sequenceEvents: Command<null, boolean> = {
  name: 'sequenceEvents',
  async run(tx) {
    const { hasMore, inventory } = await sequence(tx);
    if (inventory < 0n) {
      throw assertionFailed(`the inventory counts ${inventory} animals, which "petstore check --repair" mends`);
    }
    return hasMore;
  },
};

/** The same, with the lowest of the counts that have changed. */
async function sequence(tx: Transaction): Promise<{ hasMore: boolean; inventory: bigint }> {
  const checkpoint = await findInventoryCheckpoint(tx);
  const pending = await findPendingEvents(tx, maxSequenced);
  const last = await findLastEventId(tx);
  const newest = last + (pending?.count ?? 0n);
  const next = minimum(newest, checkpoint + BigInt(maxSequenced));
  if (pending === undefined && next === checkpoint) return { hasMore: false, inventory: 0n };
  await saveInventoryCheckpoint(tx, next);
  if (pending !== undefined) await sequencePendingEvents(tx, last, pending);
  const inventory = await aggregateInventory(tx, checkpoint, next);
  await aggregateActivity(tx, checkpoint, next, (await findShelterZone(tx)).zone);
  await noteOldWrites(tx, checkpoint, next);
  return { hasMore: pending?.count === BigInt(maxSequenced) || next < newest, inventory };
}

/**
 * Deletes up to `limit` of the oldest events that happened at or before `until` (epoch milliseconds), and returns where to
 * continue: the id of the last deleted one; `undefined` if there are no more. The newest event is never deleted, so that its
 * id is not reused. No events up to `after` may exist; PostgreSQL would read those that were deleted a moment ago.
 */
export const deleteExpiredEvents: Command<{ until: bigint; limit: number; after: bigint }, bigint | undefined> = {
  name: 'deleteExpiredEvents',
  async run(tx, { until, limit, after }) {
    const deletable = minimum(await findInventoryCheckpoint(tx), (await findLastEventId(tx)) - 1n);
    const oldest = await findEventTimes(tx, { after, limit });
    const firstKept = oldest.findIndex(({ id, at }) => at > until || id > deletable);
    const last = oldest.at(firstKept === -1 ? -1 : firstKept - 1);
    if (last === undefined || firstKept === 0) return undefined;
    await deleteDeliveriesOfEvents(tx, after, last.id);
    await deleteEvents(tx, after, last.id);
    return firstKept === -1 && oldest.length === limit ? last.id : undefined;
  },
};

function minimum(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function expired(what: string): ServiceError {
  return new ServiceError(
    'events_expired',
    `${what} Read all resources again, and follow the events from the newest on.`,
  );
}

/** Sequences and aggregates all events. */
export async function aggregateAll(tx: Transaction): Promise<void> {
  while ((await sequence(tx)).hasMore);
}

/** Replaces the inventory by a count of the animals. */
export const repairInventory: Command<null, void> = {
  name: 'repairInventory',
  async run(tx) {
    await aggregateAll(tx);
    await recountInventory(tx);
    await saveInventoryCheckpoint(tx, await findLastEventId(tx));
  },
};
