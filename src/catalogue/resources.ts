import { adminEvents } from '../access/audit-events/operations.ts';
import { deleteExpiredIdempotencyRecords } from '../access/idempotency/rules.ts';
import { keys } from '../access/keys/operations.ts';
import { people } from '../access/people/operations.ts';
import { shelter } from '../access/shelter/operations.ts';
import { categories } from '../animals/categories/operations.ts';
import { imports } from '../animals/imports/operations.ts';
import { listings } from '../animals/listings/operations.ts';
import { notes } from '../animals/notes/operations.ts';
import { pets } from '../animals/pets/operations.ts';
import { photos } from '../animals/photos/operations.ts';
import { profiles } from '../animals/profiles/operations.ts';
import type { Operation } from '../api/operation.ts';
import type { Resource } from '../api/resource.ts';
import { inquiries } from '../homes/inquiries/operations.ts';
import { orders } from '../homes/orders/operations.ts';
import { attempts } from '../notify/webhooks/attempt-operations.ts';
import { deliveries } from '../notify/webhooks/delivery-operations.ts';
import { webhooks } from '../notify/webhooks/operations.ts';
import { events } from '../record/events/operations.ts';
import { inventory } from '../record/inventory/operations.ts';
import { insertIfAbsent, probeWrite, recordAddress, recordClock } from '../record/settings/stored-rules.ts';
import { statistics } from '../record/statistics/operations.ts';
import { setTimeZone } from '../record/statistics/zone-rules.ts';
import type { AnyCommand } from '../store/store.ts';
import { beginCopy, clearCopy, copyRows, finishCopy } from './copy-rules.ts';
import { beginHistory, pauseWebhooks, recordBackup } from './history-rules.ts';
import { erasePersonalData } from './privacy-rules.ts';

/** Every resource, in the order of the document. */
export const resources: readonly Resource[] = [
  pets,
  profiles,
  photos,
  notes,
  listings,
  imports,
  categories,
  orders,
  inquiries,
  inventory,
  statistics,
  shelter,
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
  ...operations.flatMap((operation) =>
    operation.kind === 'write' && operation.write !== 'search' ? [operation.command] : [],
  ),
  ...resources.flatMap((resource) => resource.commands ?? []),
  deleteExpiredIdempotencyRecords,
  // Those of the whole database.
  ...[beginCopy, clearCopy, copyRows, finishCopy],
  ...[beginHistory, pauseWebhooks, recordBackup],
  ...[erasePersonalData, insertIfAbsent, probeWrite, recordAddress, recordClock, setTimeZone],
];
