import { signEverybodyOut } from '../access/people/sql.ts';
import { deleteWaitingDeliveries, renumberDeliveries } from '../notify/webhooks/delivery-sql.ts';
import { renumberWebhooks, skipWebhooksTo, webhooksPaused } from '../notify/webhooks/sql.ts';
import { findLastEventId, renumberEvent } from '../record/events/sql.ts';
import { saveInventoryCheckpoint } from '../record/inventory/sql.ts';
import { restoredAt, serviceAddress } from '../record/settings/stored-rules.ts';
import { deleteSetting, saveSetting } from '../store/settings.ts';
import type { Statement } from '../store/statement.ts';
import type { Command, Source } from '../store/store.ts';
import { databaseIdSetting, type Table, tables } from '../store/tables.ts';

/** No database averages more events per millisecond since 1970. */
const eventsPerMs = 1_000n;
/** More ids than a table can have given between a backup and the loss of the database. */
export const lostIds = 1_000_000n;

/** The highest id that a table has given, or 0, with the statement that makes a table continue above a number. */
export interface GivenIds {
  readonly highest: bigint;
  readonly raise: Statement<readonly unknown[]>;
}

/** What the tables of `source` have given, for those of `target`. */
export async function findGivenIds(source: Source, target: Source): Promise<GivenIds[]> {
  const find = async ({ name }: Table) => {
    const [[highest] = [0n]] = await source.reader.query(source.ids.highest(name), []);
    return { highest, raise: target.ids.raise(name) };
  };
  return await Promise.all(
    tables()
      .filter(({ givesIds }) => givesIds)
      .map(find),
  );
}

/**
 * Starts a new history in a restored database. The newest event moves to an id above all that the lost history can have
 * used, so that no id means two events, and clients that followed the lost history get 410. Ids of animals, orders and so
 * on skip ahead, too. Webhooks are paused, people are signed out, and the database is another one than its original. All
 * events must be sequenced and counted before.
 */
export const beginHistory: Command<{ now: bigint; reason: string; ids: readonly GivenIds[] }, void> = {
  name: 'beginHistory',
  async run(tx, { now, reason, ids }) {
    for (const { highest, raise } of ids) await tx.query(raise, [highest + lostIds]);
    const last = await findLastEventId(tx);
    if (last > 0n) {
      const next = last >= now * eventsPerMs ? last + eventsPerMs : now * eventsPerMs;
      await renumberEvent(tx, next, last);
      await renumberDeliveries(tx, next, last);
      await renumberWebhooks(tx, next, last);
      await saveInventoryCheckpoint(tx, next);
    }
    await signEverybodyOut(tx);
    await saveSetting(tx, webhooksPaused, reason);
    await saveSetting(tx, restoredAt, String(now));
    await deleteSetting(tx, serviceAddress);
    await deleteSetting(tx, lastBackup);
    await deleteSetting(tx, rotationObstacle);
    await deleteSetting(tx, databaseIdSetting);
  },
};

/** The setting with the start time of the last backup, in epoch milliseconds. */
export const lastBackup = 'last_backup_at';

/** The setting with the reason why backups before the last one may not be removed. */
export const rotationObstacle = 'backup_rotation_obstacle';

/** Records that a backup has everything up to this time. What is missing stays as it was. */
export const recordBackup: Command<{ at?: bigint | undefined; obstacle?: string | null | undefined }, void> = {
  name: 'recordBackup',
  async run(tx, { at, obstacle }) {
    if (at !== undefined) await saveSetting(tx, lastBackup, String(at));
    if (obstacle === null) await deleteSetting(tx, rotationObstacle);
    else if (obstacle !== undefined) await saveSetting(tx, rotationObstacle, obstacle);
  },
};

/** Pauses or resumes all webhooks. `skip` drops what is waiting. */
export const pauseWebhooks: Command<{ reason: string | null; skip: boolean }, void> = {
  name: 'pauseWebhooks',
  async run(tx, { reason, skip }) {
    if (skip) {
      await deleteWaitingDeliveries(tx);
      await skipWebhooksTo(tx, await findLastEventId(tx));
    }
    if (reason === null) await deleteSetting(tx, webhooksPaused);
    else await saveSetting(tx, webhooksPaused, reason);
  },
};
