import type { AnyCommand } from '../store/store.ts';
import { beginCopy, clearCopy, copyRows, finishCopy } from './database/copy-rules.ts';
import { beginHistory, pauseWebhooks, recordBackup } from './database/history-rules.ts';
import { insertIfAbsent, probeWrite, recordClock } from './database/settings-rules.ts';
import { advancePendingMark } from './events/pending-rules.ts';
import { deleteExpiredEvents, repairInventory, sequenceEvents } from './events/rules.ts';
import { deleteExpiredIdempotencyRecords } from './idempotency/rules.ts';
import { deleteExpiredInquiries, submitInquiry } from './inquiries/rules.ts';
import {
  createFirstKey,
  createKeyByOperator,
  presetKey,
  recordKeyUses,
  revokeKeyByOperator,
  rotateKeyByOperator,
} from './keys/rules.ts';
import { operations } from './operations.ts';
import { indexPets } from './pets/index-rules.ts';
import { forgetMedia } from './photos/rules.ts';
import { repairSearchTexts } from './profiles/rules.ts';
import {
  deleteExpiredAttempts,
  hastenDeliveries,
  leaseDelivery,
  recordDeliveryOutcome,
} from './webhooks/delivery-rules.ts';
import { queueDeliveries, rotateWebhook } from './webhooks/rules.ts';

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
  createKeyByOperator,
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
  revokeKeyByOperator,
  rotateKeyByOperator,
  rotateWebhook,
  insertIfAbsent,
  recordDeliveryOutcome,
  sequenceEvents,
  submitInquiry,
];
