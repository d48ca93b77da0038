import type { Pet, PetStatus } from '../../../contract/pet.ts';
import { assertionFailed } from '../../store/assertions.ts';
import type { PageRange } from '../../store/keyset.ts';
import { allRows, asObject, execute, oneInteger } from '../../store/queries.ts';
import {
  insertOf,
  type Param,
  type Queryable,
  type Statement,
  statement,
  type Transaction,
} from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Event, type NewEvent, type NewInquiryEvent, type NewWebhookEvent, type Stamp, toActor } from './model.ts';

type StoredEvent = Omit<Event, 'pet' | 'category' | 'actor' | 'changes'> & {
  actor?: string;
  changes?: string;
  name?: string;
  categoryId?: bigint;
  status?: PetStatus;
};

/** The columns of an event, besides its id, in `events` and `pending_events`. */
export const changeColumns =
  'type, at, pet_id, name, category_id, status, previous_category_id, previous_status, order_id, actor, changes, import_id, note_id';
const byTable = <Made>(make: (table: Transaction['eventTable']) => Made) => ({
  events: make('events'),
  pending_events: make('pending_events'),
});
const insert = byTable((table) =>
  insertOf<never>(13, (values) => `INSERT INTO ${table} (${changeColumns}) VALUES ${values}`),
);
const insertOfAdditions = byTable((table) =>
  statement<never>(
    `INSERT INTO ${table} (type, at, pet_id, name, category_id, status, actor, import_id)
     SELECT 'pet.created', created_at, id, name, category_id, status, $1, CAST($2 AS BIGINT) FROM pets
     WHERE id BETWEEN $3 AND $4 ORDER BY id`,
  ),
);
const insertOfWebhook = byTable((table) =>
  statement<never>(`INSERT INTO ${table} (type, at, webhook_id, actor) VALUES ($1, $2, $3, $4)`),
);
const insertOfInquiries = byTable((table) =>
  insertOf<never>(5, (values) => `INSERT INTO ${table} (type, at, inquiry_id, actor, changes) VALUES ${values}`),
);
export const eventColumns =
  'id, type, at, pet_id, name, category_id, status, order_id, webhook_id, inquiry_id, actor, changes, import_id, note_id';
const readEvent = asObject<StoredEvent>(eventColumns);
const findFirst = statement<Row>(`SELECT ${eventColumns} FROM events ORDER BY id LIMIT $1`);
const findAfter = statement<Row>(`SELECT ${eventColumns} FROM events WHERE id > $1 ORDER BY id LIMIT $2`);
const findTimes = allRows<[after: bigint, limit: bigint], { id: bigint; at: bigint }>(
  'SELECT id, at FROM events WHERE id > $1 ORDER BY id LIMIT $2',
  ([id, at]: readonly [bigint, bigint]) => ({ id, at }),
);

/** Stores events, in the order in which they happened. */
export async function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  const params: Param[] = [];
  for (const { type, at, before, after, category, orderId, actor, changes, importId, noteId } of events) {
    params.push(
      type,
      at,
      (after ?? before)?.id ?? null,
      (after ?? category)?.name ?? null,
      after?.categoryId ?? category?.id ?? null,
      after?.status ?? null,
      before?.categoryId ?? null,
      before?.status ?? null,
      orderId ?? null,
      actor,
      changes === undefined ? null : JSON.stringify(changes),
      importId ?? null,
      noteId ?? null,
    );
  }
  await store(tx, insert[tx.eventTable](events.length), params, events.length);
}

/**
 * Stores that an actor has added the animals that this transaction has inserted last, in the order of their ids. The database
 * copies their rows, which costs less than the values of each event. The transaction sees no animal of another one between
 * them, which can only be inserted after it has begun.
 */
export async function insertAdditions(
  tx: Transaction,
  { actor, importId }: Pick<Stamp, 'actor' | 'importId'>,
  pets: readonly Pet[],
): Promise<void> {
  const [first = 0n, last = 0n] = [pets.at(0)?.id, pets.at(-1)?.id];
  await store(tx, insertOfAdditions[tx.eventTable], [actor, importId ?? null, first, last], pets.length);
}

export async function insertWebhookEvent(
  tx: Transaction,
  { type, at, webhookId, actor }: NewWebhookEvent,
): Promise<void> {
  await store(tx, insertOfWebhook[tx.eventTable], [type, at, webhookId, actor], 1);
}

export async function insertInquiryEvents(tx: Transaction, events: readonly NewInquiryEvent[]): Promise<void> {
  const params = events.flatMap(({ type, at, inquiryId, actor, changes }) => {
    return [type, at, inquiryId, actor, changes === undefined ? null : JSON.stringify(changes)];
  });
  await store(tx, insertOfInquiries[tx.eventTable](events.length), params, events.length);
}

/** As `findLastEventId`, in other words, by which `bench` tells what a create costs. */
const findNewest = oneInteger<[]>('SELECT max(id) FROM events');

/** @throws ServiceError `internal_error` when the events get other ids than those after the newest event */
async function store(tx: Transaction, sql: Statement<never>, params: readonly Param[], count: number): Promise<void> {
  // Pending events get their numbers later, see `sequencePendingEvents`.
  if (tx.eventTable === 'pending_events') return void (await tx.query(sql, params));
  const newest = await findNewest(tx);
  requireNext(newest, BigInt(count), await tx.insert(sql, params));
}

/** @throws ServiceError `internal_error` unless `count` events after `newest` end with `last` */
export function requireNext(newest: bigint, count: bigint, last: bigint): void {
  if (newest === 0n || last === newest + count) return;
  throw assertionFailed(`after the event ${newest}, ${count} more end with ${last}, so that the ids have a gap`);
}

/** Events without the names of their actors. */
export async function findEvents(db: Queryable, { after, limit }: PageRange): Promise<Event[]> {
  const rows = after === undefined ? db.query(findFirst, [BigInt(limit)]) : db.query(findAfter, [after, BigInt(limit)]);
  return (await rows).map(toEvent);
}

/** The id of the newest event, or 0 if there is none. */
export const findLastEventId = oneInteger<[]>('SELECT id FROM events ORDER BY id DESC LIMIT 1');

export function findEventTimes(db: Queryable, { after, limit }: { after: bigint; limit: number }) {
  return findTimes(db, after, BigInt(limit));
}

export const renumberEvent = execute<[to: bigint, from: bigint]>('UPDATE events SET id = $1 WHERE id = $2');

/** Deletes the events after `from`, up to and including `to`. */
export const deleteEvents = execute<[from: bigint, to: bigint]>('DELETE FROM events WHERE id > $1 AND id <= $2');

export function toEvent(row: Row): Event {
  const { name, categoryId, status, actor, changes, ...event } = readEvent(row);
  const { petId } = event;
  const isNamed = name !== undefined && categoryId !== undefined;
  return {
    ...event,
    changes: changes === undefined ? undefined : JSON.parse(changes),
    actor: actor === undefined ? undefined : toActor(actor),
    pet: isNamed && petId !== undefined && status !== undefined ? { id: petId, name, categoryId, status } : undefined,
    category: isNamed && petId === undefined ? { id: categoryId, name } : undefined,
  };
}

/** Deletes the deliveries of events after `from`, up to and including `to`. */
export const deleteDeliveriesOfEvents = execute<[from: bigint, to: bigint]>(
  'DELETE FROM deliveries WHERE event_id > $1 AND event_id <= $2',
);
