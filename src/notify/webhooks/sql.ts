import { scopesOf } from '../../../contract/scopes.ts';
import { eventTypes } from '../../record/events/model.ts';
import { type PageRange, queryCount, queryPage, type Selection } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn } from '../../store/queries.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Subscription, testEventId, type Webhook, type WebhookStatus } from './model.ts';

/** The setting that pauses all webhooks while it is there. Its value says why. */
export const webhooksPaused = 'webhooks_paused';

/** A webhook with the end of its key, and the role of its person while there is one. */
interface StoredWebhook extends Omit<Webhook, 'types' | 'status'> {
  types: string;
  status: Exclude<WebhookStatus, 'paused'>;
  pausedAt?: bigint;
  keyRevokedAt?: bigint;
  keyExpiresAt?: bigint;
  keyGrants?: string;
  personRole?: string;
}

/** A page of webhooks may be of one key. */
export interface WebhookFilters {
  createdBy?: bigint | undefined;
}

const names =
  'id, url, types, status, event_id, created_at, created_by, person_id, description, paused_at, reason, failing_since';
const columns = `${names},
  (SELECT revoked_at FROM keys WHERE keys.id = webhooks.created_by),
  (SELECT expires_at FROM keys WHERE keys.id = webhooks.created_by),
  (SELECT grants FROM keys WHERE keys.id = webhooks.created_by),
  (SELECT role FROM people WHERE people.id = webhooks.person_id)`;
