import type { Operation } from '../api/operation.ts';
import type { Resource } from '../api/resource.ts';
import type { AnyCommand } from '../store/store.ts';
import { adminEvents } from './admin-events/operations.ts';
import { categories } from './categories/operations.ts';
import { beginCopy, clearCopy, copyRows, finishCopy } from './database/copy-rules.ts';
import { beginHistory, pauseWebhooks, recordBackup } from './database/history-rules.ts';
import { erasePersonalData } from './database/privacy-rules.ts';
import { insertIfAbsent, probeWrite, recordClock } from './database/settings-rules.ts';
import { events } from './events/operations.ts';
import { deleteExpiredIdempotencyRecords } from './idempotency/rules.ts';
import { imports } from './imports/operations.ts';
import { inquiries } from './inquiries/operations.ts';
import { inventory } from './inventory/operations.ts';
import { keys } from './keys/operations.ts';
import { listings } from './listings/operations.ts';
import { orders } from './orders/operations.ts';
import { people } from './people/operations.ts';
import { pets } from './pets/operations.ts';
import { photos } from './photos/operations.ts';
import { profiles } from './profiles/operations.ts';
import { settings } from './settings/operations.ts';
import { statistics } from './statistics/operations.ts';
import { setTimeZone } from './statistics/zone-rules.ts';
import { attempts } from './webhooks/attempt-operations.ts';
import { deliveries } from './webhooks/delivery-operations.ts';
import { webhooks } from './webhooks/operations.ts';

/** Every resource, in the order of the document. */
export const resources: readonly Resource[] = [
  pets,
  profiles,
  photos,
  listings,
  imports,
  categories,
  orders,
  inquiries,
  inventory,
  statistics,
  settings,
  keys,
  people,
  adminEvents,
  events,
  webhooks,
  attempts,
  deliveries,
];

/** Every operation under `/v1`. */
export const operations: readonly Operation[] = resources.flatMap((resource) => resource.operations);

/** Every command. The writer thread finds them by their names. */
export const commands: readonly AnyCommand[] = [
  ...operations.flatMap((operation) => (operation.kind === 'write' ? [operation.command] : [])),
  ...resources.flatMap((resource) => resource.commands ?? []),
  deleteExpiredIdempotencyRecords,
  // Those of the whole database.
  ...[beginCopy, clearCopy, copyRows, finishCopy],
  ...[beginHistory, pauseWebhooks, recordBackup],
  ...[erasePersonalData, insertIfAbsent, probeWrite, recordClock, setTimeZone],
];
