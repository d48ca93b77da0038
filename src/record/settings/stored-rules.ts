import { type TimeZone, timeZone, utcName } from '../../../contract/time-zone.ts';
import { findSetting, insertSetting, rewriteSettings, saveSetting } from '../../store/settings.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';

/** Stores a setting unless it exists, and returns the stored value. */
export const insertIfAbsent: Command<{ name: string; proposal: string }, string> = {
  name: 'insertIfAbsent',
  async run(tx, { name, proposal }) {
    await insertSetting(tx, name, proposal);
    return (await findSetting(tx, name)) ?? proposal;
  },
};

/** A write to the disk that changes nothing: it shows whether the storage takes writes. */
export const probeWrite: Command<null, null> = {
  name: 'probeWrite',
  async run(tx) {
    await rewriteSettings(tx);
    return null;
  },
};

/** What is remembered of the clock of the machine with the file, by that clock, in epoch milliseconds. */
export interface ClockRecord {
  /** When the service last looked at it. */
  readonly seenAt: number;
  /** When it was last doubted; `null` if never. */
  readonly doubtedAt: number | null;
}

const clockRecord = 'clock';

export async function findClockRecord(db: Queryable): Promise<ClockRecord | undefined> {
  const value = await findSetting(db, clockRecord);
  return value === undefined ? undefined : (JSON.parse(value) as ClockRecord);
}

export const recordClock: Command<ClockRecord, void> = {
  name: 'recordClock',
  run: (tx, { seenAt, doubtedAt }) => saveSetting(tx, clockRecord, JSON.stringify({ seenAt, doubtedAt })),
};

/** The setting with the time at which the database was restored from a backup, in epoch milliseconds. */
export const restoredAt = 'restored_at';

/** The setting with the address at which a service was started last, for links that commands make. */
export const serviceAddress = 'service_address';

export const recordAddress: Command<string, void> = {
  name: 'recordAddress',
  run: (tx, address) => saveSetting(tx, serviceAddress, address),
};

const timeZoneSetting = 'time_zone';

/** The zone whose days are the shelter's. */
export interface ShelterZone {
  readonly zone: TimeZone;
  /** Whether an operator, or the first start, has chosen it. Until then it is UTC. */
  readonly isChosen: boolean;
  /** The first day from which on the sums of days are by this zone; missing where all are. Days are those since 1970-01-01. */
  readonly since?: bigint;
}

export async function findShelterZone(db: Queryable): Promise<ShelterZone> {
  const value = await findSetting(db, timeZoneSetting);
  const [name = utcName, since] = value?.split(' ') ?? [];
  return { zone: timeZone(name), isChosen: value !== undefined, ...(since !== undefined && { since: BigInt(since) }) };
}

export async function saveShelterZone(
  tx: Transaction,
  { zone, since }: Pick<ShelterZone, 'zone' | 'since'>,
): Promise<void> {
  await saveSetting(tx, timeZoneSetting, since === undefined ? zone.name : `${zone.name} ${since}`);
}
