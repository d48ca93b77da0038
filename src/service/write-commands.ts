import { beginCopy, clearCopy, copyRows, finishCopy } from '../catalogue/database/copy-rules.ts';
import { beginHistory, pauseWebhooks, recordBackup } from '../catalogue/database/history-rules.ts';
import { insertIfAbsent, probeWrite, recordClock } from '../catalogue/database/settings-rules.ts';
import { advancePendingMark } from '../catalogue/events/pending-rules.ts';
import { deleteExpiredEvents, repairInventory, sequenceEvents } from '../catalogue/events/rules.ts';
import { deleteExpiredIdempotencyRecords } from '../catalogue/idempotency/rules.ts';
import { deleteExpiredInquiries, submitInquiry } from '../catalogue/inquiries/rules.ts';
import { createFirstKey, createKey, presetKey, recordKeyUses, revokeKey, rotateKey } from '../catalogue/keys/rules.ts';
import { indexPets } from '../catalogue/pets/index-rules.ts';
import { forgetMedia } from '../catalogue/photos/rules.ts';
import { repairSearchTexts } from '../catalogue/profiles/rules.ts';
import {
  deleteExpiredAttempts,
  hastenDeliveries,
  leaseDelivery,
  recordDeliveryOutcome,
} from '../catalogue/webhooks/delivery-rules.ts';
import { queueDeliveries, rotateWebhook } from '../catalogue/webhooks/rules.ts';
import { operations } from '../operations/table.ts';
import type { AnyCommand } from '../store/store.ts';

/** Every command. The writer thread finds them by their names. */
export const commands: readonly AnyCommand[] = [
  ...operations.flatMap((operation) => (operation.kind === 'write' ? [operation.command] : [])),
  advancePendingMark,
  beginCopy,
  clearCopy,
  beginHistory,
  hastenDeliveries,
  leaseDelivery,
  copyRows,
  createFirstKey,
  createKey,
  finishCopy,
  forgetMedia,
  indexPets,
  deleteExpiredAttempts,
  deleteExpiredEvents,
  deleteExpiredIdempotencyRecords,
  deleteExpiredInquiries,
  pauseWebhooks,
  presetKey,
  probeWrite,
  queueDeliveries,
  recordBackup,
  recordClock,
  recordKeyUses,
  repairInventory,
  repairSearchTexts,
  revokeKey,
  rotateKey,
  rotateWebhook,
  insertIfAbsent,
  recordDeliveryOutcome,
  sequenceEvents,
  submitInquiry,
];
