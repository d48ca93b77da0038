import type { PageRange } from '../../store/keyset.ts';
import { asObject, deleteOldest, oneInteger } from '../../store/queries.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { WebhookAttempt } from './model.ts';

const columns = 'id, webhook_id, event_id, at, duration_ms, status, failure';
const readAttempt = asObject<WebhookAttempt>(columns);
const insert = statement<never>(
  `INSERT INTO webhook_attempts (webhook_id, event_id, at, duration_ms, status, failure)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
const findBefore = statement<Row>(
  `SELECT ${columns} FROM webhook_attempts WHERE webhook_id = $1 AND id < $2 AND at > $3 ORDER BY id DESC LIMIT $4`,
);

const highestId = 2n ** 63n - 1n;

export async function insertWebhookAttempt(tx: Transaction, attempt: Omit<WebhookAttempt, 'id'>): Promise<void> {
  const { webhookId, eventId, at, durationMs, status, failure = null } = attempt;
  await tx.query(insert, [webhookId, eventId, at, durationMs, status === undefined ? null : BigInt(status), failure]);
}

/** A page of the attempts of a webhook after a time, the newest first: it continues with ids below `after`. */
export async function findWebhookAttempts(
  db: Queryable,
  webhookId: bigint,
  since: bigint,
  { after = highestId, limit }: PageRange,
): Promise<WebhookAttempt[]> {
  return (await db.query(findBefore, [webhookId, after, since, BigInt(limit)])).map(toAttempt);
}

export const countWebhookAttempts = oneInteger<[webhookId: bigint, since: bigint]>(
  longStatement('SELECT count(*) FROM webhook_attempts WHERE webhook_id = $1 AND at > $2'),
);

export const deleteWebhookAttempts = deleteOldest(
  `DELETE FROM webhook_attempts WHERE id IN
   (SELECT id FROM webhook_attempts WHERE at >= $1 AND at <= $2 ORDER BY at LIMIT $3) RETURNING at`,
);

function toAttempt(row: Row): WebhookAttempt {
  const attempt = readAttempt(row);
  return attempt.status === undefined ? attempt : { ...attempt, status: Number(attempt.status) };
}
