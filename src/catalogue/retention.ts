import { deleteExpiredAuditEvents } from '../access/audit-events/rules.ts';
import { deleteExpiredIdempotencyRecords } from '../access/idempotency/rules.ts';
import { deleteExpiredImportRecords } from '../animals/imports/rules.ts';
import { deleteExpiredInquiries } from '../homes/inquiries/rules.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { dayMs, hourMs } from '../lib/timestamp.ts';
import { deleteExpiredAttempts, findPostponed, hastenDeliveries } from '../notify/webhooks/delivery-rules.ts';
import { examineClock } from '../record/clock.ts';
import { deleteExpiredEvents, sequenceEvents } from '../record/events/rules.ts';
import type { JobContext } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';

export interface RetentionOptions extends JobContext {
  eventsDays: number;
  inquiriesDays: number;
  adminEventsDays: number;
}

/**
 * Deletes expired idempotency records, attempts, inquiries, events, audit events and records of imports, and hastens deliveries that a wrong clock has postponed,
 * at once and then every hour. What was erased in between leaves the write-ahead log, too.
 */
export function startRetention({
  store,
  log,
  eventsDays,
  inquiriesDays,
  adminEventsDays,
  clock,
}: RetentionOptions): PeriodicJob {
  const failure = 'could not delete expired data';
  const run = async (signal: AbortSignal) => {
    const now = clock();
    const { doubt, isProven } = await examineClock(store, now);
    // What a wrong clock deletes is gone for all nodes.
    if (doubt !== undefined)
      return log.warn('deleted no expired data, because the clock may be wrong', { reason: doubt });
    await hastenPostponed(store, BigInt(now), signal);
    if (isProven) await eraseInquiries(store, now, inquiriesDays, signal);
    await deleteExpired(store, now, eventsDays, signal);
    const until = BigInt(now - adminEventsDays * dayMs);
    await deleteInSlices(signal, (limit, from) => store.write(deleteExpiredAuditEvents, { until, limit, from }));
    if (!signal.aborted) await store.file?.checkpoint();
  };
  return startPeriodicJob(run, { intervalMs: hourMs, log, failure, startsAtOnce: true });
}

async function hastenPostponed(store: Store, now: bigint, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await findPostponed(store.reader, now);
    if (ids.length === 0 || signal.aborted) return;
    await store.write(hastenDeliveries, { ids, now });
  }
}

export async function eraseInquiries(store: Store, now: number, days: number, signal: AbortSignal): Promise<void> {
  await deleteInSlices(signal, (limit, from) => store.write(deleteExpiredInquiries, { now, days, limit, from }));
}

export async function deleteExpired(
  store: Store,
  time: number,
  eventsDays: number,
  signal: AbortSignal,
): Promise<void> {
  const now = BigInt(time);
  const until = BigInt(time - eventsDays * dayMs);
  await deleteInSlices(signal, (limit, from) => store.write(deleteExpiredIdempotencyRecords, { now, limit, from }));
  await deleteInSlices(signal, (limit, from) => store.write(deleteExpiredAttempts, { now, limit, from }));
  await deleteInSlices(signal, (limit) => store.write(deleteExpiredImportRecords, { now, limit }));
  // Events must be sequenced and counted before they are deleted.
  while (!signal.aborted && (await store.write(sequenceEvents, null)));
  await deleteInSlices(signal, (limit, after) => store.write(deleteExpiredEvents, { until, limit, after }));
}

/** Other writes wait for a slice, at least on SQLite. */
const sliceMs = 10;
const firstSize = 200;
/** Fewer do not take less time: most of it is then that of the commit. */
const minSize = 100;
const maxSize = 2_000;

/**
 * Deletes rows in slices that take a few milliseconds each, and leaves as much time between them to other writes.
 * @param deleteSlice deletes up to `limit` rows from a position on, and returns the next position; `undefined` at the end
 */
export async function deleteInSlices(
  signal: AbortSignal,
  deleteSlice: (limit: number, position: bigint) => Promise<bigint | undefined>,
  { now = () => performance.now(), pause = Bun.sleep }: { now?: () => number; pause?: (ms: number) => unknown } = {},
): Promise<void> {
  let size = firstSize;
  for (let position: bigint | undefined = 0n; position !== undefined && !signal.aborted; ) {
    const began = now();
    position = await deleteSlice(size, position);
    const tookMs = Math.max(now() - began, 0.1);
    const fitting = Math.floor((size * sliceMs) / tookMs);
    size = Math.min(Math.max(fitting, minSize), 2 * size, maxSize);
    await pause(Math.min(tookMs, sliceMs));
  }
}