const readWebhook = asObject<StoredWebhook>(`${names}, key_revoked_at, key_expires_at, key_grants, person_role`);
const insert = statement<never>(
  `INSERT INTO webhooks (url, types, secret, status, event_id, created_at, created_by, person_id, description)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const save = statement<never>(
  `UPDATE webhooks SET url = $1, types = $2, description = $3, status = $4, paused_at = $5, reason = $6, created_by = $7,
   person_id = $8, event_id = $9, failing_since = $10 WHERE id = $11`,
);
const lock = statement<never>('UPDATE webhooks SET id = id WHERE id = $1');
const findById = statement<Row>(`SELECT ${columns} FROM webhooks WHERE id = $1`);
const findAll = statement<Row>(`SELECT ${columns} FROM webhooks ORDER BY id`);
const findByKey = statement<Row>(`SELECT ${columns} FROM webhooks WHERE created_by = $1 ORDER BY id`);
const findSecretsOf = statement<readonly [secret: string, previous: string | null, previousUntil: bigint | null]>(
  'SELECT secret, previous_secret, previous_until FROM webhooks WHERE id = $1',
);

export async function insertWebhook(tx: Transaction, webhook: Omit<Webhook, 'id'>, secret: string): Promise<Webhook> {
  const {
    url,
    types = [],
    status,
    eventId,
    createdAt,
    createdBy = null,
    personId = null,
    description = null,
  } = webhook;
  const params = [url, types.join(' '), secret, status, eventId, createdAt, createdBy, personId, description];
  return { id: await tx.insert(insert, params), ...webhook };
}

/** Stores all fields that can change. */
export async function saveWebhook(tx: Transaction, webhook: Webhook, now: bigint): Promise<void> {
  const { id, url, types = [], description = null, status, reason = null, createdBy = null, eventId } = webhook;
  const { failingSince = null, personId = null } = webhook;
  const stored = status === 'disabled' ? 'disabled' : 'active';
  const pausedAt = status === 'paused' ? now : null;
  await tx.query(save, [
    ...[url, types.join(' '), description, stored, pausedAt, reason],
    ...[createdBy, personId, eventId, failingSince, id],
  ]);
}

export const saveWebhookCheckpoint = execute<[eventId: bigint, id: bigint]>(
  'UPDATE webhooks SET event_id = $1 WHERE id = $2',
);

export const saveWebhookFailing = execute<[since: bigint | null, id: bigint]>(
  'UPDATE webhooks SET failing_since = $1 WHERE id = $2',
);

/** Stores a new secret. The previous one also signs until `previousUntil`. */
export const saveWebhookSecret = execute<[previousUntil: bigint, secret: string, id: bigint]>(
  'UPDATE webhooks SET previous_secret = secret, previous_until = $1, secret = $2 WHERE id = $3',
);

/** Writes the row as it is: until the end of the transaction no other one can write it. */
export async function lockWebhook(db: Queryable, id: bigint): Promise<void> {
  await db.query(lock, [id]);
}

/** The same with the oldest webhook, if there is one. */
export const lockFirstWebhook = execute<[]>('UPDATE webhooks SET id = id WHERE id = (SELECT min(id) FROM webhooks)');

export const deleteWebhookRow = execute<[id: bigint]>('DELETE FROM webhooks WHERE id = $1');

export async function findWebhook(db: Queryable, id: bigint, now: bigint): Promise<Webhook | undefined> {
  const [row] = await db.query(findById, [id]);
  return row && toWebhook(row, now);
}

export async function findWebhooks(
  db: Reader,
  filters: WebhookFilters,
  slice: PageRange,
  now: bigint,
): Promise<Webhook[]> {
  return (await queryPage<Row>(db, select(filters), slice)).map((row) => toWebhook(row, now));
}

export function countWebhooks(db: Queryable, filters: WebhookFilters): Promise<bigint> {
  return queryCount(db, select(filters));
}

export async function findAllWebhooks(db: Queryable, now: bigint): Promise<Webhook[]> {
  return (await db.query(findAll, [])).map((row) => toWebhook(row, now));
}

export async function findWebhooksOf(db: Queryable, keyId: bigint, now: bigint): Promise<Webhook[]> {
  const rows = await db.query(findByKey, [keyId]);
  return rows.map((row) => toWebhook(row, now)).filter(({ status }) => status === 'active');
}

function select({ createdBy }: WebhookFilters): Selection {
  const indexed = createdBy === undefined ? undefined : (['created_by', createdBy] as const);
  return { table: 'webhooks', columns, indexed };
}

/**
 * The ids of the webhooks that are not disabled, and were not paused by anyone unless a test waits; the key of some may have
 * ended.
 */
export const findSendableIds = allRows<[], bigint>(
  `SELECT id FROM webhooks WHERE status = 'active'
   AND (paused_at IS NULL OR id IN (SELECT webhook_id FROM deliveries WHERE event_id = ${testEventId})) ORDER BY id`,
  firstColumn<bigint>,
);

/** A webhook with its secrets, unless it is disabled. */
export async function findSubscription(db: Queryable, id: bigint, now: bigint): Promise<Subscription | undefined> {
  const webhook = await findWebhook(db, id, now);
  if (webhook === undefined || webhook.status === 'disabled') return undefined;
  const [row] = await db.query(findSecretsOf, [id]);
  if (row === undefined) return undefined;
  const [secret, previous, previousUntil] = row;
  const isPreviousUsed = previous !== null && (previousUntil ?? 0n) > now;
  return { ...webhook, secrets: isPreviousUsed ? [secret, previous] : [secret] };
}

/** Types are stored as a list of words; an empty list means all types. */
function toWebhook(row: Row, now: bigint): Webhook {
  const found = readWebhook(row);
  const {
    types: words,
    pausedAt,
    keyRevokedAt: _,
    keyExpiresAt: __,
    keyGrants: ___,
    personRole: ____,
    ...stored
  } = found;
  const types = words.split(' ').flatMap((word) => eventTypes.find((type) => type === word) ?? []);
  const isActive = stored.status === 'active';
  const end = isActive && pausedAt === undefined ? endOfOwner(found, now) : undefined;
  const isPaused = isActive && (pausedAt !== undefined || end !== undefined);
  return {
    ...stored,
    ...(words !== '' && { types }),
    status: isPaused ? 'paused' : stored.status,
    ...(end !== undefined && { reason: end }),
  };
}

/** Why the owner of a webhook answers for it no longer. A webhook without a known one is not affected. */
function endOfOwner(
  { createdBy, keyRevokedAt, keyExpiresAt, keyGrants, personId, personRole }: Partial<StoredWebhook>,
  now: bigint,
): string | undefined {
  if (personId !== undefined && personRole === undefined) return `Its person ${personId} has ended.`;
  if (keyRevokedAt !== undefined) return `Its key ${createdBy} was revoked.`;
  if (keyExpiresAt !== undefined && keyExpiresAt <= now) return `Its key ${createdBy} has expired.`;
  const mayRead = keyGrants === undefined || scopesOf(keyGrants).has('events:read');
  return mayRead ? undefined : `Its key ${createdBy} may not read events any more.`;
}

/** Moves webhooks whose last queued event has another id now. */
export const renumberWebhooks = execute<[to: bigint, from: bigint]>(
  'UPDATE webhooks SET event_id = $1 WHERE event_id = $2',
);

/** Lets no webhook get events up to this one. */
export const skipWebhooksTo = execute<[eventId: bigint]>('UPDATE webhooks SET event_id = $1 WHERE event_id < $1');
