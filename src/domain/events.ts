import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { ServiceError } from '../model/errors.ts';
import type { Event } from '../model/events.ts';
import { deleteDeliveriesUntil } from '../repositories/deliveries.ts';
import { deleteEventsUntil, findEvents, findLastEventId, findOldestEvents } from '../repositories/events.ts';
import {
  countEvents,
  countUncounted,
  findInventoryCheckpoint,
  saveInventoryCheckpoint,
} from '../repositories/inventory.ts';
import { findPendingEvents, hasPendingEvents, sequencePendingEvents } from '../repositories/pending-events.ts';
import { countHappenings } from '../repositories/statistics.ts';
import type { PageRange } from '../store/keyset.ts';
import type { Queryable } from '../store/statement.ts';
import type { Command } from '../store/store.ts';

/** Few enough that no write waits long. */
const settledAtOnce = 1_000;
const forgottenAtOnce = 1_000;
/** So many events may wait to be counted: reading the inventory looks at each of them. */
const maxUncounted = 100n;

/**
 * One slice of the events in their order. Ids have no gaps, so a gap tells that events are gone.
 * @throws ServiceError `events_expired`
 */
export function readEvents(db: Queryable, slice: PageRange): MaybePromise<Event[]> {
  const { after } = slice;
  return andThen(findEvents(db, slice), (events) => {
    const [first] = events;
    if (after === undefined || first?.id === after + 1n) return events;
    if (first !== undefined) throw expired(`The events up to ${first.id - 1n} are not kept any more.`);
    return andThen(findLastEventId(db), (last) => {
      if (last < after) throw expired(`There is no event ${after} yet; the last one is ${last}.`);
      return events;
    });
  });
}

/** Whether `settleEvents` has something to do that should not wait. */
export async function hasUnsequencedEvents(db: Queryable): Promise<boolean> {
  return (await hasPendingEvents(db)) || (await countUncounted(db)) >= maxUncounted;
}

/**
 * Gives events without a place their places, and counts events into the inventory and the statistics; some of them, and tells whether there
 * are more. Everyone who does it moves the mark, so that of two who do it at the same moment one begins again.
 */
export const sequenceEvents: Command<null, boolean> = {
  name: 'sequenceEvents',
  async run(tx) {
    const mark = await findInventoryCheckpoint(tx);
    const pending = await findPendingEvents(tx, settledAtOnce);
    const last = await findLastEventId(tx);
    const settled = minimum(last + (pending?.count ?? 0n), mark + BigInt(settledAtOnce));
    if (pending === undefined && settled === mark) return false;
    await saveInventoryCheckpoint(tx, settled);
    if (pending !== undefined) await sequencePendingEvents(tx, last, pending.last);
    await countEvents(tx, mark, settled);
    await countHappenings(tx, mark, settled);
    return pending?.count === BigInt(settledAtOnce) || settled < last;
  },
};

/**
 * Forgets some of the events that happened at or before `until` (epoch milliseconds), oldest first, and tells whether
 * there may be more. The newest one stays, so that its id is not given again.
 */
export const deleteExpiredEvents: Command<{ until: bigint }, boolean> = {
  name: 'deleteExpiredEvents',
  async run(tx, { until }) {
    const settled = minimum(await findInventoryCheckpoint(tx), (await findLastEventId(tx)) - 1n);
    const oldest = await findOldestEvents(tx, forgottenAtOnce);
    const staying = oldest.findIndex(({ id, at }) => at > until || id > settled);
    const last = oldest.at(staying === -1 ? -1 : staying - 1);
    if (last === undefined || staying === 0) return false;
    await deleteDeliveriesUntil(tx, last.id);
    await deleteEventsUntil(tx, last.id);
    return staying === -1;
  },
};

function minimum(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function expired(what: string): ServiceError {
  return new ServiceError(
    'events_expired',
    `${what} Read everything again, and follow the events from the newest one on.`,
  );
}
