import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { WebhookAttempt } from '../model/webhooks.ts';
import type { PageRange } from '../store/keyset.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../store/statement.ts';

type AttemptRow = readonly [
  id: bigint,
  webhookId: bigint,
  eventId: bigint,
  at: bigint,
  durationMs: bigint,
  status: bigint | null,
  failure: string | null,
];

const columns = 'id, webhook_id, event_id, at, duration_ms, status, failure';
const insert = statement<never>(
  `INSERT INTO webhook_attempts (webhook_id, event_id, at, duration_ms, status, failure)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
const findBefore = statement<AttemptRow>(
  `SELECT ${columns} FROM webhook_attempts WHERE webhook_id = $1 AND id < $2 AND at > $3 ORDER BY id DESC LIMIT $4`,
);
const count = longStatement<readonly [bigint]>(
  'SELECT count(*) FROM webhook_attempts WHERE webhook_id = $1 AND at > $2',
);
const removeBetween = statement<readonly [at: bigint]>(
  `DELETE FROM webhook_attempts WHERE id IN
   (SELECT id FROM webhook_attempts WHERE at >= $1 AND at <= $2 ORDER BY at LIMIT $3) RETURNING at`,
);

const highestId = 2n ** 63n - 1n;

export async function insertWebhookAttempt(tx: Transaction, attempt: Omit<WebhookAttempt, 'id'>): Promise<void> {
  const { webhookId, eventId, at, durationMs, status, failure = null } = attempt;
  await tx.query(insert, [webhookId, eventId, at, durationMs, status === undefined ? null : BigInt(status), failure]);
}

/** A page of the attempts of a webhook after a time, the newest first: it continues with ids below `after`. */
export function findWebhookAttempts(
  db: Queryable,
  webhookId: bigint,
  since: bigint,
  { after = highestId, limit }: PageRange,
): MaybePromise<WebhookAttempt[]> {
  return andThen(db.query(findBefore, [webhookId, after, since, BigInt(limit)]), (rows) => rows.map(toAttempt));
}

export function countWebhookAttempts(db: Queryable, webhookId: bigint, since: bigint): MaybePromise<bigint> {
  return andThen(db.query(count, [webhookId, since]), ([row]) => row?.[0] ?? 0n);
}

/** Deletes up to `limit` of the attempts of a period (epoch ms, inclusive), the oldest first, and returns their times. */
export async function deleteWebhookAttempts(
  tx: Transaction,
  { from, to, limit }: { from: bigint; to: bigint; limit: number },
): Promise<bigint[]> {
  return (await tx.query(removeBetween, [from, to, BigInt(limit)])).map(([at]) => at);
}

function toAttempt([id, webhookId, eventId, at, durationMs, status, failure]: AttemptRow): WebhookAttempt {
  return {
    id,
    webhookId,
    eventId,
    at,
    durationMs,
    ...(status !== null && { status: Number(status) }),
    ...(failure !== null && { failure }),
  };
}
