import { findTimeZoneName, type TimeZone, utcName } from '../../contract/time-zone.ts';
import { settings } from '../config/settings.ts';
import { StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { findLastEventId } from '../record/events/sql.ts';
import { findShelterZone } from '../record/settings/stored-rules.ts';
import { setTimeZone } from '../record/statistics/zone-rules.ts';
import type { Store } from '../store/store.ts';

/** Where the zone comes from: from an operator or an earlier start, from this start, or from nowhere. */
export interface StartZone {
  readonly name: string;
  readonly origin: 'stored' | 'setting' | 'machine' | 'none';
}

/**
 * Finds the zone whose days are the shelter's. A database without one takes that of the setting, and one in which nothing has
 * happened otherwise that of this machine.
 * @throws StartError where the database has another zone than the setting
 */
export async function prepareTimeZone(store: Store, setting: string | undefined, now: number): Promise<StartZone> {
  const { isChosen } = await findShelterZone(store.reader);
  const isNew = (await findLastEventId(store.reader)) === 0n;
  const first = setting ?? (isNew ? machineZone() : undefined);
  if (!isChosen && first !== undefined) {
    await store.write(setTimeZone, { name: first, now: BigInt(now), isFirst: true });
    store.refresh();
  }
  const { name } = (await findShelterZone(store.reader)).zone;
  if (setting !== undefined && name !== setting) {
    const { variable, flag } = settings.timeZone;
    throw new StartError(
      `${variable} (${flag}) is ${setting}, but the days of this database are those of ${name}. Change them with ` +
        `"petstore time-zone set ${setting}", or remove the setting`,
    );
  }
  if (isChosen) return { name, origin: 'stored' };
  return { name, origin: first === undefined ? 'none' : setting === undefined ? 'machine' : 'setting' };
}

function machineZone(): string {
  return findTimeZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? utcName;
}

const followIntervalMs = 5_000;

export interface FollowedZone extends PeriodicJob {
  readonly current: () => TimeZone;
}

/** Follows the stored zone: an operator may change it while the service runs. */
export async function followTimeZone(store: Store, log: Log, intervalMs = followIntervalMs): Promise<FollowedZone> {
  let { zone } = await findShelterZone(store.reader);
  const look = async () => {
    const { zone: stored } = await findShelterZone(store.reader);
    if (stored !== zone) log.info('the time zone has changed', { from: zone.name, to: stored.name });
    zone = stored;
  };
  const failure = 'could not read the time zone';
  return { current: () => zone, ...startPeriodicJob(look, { intervalMs, log, failure }) };
}
