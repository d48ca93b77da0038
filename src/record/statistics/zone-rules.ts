import { type TimeZone, timeZone } from '../../../contract/time-zone.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { aggregateAll } from '../events/rules.ts';
import { findEventTimes } from '../events/sql.ts';
import { findInventoryCheckpoint, saveInventoryCheckpoint } from '../inventory/sql.ts';
import { findShelterZone, saveShelterZone } from '../settings/stored-rules.ts';
import { aggregateActivity, findTakenBack, takeBackAdoption } from './sql.ts';

export interface ZoneChange {
  /** The names of the zones. */
  from: string;
  to: string;
  /** As that of a `ShelterZone`, when `to` is another zone. */
  since: bigint | undefined;
}

/**
 * Sets the zone whose days are the shelter's, and counts anew by its days what the events tell that are there. With
 * `isFirst`, a zone that is set already stays.
 */
export const setTimeZone: Command<{ name: string; now: bigint; isFirst?: boolean }, ZoneChange> = {
  name: 'setTimeZone',
  async run(tx, { name, now, isFirst = false }) {
    const before = await findShelterZone(tx);
    const zone = timeZone(name);
    const from = before.zone.name;
    if (isFirst && before.isChosen) return { from, to: from, since: before.since };
    const since = from === name ? before.since : await countAnew(tx, before.zone, zone, now);
    await saveShelterZone(tx, { zone, ...(since !== undefined && { since }) });
    return { from, to: name, since };
  },
};

/** Returns the first day that is counted by the new zone alone; nothing if all are. */
async function countAnew(tx: Transaction, before: TimeZone, zone: TimeZone, now: bigint): Promise<bigint | undefined> {
  // What counts events at the same time conflicts with this, and is repeated with the new zone.
  const last = await findInventoryCheckpoint(tx);
  await saveInventoryCheckpoint(tx, last);
  await aggregateAll(tx);
  const newest = await findInventoryCheckpoint(tx);
  const [first] = await findEventTimes(tx, { after: 0n, limit: 1 });
  const takenBack = await findTakenBack(tx);
  for (const one of takenBack) await takeBackAdoption(tx, one, before, -1n);
  if (first !== undefined) {
    await aggregateActivity(tx, first.id - 1n, newest, before, -1n);
    await aggregateActivity(tx, first.id - 1n, newest, zone);
  }
  for (const one of takenBack) await takeBackAdoption(tx, one, zone);
  if (first === undefined) return newest === 0n ? undefined : zone.dayOf(now);
  return first.id === 1n ? undefined : zone.dayOf(first.at) + 1n;
}
