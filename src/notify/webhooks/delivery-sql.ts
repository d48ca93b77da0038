import type { EventType } from '../../record/events/model.ts';
import { findEventTimes } from '../../record/events/sql.ts';
import { listOf, type Selection } from '../../store/keyset.ts';
import { asObject, execute, oneRow } from '../../store/queries.ts';
import { insertOf, longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Backlog, type Delivery, type DeliveryStatus, testEventId, type Webhook } from './model.ts';

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

/** The unary plus keeps the engine from the index of due deliveries: a paused webhook may have many, and tests are few. */
const findDueTests = statement<Row>(
  `SELECT ${columns} FROM deliveries WHERE event_id = ${testEventId} AND +webhook_id = $1 AND status = 'waiting'
   AND due_at <= $2 ORDER BY id LIMIT $3`,
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

/** Queues an event, or a test, for a webhook. It is due at `dueAt`. */
export async function insertDelivery(
  tx: Transaction,
  webhookId: bigint,
  eventId: bigint,
  dueAt: bigint,
): Promise<Delivery> {
  const id = await tx.insert(insert(1), [webhookId, eventId, 'waiting', 0n, dueAt]);
  return { id, webhookId, eventId, status: 'waiting', attempts: 0, dueAt };
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

export const findDelivery = oneRow<[id: bigint], Delivery>(
  `SELECT ${columns} FROM deliveries WHERE id = $1`,
  toDelivery,
);

/** The deliveries to a webhook that are due, the oldest first; of one that is paused only tests. */
export async function findDueDeliveries(
  db: Queryable,
  { id, status }: Pick<Webhook, 'id' | 'status'>,
  now: bigint,
  limit: number,
): Promise<Delivery[]> {
  const find = status === 'paused' ? findDueTests : findDue;
  return (await db.query(find, [id, now, BigInt(limit)])).map(toDelivery);
}

/** The delivery of an event to a webhook, if it has not arrived. */
export const findDeliveryOf = oneRow<[eventId: bigint, webhookId: bigint], Delivery>(
  `SELECT ${columns} FROM deliveries WHERE event_id = $1 AND webhook_id = $2 ORDER BY id LIMIT 1`,
  toDelivery,
);

/** Events of a backlog that are counted: of those that are queued, and of those after them. */
export const maxCounted = 1_000;

const findQueued = statement<readonly [eventId: bigint]>(
  `SELECT event_id FROM deliveries WHERE webhook_id = $1 AND status = 'waiting' AND event_id > ${testEventId}
   LIMIT ${maxCounted}`,
);
const findNext = statement<readonly [id: bigint, type: EventType]>(
  `SELECT id, type FROM events WHERE id > $1 ORDER BY id LIMIT ${maxCounted}`,
);

/** What waits for a webhook: what is queued, and the events that are to be. A disabled one gets none. */
export async function findBacklog(db: Queryable, { id, status, eventId, types }: Webhook): Promise<Backlog> {
  const queued = (await db.query(findQueued, [id])).map(([queuedId]) => queuedId);
  const next = status === 'disabled' ? [] : await db.query(findNext, [eventId]);
  const wanted = next.filter(([, type]) => types?.includes(type) ?? true).map(([nextId]) => nextId);
  const [first, ...others] = [...queued, ...wanted];
  if (first === undefined) return { waiting: 0, isMore: next.length === maxCounted };
  const oldest = others.reduce((one, other) => (other < one ? other : one), first);
  const [time] = await findEventTimes(db, { after: oldest - 1n, limit: 1 });
  return {
    waiting: queued.length + wanted.length,
    ...(time !== undefined && { since: time.at }),
    isMore: queued.length === maxCounted || next.length === maxCounted,
  };
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
