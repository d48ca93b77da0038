import { LRUCache } from 'lru-cache';
import type { TimeZone } from '../../../contract/time-zone.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { firstOfMonth } from '../../lib/timestamp.ts';
import type { StoreReader } from '../../store/statement.ts';
import type { AgeGroup, StayCount } from './model.ts';
import { countAllEvents, datesOf, type StayRow, scanStays } from './stays-sql.ts';

export interface StayCounts {
  /** Those of the months of a range. */
  counts: StayCount[];
  /** How many animals of each species were in care before its first day. */
  inCare: Map<string, bigint>;
}

interface Counting {
  /** How many events there were when it began; `undefined` before. */
  events: bigint | undefined;
  stays: Promise<StayCounts>;
}

/** Ranges whose counts are kept: as many as the months of a year. */
const maxKept = 12;

/** One count at a time, and those of the ranges that were asked for last. */
const newCounter = () => ({ turns: new Semaphore(1), ranges: new LRUCache<string, Counting>({ max: maxKept }) });
const counters = new WeakMap<StoreReader, ReturnType<typeof newCounter>>();

/**
 * Counts the stays in months, from the first day of one to before that of another. Whoever asks for the same while it is to begin,
 * or before another event, shares it.
 */
export async function countStays(db: StoreReader, from: bigint, to: bigint, zone: TimeZone): Promise<StayCounts> {
  const counter = counters.get(db) ?? newCounter();
  counters.set(db, counter);
  const range = `${from} ${to} ${zone.name}`;
  const events = await countAllEvents(db);
  const known = counter.ranges.get(range);
  if (known !== undefined && (known.events === undefined || known.events === events)) return await known.stays;
  const count = async () => {
    using _turn = await counter.turns.acquire();
    own.events = await countAllEvents(db);
    return await countAll(scanStays(db, from, to), from, to, zone);
  };
  const own: Counting = { events: undefined, stays: Promise.resolve().then(count) };
  counter.ranges.set(range, own);
  try {
    return await own.stays;
  } catch (error) {
    if (counter.ranges.get(range) === own) counter.ranges.delete(range);
    throw error;
  }
}

async function countAll(
  parts: AsyncIterable<StayRow[]>,
  from: bigint,
  to: bigint,
  zone: TimeZone,
): Promise<StayCounts> {
  const counts = new Map<string, StayCount>();
  const inCare = new Map<string, bigint>();
  const months = new Map<bigint, bigint>();
  const add = (day: bigint, sign: bigint, { species, animals, ...facts }: Omit<StayCount, 'month'>) => {
    if (day >= to) return;
    if (day < from) {
      if (facts.kind !== 'length') inCare.set(species, (inCare.get(species) ?? 0n) + sign * animals);
      return;
    }
    const month = months.get(day) ?? firstOfMonth(day);
    months.set(day, month);
    const key = `${facts.kind} ${month} ${facts.ageGroup} ${facts.type} ${facts.days} ${species}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { species, ...facts, month, animals });
    else known.animals += animals;
  };
  for await (const part of parts) {
    for (const row of part) {
      const [species, , , , , intakeType, , , outcomeType, animals] = row;
      const alike = { species, animals };
      const { arrivedOn, outcomeOn, hasLeftUnknown } = datesOf(row, zone);
      const intakeOn = arrivedOn ?? outcomeOn;
      if (intakeOn === null) continue;
      add(intakeOn, 1n, { kind: 'intake', ...alike, ageGroup: ageGroupOf(row, intakeOn), type: intakeType, days: 0n });
      // On the day on which it came, so that it is never in care.
      if (hasLeftUnknown) add(intakeOn, -1n, { kind: 'unknown', ...alike, ageGroup: '', type: '', days: 0n });
      if (outcomeOn === null) continue;
      add(outcomeOn, -1n, {
        kind: 'outcome',
        ...alike,
        ageGroup: ageGroupOf(row, outcomeOn),
        type: outcomeType,
        days: 0n,
      });
      if (arrivedOn === null || outcomeOn < arrivedOn) continue;
      add(outcomeOn, 0n, { kind: 'length', ...alike, ageGroup: '', type: '', days: outcomeOn - arrivedOn });
    }
  }
  for (const [species, animals] of inCare) if (animals === 0n) inCare.delete(species);
  return { counts: [...counts.values()], inCare };
}

/** Days from which on an animal is adult: five months, and as many after the end of the year that its birth is known by. */
const adultDays = 152n;
const adultDaysFromYear = 517n;

function ageGroupOf([, birthDate, precision]: StayRow, day: bigint): AgeGroup {
  if (birthDate === null) return 'unknown';
  if (precision === 'year') return birthDate <= day - adultDaysFromYear ? 'adult' : 'unknown';
  return birthDate <= day - adultDays ? 'adult' : 'juvenile';
}
