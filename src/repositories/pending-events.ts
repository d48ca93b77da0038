import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Queryable, statement, type Transaction } from '../store/statement.ts';
import { changeColumns } from './events.ts';

const findAny = statement<readonly [bigint]>('SELECT id FROM pending_events ORDER BY id LIMIT 1');
const findBatch = statement<readonly [count: bigint, last: bigint | null]>(
  'SELECT count(*), max(id) FROM (SELECT id FROM pending_events ORDER BY id LIMIT $1) AS batch',
);
const sequence = statement<never>(
  `INSERT INTO events (id, ${changeColumns}, webhook_id)
   SELECT $1 + row_number() OVER (ORDER BY id), ${changeColumns}, webhook_id FROM pending_events WHERE id <= $2`,
);
const remove = statement<never>('DELETE FROM pending_events WHERE id <= $1');

/** Whether there are events without a sequence number. */
export function hasPendingEvents(db: Queryable): MaybePromise<boolean> {
  return andThen(db.query(findAny, []), (rows) => rows.length > 0);
}

/** The number of pending events, at most `limit`, and the id of the last of them. */
export async function findPendingEvents(
  tx: Transaction,
  limit: number,
): Promise<{ count: bigint; last: bigint } | undefined> {
  const [row] = await tx.query(findBatch, [BigInt(limit)]);
  const [count = 0n, last] = row ?? [];
  return last == null ? undefined : { count, last };
}

/** Moves pending events up to the id `last` to `events`, with sequence numbers that continue after `after`. */
export async function sequencePendingEvents(tx: Transaction, after: bigint, last: bigint): Promise<void> {
  await tx.query(sequence, [after, last]);
  await tx.query(remove, [last]);
}
