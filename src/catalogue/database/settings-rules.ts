import { findSetting, insertSetting, rewriteSettings, saveSetting } from '../../store/settings.ts';
import type { Queryable } from '../../store/statement.ts';
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
