import { maxInt64 } from '../../../contract/int64.ts';
import type { PageRange } from '../../store/keyset.ts';
import { asObject, deleteOldest, oneInteger, oneRow } from '../../store/queries.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { Exchange, WebhookAttempt } from './model.ts';

const columns = 'id, webhook_id, event_id, at, duration_ms, status, failure';
const readAttempt = asObject<WebhookAttempt>(columns);
const insert = statement<never>(
  `INSERT INTO webhook_attempts (webhook_id, event_id, at, duration_ms, status, failure, exchange)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);
const findBefore = statement<Row>(
  `SELECT ${columns} FROM webhook_attempts WHERE webhook_id = $1 AND id < $2 AND at > $3 ORDER BY id DESC LIMIT $4`,
);

export async function insertWebhookAttempt(
  tx: Transaction,
  attempt: Omit<WebhookAttempt, 'id'>,
  exchange: Exchange,
): Promise<void> {
  const { webhookId, eventId, at, durationMs, status, failure = null } = attempt;
  const timing = [at, durationMs, status === undefined ? null : BigInt(status)];
  await tx.query(insert, [webhookId, eventId, ...timing, failure, JSON.stringify(exchange)]);
}

/** An attempt after a time. Those that a release before this one has made have no exchange. */
export const findWebhookAttempt = oneRow<
  [id: bigint, webhookId: bigint, since: bigint],
  WebhookAttempt & { exchange?: Exchange }
>(
  `SELECT exchange, ${columns} FROM webhook_attempts WHERE id = $1 AND webhook_id = $2 AND at > $3`,
  ([exchange, ...row]: [string | null, ...Row]) => ({
    ...toAttempt(row),
    ...(exchange !== null && { exchange: JSON.parse(exchange) as Exchange }),
  }),
);

/** A page of the attempts of a webhook after a time, the newest first: it continues with ids below `after`. */
export async function findWebhookAttempts(
  db: Queryable,
  webhookId: bigint,
  since: bigint,
  { after = maxInt64, limit }: PageRange,
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
