import { deleteWaitingDeliveries, renumberDeliveries } from '../repositories/deliveries.ts';
import { findLastEventId, renumberEvent } from '../repositories/events.ts';
import { saveInventoryCheckpoint } from '../repositories/inventory.ts';
import { renumberWebhooks, skipWebhooksTo, webhooksPaused } from '../repositories/webhooks.ts';
import { deleteSetting, saveSetting } from '../store/settings.ts';
import type { Statement } from '../store/statement.ts';
import type { Command } from '../store/store.ts';

/** No history gets more events than this a millisecond, counted from 1970. */
const eventsPerMs = 1_000n;
/** More rows than any table can have got between a backup and the loss of its database. */
const lostIds = 1_000_000n;

/** The highest id that a table has given, with the statement that makes it go on above a number. */
export interface GivenIds {
  readonly highest: bigint;
  readonly raise: Statement<readonly unknown[]>;
}

/**
 * Makes a restored database the beginning of a history of its own. The newest event gets an id above every one that the
 * lost history can have had, so that no id means two events, and whoever followed that history is answered 410. Ids of
 * animals, orders and all else leave the same room. Webhooks are paused. All events must have been counted.
 */
export const beginHistory: Command<{ now: bigint; reason: string; ids: readonly GivenIds[] }, void> = {
  name: 'beginHistory',
  async run(tx, { now, reason, ids }) {
    for (const { highest, raise } of ids) await tx.query(raise, [highest + lostIds]);
    const last = await findLastEventId(tx);
    if (last > 0n) {
      const next = last >= now * eventsPerMs ? last + eventsPerMs : now * eventsPerMs;
      await renumberEvent(tx, last, next);
      await renumberDeliveries(tx, last, next);
      await renumberWebhooks(tx, last, next);
      await saveInventoryCheckpoint(tx, next);
    }
    await saveSetting(tx, webhooksPaused, reason);
    await deleteSetting(tx, lastBackup);
  },
};

/** The setting that says when the last backup began, in epoch milliseconds. */
export const lastBackup = 'last_backup_at';

/** Notes that there is a backup of everything up to this time. */
export const recordBackup: Command<{ at: bigint }, void> = {
  name: 'recordBackup',
  run: (tx, { at }) => saveSetting(tx, lastBackup, String(at)),
};

/** Stops or resumes all webhooks. While they are stopped, events wait for them. */
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
