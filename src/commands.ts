import { beginCopy, copyRows, finishCopy, rewindCopy, trimCopy } from './domain/copies.ts';
import { claimDelivery, settleDelivery } from './domain/deliveries.ts';
import { forgetEvents, settleEvents } from './domain/events.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import { createFirstKey, createKey, presetKey, recordKeyUses, revokeKey, rotateKey } from './domain/keys.ts';
import { settle } from './domain/settings.ts';
import { queueDeliveries } from './domain/webhooks.ts';
import { operations } from './operations/table.ts';
import type { AnyCommand } from './store/store.ts';

/** Every write there is, by the name under which it reaches the writer thread. */
export const commands: readonly AnyCommand[] = [
  ...operations.flatMap((operation) => (operation.kind === 'write' ? [operation.command] : [])),
  beginCopy,
  claimDelivery,
  copyRows,
  createFirstKey,
  createKey,
  finishCopy,
  forgetEvents,
  forgetIdempotencyRecords,
  presetKey,
  queueDeliveries,
  recordKeyUses,
  revokeKey,
  rewindCopy,
  rotateKey,
  settle,
  settleDelivery,
  settleEvents,
  trimCopy,
];
