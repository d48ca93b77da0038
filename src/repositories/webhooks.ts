import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { eventTypes } from '../model/events.ts';
import type { Subscription, Webhook, WebhookStatus } from '../model/webhooks.ts';
import { type PageRange, queryCount, queryPage } from '../store/keyset.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../store/statement.ts';

/** The setting that pauses all webhooks while it is there. Its value says why. */
export const webhooksPaused = 'webhooks_paused';

type WebhookRow = readonly [
  id: bigint,
  url: string,
  types: string,
  status: WebhookStatus,
  eventId: bigint,
  createdAt: bigint,
];

const columns = 'id, url, types, status, event_id, created_at';
const all = { table: 'webhooks', columns };
const insert = statement<never>(
  'INSERT INTO webhooks (url, types, secret, status, event_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
);
const save = statement<never>('UPDATE webhooks SET status = $1, event_id = $2 WHERE id = $3');
const remove = statement<never>('DELETE FROM webhooks WHERE id = $1');
const findById = statement<WebhookRow>(`SELECT ${columns} FROM webhooks WHERE id = $1`);
const findActive = statement<readonly [id: bigint, url: string, eventId: bigint, secret: string]>(
  "SELECT id, url, event_id, secret FROM webhooks WHERE status = 'active' ORDER BY id",
);
const renumber = statement<never>('UPDATE webhooks SET event_id = $1 WHERE event_id = $2');
const skip = statement<never>('UPDATE webhooks SET event_id = $1 WHERE event_id < $1');

export async function insertWebhook(tx: Transaction, webhook: Omit<Webhook, 'id'>, secret: string): Promise<Webhook> {
  const { url, types = [], status, eventId, createdAt } = webhook;
  return { id: await tx.insert(insert, [url, types.join(' '), secret, status, eventId, createdAt]), ...webhook };
}

/** Stores the fields that can change: the status, and the checkpoint of its deliveries. */
export async function saveWebhook(tx: Transaction, { id, status, eventId }: Webhook): Promise<void> {
  await tx.query(save, [status, eventId, id]);
}

export async function deleteWebhook(tx: Transaction, id: bigint): Promise<void> {
  await tx.query(remove, [id]);
}

export function findWebhook(db: Queryable, id: bigint): MaybePromise<Webhook | undefined> {
  return andThen(db.query(findById, [id]), ([row]) => row && toWebhook(row));
}

/** A page of the webhooks, by ascending id. */
export function findWebhooks(db: Reader, slice: PageRange): MaybePromise<Webhook[]> {
  return andThen(queryPage<WebhookRow>(db, all, slice), (rows) => rows.map(toWebhook));
}

export function countWebhooks(db: Queryable): MaybePromise<bigint> {
  return queryCount(db, all);
}

/** All active webhooks, with their secrets. */
export async function findSubscriptions(db: Queryable): Promise<Subscription[]> {
  return (await db.query(findActive, [])).map(([id, url, eventId, secret]) => ({ id, url, eventId, secret }));
}

/** Types are stored as a list of words; an empty list means all types. */
function toWebhook([id, url, words, status, eventId, createdAt]: WebhookRow): Webhook {
  const types = words.split(' ').flatMap((word) => eventTypes.find((type) => type === word) ?? []);
  return { id, url, ...(words !== '' && { types }), status, eventId, createdAt };
}

/** Moves webhooks whose last queued event has another id now. */
export async function renumberWebhooks(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  await tx.query(renumber, [to, from]);
}

/** Lets no webhook get events up to this one. */
export async function skipWebhooksTo(tx: Transaction, eventId: bigint): Promise<void> {
  await tx.query(skip, [eventId]);
}
