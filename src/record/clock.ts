import { dayMs, hourMs, minuteMs } from '../lib/timestamp.ts';
import { firstColumn, oneRow } from '../store/queries.ts';
import { longStatement } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
import { findClockRecord, recordClock } from './settings/stored-rules.ts';

/** Synchronized clocks differ by less. */
const toleratedSkewMs = minuteMs;
/** A clock that was set ahead by mistake shows that the service was not at work for longer. So does one that was not. */
const longGapMs = dayMs;

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
  if (sinceMs < -toleratedSkewMs) return `this machine's clock is ${describeSkew(sinceMs)} where it was`;
  if (sinceMs <= longGapMs) return undefined;
  const days = Math.floor(sinceMs / dayMs);
  const gap = `the service was last at work ${days} ${days === 1 ? 'day' : 'days'} ago`;
  return `${gap}; if the clock is right, expired data is deleted in an hour, inquiries in a day`;
}

/** An event that a clock has left that was set right since, so that the newest event is not in the future. Reads all events. */
export async function findFutureEvent({ reader }: Store, now: number): Promise<string | undefined> {
  const aheadMs = Number((await findLatestEventTime(reader)) ?? now) - now;
  if (aheadMs <= toleratedSkewMs) return undefined;
  return `an event is ${describeSkew(aheadMs)} this machine's clock: this clock is wrong, or was when the event was written`;
}

/** What is wrong with the clock of this machine; `undefined` if nothing is. */
export async function findClockFault(store: Store, now: number): Promise<string | undefined> {
  const sinceMs = await readSinceNewestEvent(store, now);
  if (sinceMs < -toleratedSkewMs) return `this machine's clock is ${describeSkew(sinceMs)} the newest event`;
  return await findSkew(store, now);
}

async function findSkew(store: Store, now: number, name = "this machine's clock"): Promise<string | undefined> {
  const skewMs = await readSkew(store, now);
  return Math.abs(skewMs) > toleratedSkewMs ? `${name} is ${describeSkew(skewMs)} the database's` : undefined;
}

/** When the newest event happened, in epoch milliseconds. */
const findNewestEventTime = oneRow<[], bigint>(
  longStatement('SELECT at FROM events ORDER BY id DESC LIMIT 1'),
  firstColumn<bigint>,
);

const findLatestEventTime = oneRow<[], bigint>(
  longStatement('SELECT at FROM events ORDER BY at DESC LIMIT 1'),
  firstColumn<bigint>,
);

/** The age of the newest event, in milliseconds; negative if it is in the future, 0 without events. */
async function readSinceNewestEvent({ reader }: Store, now: number): Promise<number> {
  return now - Number((await findNewestEventTime(reader)) ?? now);
}

/** How far a clock is ahead of the database's, in milliseconds; 0 where they are the same. */
export async function readSkew({ reader, clock }: Store, now: number): Promise<number> {
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

export function describeSkew(differenceMs: number): string {
  const apartMs = Math.abs(differenceMs);
  const [unit, unitMs] = units.find(([, ms]) => apartMs >= 1.9 * ms) ?? ['s', 1_000];
  return `${Math.round(apartMs / unitMs)} ${unit} ${differenceMs < 0 ? 'behind' : 'ahead of'}`;
}
