import { execute, oneInteger, oneRow } from '../../store/queries.ts';
import { type Queryable, statement, type Transaction } from '../../store/statement.ts';
import { changeColumns, findLastEventId, requireNext } from './sql.ts';

const markName = 'pending_events';
const mark = `coalesce((SELECT event_id FROM event_marks WHERE name = '${markName}'), 0)`;

/**
 * The pending events. The lower bound skips what has been sequenced and deleted: while another transaction could still see
 * them, PostgreSQL keeps these rows and would read them all. The upper bound is for its planner, which would otherwise
 * expect a third of the table.
 */
export const pending = `id > ${mark} AND id < ${mark} + 1000000000`;

const findBatch = statement<readonly [count: bigint, last: bigint | null]>(
  `SELECT count(*), max(id) FROM (SELECT id FROM pending_events WHERE ${pending} ORDER BY id LIMIT $1) AS batch`,
);
const sequence = execute<[after: bigint, last: bigint]>(
  `INSERT INTO events (id, ${changeColumns}, webhook_id, inquiry_id)
   SELECT $1 + row_number() OVER (ORDER BY id), ${changeColumns}, webhook_id, inquiry_id FROM pending_events
   WHERE ${pending} AND id <= $2`,
);
const remove = execute<[last: bigint]>(`DELETE FROM pending_events WHERE ${pending} AND id <= $1`);

/** The pending event with the lowest id. Events in transactions that are not committed yet may have lower ones. */
export const findFirstPendingEvent = oneRow<[], { id: bigint; at: bigint }>(
  `SELECT id, at FROM pending_events WHERE ${pending} ORDER BY id LIMIT 1`,
  ([id, at]: readonly [bigint, bigint]) => ({ id, at }),
);

/** Whether there are events without a sequence number. */
export async function hasPendingEvents(db: Queryable): Promise<boolean> {
  return (await findFirstPendingEvent(db)) !== undefined;
}

/** The number of pending events, at most `limit`, and the id of the last of them. */
export async function findPendingEvents(
  db: Queryable,
  limit: number,
): Promise<{ count: bigint; last: bigint } | undefined> {
  // SQLite has none, and would build a temporary table for the batch.
  if (!(await hasPendingEvents(db))) return undefined;
  const [row] = await db.query(findBatch, [BigInt(limit)]);
  const [count = 0n, last] = row ?? [];
  return last == null ? undefined : { count, last };
}

/**
 * Moves `count` pending events, up to the id `last`, to `events`, with sequence numbers that continue after `after`.
 * @throws ServiceError `internal_error` when they get others
 */
export async function sequencePendingEvents(
  tx: Transaction,
  after: bigint,
  { count, last }: { count: bigint; last: bigint },
): Promise<void> {
  await sequence(tx, after, last);
  await remove(tx, last);
  requireNext(after, count, await findLastEventId(tx));
}

/** The id up to which no pending event exists, nor can come to exist. */
export const findPendingMark = oneInteger<[]>(`SELECT event_id FROM event_marks WHERE name = '${markName}'`);

export const savePendingMark = execute<[id: bigint]>(
  `INSERT INTO event_marks (name, event_id) VALUES ('${markName}', $1)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);
