import { findLatestEventTime, findNewestEventTime } from '../catalogue/consistency-sql.ts';
import { StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { dayMs, hourMs, minuteMs } from '../lib/timestamp.ts';
import { findClockRecord, recordClock } from '../record/settings/stored-rules.ts';
import type { Store } from '../store/store.ts';
import { createSteadyClock } from './steady-clock.ts';

const secondMs = 1_000;
const syncIntervalMs = 10 * secondMs;

/** Synchronized clocks differ by less. */
const toleratedSkewMs = minuteMs;
/** Beyond it, keys would expire and repeated requests be forgotten at the wrong time on every node. */
const maxSkewMs = hourMs;
/** A clock that was set ahead by mistake shows that the service was not at work for longer. So does one that was not. */
const longGapMs = dayMs;

/**
 * Compares this machine's clock with the database's.
 * @throws StartError when they are so far apart that this node would disturb the others
 */
export async function requireUsableClock(store: Store, now: number): Promise<void> {
  const skewMs = await readSkew(store, now);
  if (Math.abs(skewMs) <= maxSkewMs) return;
  throw new StartError(`this machine's clock is ${tell(skewMs)} the database's; set the clock, then start again`);
}

/** What may be deleted by the clock of this machine. */
export interface ClockVerdict {
  /** Why nothing may be deleted; `undefined` if what has expired may be. */
  doubt: string | undefined;
  /** Whether that holds for what people have written, too: the clock was not doubted for a day. */
  isProven: boolean;
}

/**
 * Examines the time by which data expires. On PostgreSQL the clocks of the database, which that time follows, and of this
 * machine are two witnesses; a SQLite file has only the times at which the service was at work, so a clock that shows a gap of
 * more than a day must prove itself by going on.
 */
export async function examineClock(store: Store, now: number, machine = Date.now()): Promise<ClockVerdict> {
  if (store.clock !== undefined) {
    const doubt = await findDisagreement(store, now, machine);
    return { doubt, isProven: doubt === undefined };
  }
  const record = await findClockRecord(store.reader);
  const reason = (await findClockFault(store, now)) ?? (await findJump(store, now, record?.seenAt));
  const doubtedAt = reason === undefined ? (record?.doubtedAt ?? null) : now;
  await store.write(recordClock, { seenAt: now, doubtedAt });
  const trustedForMs = doubtedAt === null ? Number.POSITIVE_INFINITY : now - doubtedAt + toleratedSkewMs;
  const doubt = reason ?? (trustedForMs < hourMs ? 'it was doubted less than an hour ago' : undefined);
  return { doubt, isProven: trustedForMs >= dayMs };
}

/** Whether the clock was doubted within a day; on PostgreSQL, whether it is. */
export async function isClockSuspect(store: Store, now: number, machine = Date.now()): Promise<boolean> {
  if (store.clock !== undefined) return (await findDisagreement(store, now, machine)) !== undefined;
  const { doubtedAt = null } = (await findClockRecord(store.reader)) ?? {};
  return doubtedAt !== null && now - doubtedAt < dayMs;
}

/**
 * Which of both clocks differs from the database's. That of the service does for up to an hour after a clock was set right that
 * it followed.
 */
async function findDisagreement(store: Store, now: number, machine: number): Promise<string | undefined> {
  const ofMachine = await findSkew(store, machine);
  if (ofMachine !== undefined) return ofMachine;
  const ofService = await findSkew(store, now, "the service's clock");
  return ofService && `${ofService}; restart the service`;
}

/** Whether the clock has jumped since the last look; before the first look, since the newest event. */
async function findJump(store: Store, now: number, seenAt: number | undefined): Promise<string | undefined> {
  const sinceMs = seenAt === undefined ? await readSinceNewestEvent(store, now) : now - seenAt;
  if (sinceMs < -toleratedSkewMs) return `this machine's clock is ${tell(sinceMs)} where it was`;
  if (sinceMs <= longGapMs) return undefined;
  const days = Math.floor(sinceMs / dayMs);
  const gap = `the service was last at work ${days} ${days === 1 ? 'day' : 'days'} ago`;
  return `${gap}; if the clock is right, expired data is deleted in an hour, inquiries in a day`;
}

export interface ServiceClock extends PeriodicJob {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Starts the clock of a process. Its reference is the clock of the database, where there is one, so that all nodes agree on
 * what has expired and what is due. `machine` is the clock of this machine.
 */
export async function startServiceClock(
  store: Store,
  log: Log,
  { intervalMs = syncIntervalMs, machine = Date.now } = {},
): Promise<ServiceClock> {
  const readReference = async () => {
    const skewMs = await readSkew(store, machine());
    return machine() - skewMs;
  };
  const clock = createSteadyClock(await readReference());
  let hasJumped = false;
  const compare = async () => {
    // While the database is away, the clock goes on by itself.
    const reference = await readReference().catch(() => undefined);
    const jumpMs = reference === undefined ? 0 : clock.follow(reference);
    if (jumpMs !== 0 && !hasJumped) {
      const seconds = Math.round(jumpMs / secondMs);
      log.warn('the clock has jumped; it is followed after an hour, or after a restart', { seconds });
    }
    hasJumped = jumpMs !== 0;
  };
  const failure = 'could not compare the clock';
  return { now: clock.now, ...startPeriodicJob(compare, { intervalMs, log, failure }) };
}

/** An event that a clock has left that was set right since, so that the newest event is not in the future. Reads all events. */
export async function findFutureEvent({ reader }: Store, now: number): Promise<string | undefined> {
  const aheadMs = Number((await findLatestEventTime(reader)) ?? now) - now;
  if (aheadMs <= toleratedSkewMs) return undefined;
  return `an event is ${tell(aheadMs)} this machine's clock: this clock is wrong, or was when the event was written`;
}

/** What is wrong with the clock of this machine; `undefined` if nothing is. */
export async function findClockFault(store: Store, now: number): Promise<string | undefined> {
  const sinceMs = await readSinceNewestEvent(store, now);
  if (sinceMs < -toleratedSkewMs) return `this machine's clock is ${tell(sinceMs)} the newest event`;
  return await findSkew(store, now);
}

async function findSkew(store: Store, now: number, name = "this machine's clock"): Promise<string | undefined> {
  const skewMs = await readSkew(store, now);
  return Math.abs(skewMs) > toleratedSkewMs ? `${name} is ${tell(skewMs)} the database's` : undefined;
}

/** The age of the newest event, in milliseconds; negative if it is in the future, 0 without events. */
async function readSinceNewestEvent({ reader }: Store, now: number): Promise<number> {
  return now - Number((await findNewestEventTime(reader)) ?? now);
}

/** How far a clock is ahead of the database's, in milliseconds; 0 where they are the same. */
async function readSkew({ reader, clock }: Store, now: number): Promise<number> {
  if (clock === undefined) return 0;
  const began = performance.now();
  const [row] = await reader.query(clock, []);
  // The database has read its clock at some moment of the wait.
  const waitedMs = performance.now() - began;
  const skewMs = now - Number(row?.[0] ?? now);
  return skewMs < 0 ? Math.min(0, skewMs + waitedMs) : skewMs;
}

const units = [
  ['days', dayMs],
  ['hours', hourMs],
  ['minutes', minuteMs],
] as const;

function tell(differenceMs: number): string {
  const apartMs = Math.abs(differenceMs);
  const [unit, unitMs] = units.find(([, ms]) => apartMs >= 1.9 * ms) ?? ['s', secondMs];
  return `${Math.round(apartMs / unitMs)} ${unit} ${differenceMs < 0 ? 'behind' : 'ahead of'}`;
}
