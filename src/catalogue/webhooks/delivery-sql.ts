import { listOf, type Selection } from '../../store/keyset.ts';
import { asObject, execute, oneRow } from '../../store/queries.ts';
import { insertOf, longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Delivery, type DeliveryStatus, testEventId } from './model.ts';

export interface DeliveryFilters {
  webhookId?: bigint | undefined;
  status?: DeliveryStatus | undefined;
}

const columns = 'id, webhook_id, event_id, status, attempts, due_at, failure';
const readDelivery = asObject<Delivery>(columns);
const insert = insertOf<never>(
  5,
  (values) => `INSERT INTO deliveries (webhook_id, event_id, status, attempts, due_at) VALUES ${values}`,
);
const save = statement<never>(
  'UPDATE deliveries SET status = $1, attempts = $2, due_at = $3, failure = $4 WHERE id = $5',
);
const findDue = statement<Row>(
  `SELECT ${columns} FROM deliveries WHERE webhook_id = $1 AND status = 'waiting' AND due_at <= $2
   ORDER BY due_at, id LIMIT $3`,
);

const summarize = longStatement<readonly [status: string, count: bigint, failing: bigint, oldestDueAt: bigint | null]>(
  'SELECT status, count(*), count(failure), min(due_at) FROM deliveries GROUP BY status',
);

/** How many deliveries there are, and when the oldest of those that wait was due (epoch milliseconds). */
export interface DeliveryCounts {
  waiting: number;
  /** Those of the waiting ones of which an attempt has failed. */
  failing: number;
  dead: number;
  oldestDueAt: number | undefined;
}

export async function summarizeDeliveries(db: Queryable): Promise<DeliveryCounts> {
  const rows = await db.query(summarize, []);
  const of = (wanted: DeliveryStatus) => rows.find(([status]) => status === wanted);
  const [, waiting = 0n, failing = 0n, oldestDueAt = null] = of('waiting') ?? [];
  return {
    waiting: Number(waiting),
    failing: Number(failing),
    dead: Number(of('dead')?.[1] ?? 0n),
    oldestDueAt: oldestDueAt === null ? undefined : Number(oldestDueAt),
  };
}

/** Queues events for a webhook. They are due at `dueAt` (epoch milliseconds). */
export async function insertDeliveries(
  tx: Transaction,
  webhookId: bigint,
  eventIds: readonly bigint[],
  dueAt: bigint,
): Promise<void> {
  const params = eventIds.flatMap((eventId) => [webhookId, eventId, 'waiting', 0n, dueAt]);
  await tx.query(insert(eventIds.length), params);
}

/** Queues a test for a webhook, which is due at `dueAt`. */
export async function insertTestDelivery(tx: Transaction, webhookId: bigint, dueAt: bigint): Promise<Delivery> {
  const id = await tx.insert(insert(1), [webhookId, testEventId, 'waiting', 0n, dueAt]);
  return { id, webhookId, eventId: testEventId, status: 'waiting', attempts: 0, dueAt };
}

export async function saveDelivery(tx: Transaction, delivery: Delivery): Promise<void> {
  const { id, status, attempts, dueAt, failure } = delivery;
  await tx.query(save, [status, BigInt(attempts), dueAt ?? null, failure ?? null, id]);
}

export const deleteDelivery = execute<[id: bigint]>('DELETE FROM deliveries WHERE id = $1');

export const deleteDeliveriesOf = execute<[webhookId: bigint]>('DELETE FROM deliveries WHERE webhook_id = $1');

export const deleteWaitingDeliveriesOf = execute<[webhookId: bigint]>(
  "DELETE FROM deliveries WHERE webhook_id = $1 AND status = 'waiting'",
);

/** Deletes the deliveries of events after `from`, up to and including `to`. */
export const deleteDeliveriesOfEvents = execute<[from: bigint, to: bigint]>(
  'DELETE FROM deliveries WHERE event_id > $1 AND event_id <= $2',
);

export const findDelivery = oneRow<[id: bigint], Delivery>(
  `SELECT ${columns} FROM deliveries WHERE id = $1`,
  toDelivery,
);

/** The deliveries of a webhook that are due, the oldest first. */
export async function findDueDeliveries(
  db: Queryable,
  webhookId: bigint,
  now: bigint,
  limit: number,
): Promise<Delivery[]> {
  return (await db.query(findDue, [webhookId, now, BigInt(limit)])).map(toDelivery);
}

/** The ids of up to a hundred waiting deliveries that are due after a time, which depends on the number of attempts. */
export async function findDeliveriesDueAfter(db: Queryable, latestByAttempts: readonly bigint[]): Promise<bigint[]> {
  const conditions = latestByAttempts.map((_, attempts) => `(attempts = ${attempts} AND due_at > $${attempts + 1})`);
  const find = longStatement<readonly [bigint]>(
    `SELECT id FROM deliveries WHERE status = 'waiting' AND (${conditions.join(' OR ')}) LIMIT 100`,
  );
  return (await db.query(find, latestByAttempts)).map(([id]) => id);
}

export const { find: findDeliveries, count: countDeliveries } = listOf(select, toDelivery);

function select({ webhookId, status }: DeliveryFilters): Selection {
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  const indexed = webhookId === undefined ? undefined : (['webhook_id', webhookId] as const);
  return { table: 'deliveries', columns, conditions, indexed };
}

function toDelivery(row: Row): Delivery {
  const delivery = readDelivery(row);
  return { ...delivery, attempts: Number(delivery.attempts) };
}

export const renumberDeliveries = execute<[to: bigint, from: bigint]>(
  'UPDATE deliveries SET event_id = $1 WHERE event_id = $2',
);

export const deleteWaitingDeliveries = execute<[]>("DELETE FROM deliveries WHERE status = 'waiting'");
