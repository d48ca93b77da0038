import type { Slice } from './pets.ts';
import {
  andThen,
  longStatement,
  type MaybePromise,
  type Param,
  type Queryable,
  type Reader,
  statement,
  type Transaction,
} from './statement.ts';

/** What has become of an order, in the order a person thinks of it. */
export const orderStatuses = ['placed', 'completed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The wish to adopt an animal. While it is `placed` it is open, and the animal is promised. */
export interface Order {
  id: bigint;
  petId: bigint;
  status: OrderStatus;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  updatedAt: bigint;
}

export interface OrderFilters {
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
}

type OrderRow = readonly [id: bigint, petId: bigint, status: OrderStatus, createdAt: bigint, updatedAt: bigint];

const columns = 'id, pet_id, status, created_at, updated_at';
const insert = statement<never>('INSERT INTO orders (pet_id, status, created_at, updated_at) VALUES ($1, $2, $3, $4)');
const save = statement<never>('UPDATE orders SET status = $1, updated_at = $2 WHERE id = $3');
const findById = statement<OrderRow>(`SELECT ${columns} FROM orders WHERE id = $1`);
const findOpen = statement<OrderRow>(`SELECT ${columns} FROM orders WHERE pet_id = $1 AND status = 'placed'`);

/** Stores a new order. The database has a place for one open order of an animal. */
export async function insertOrder(tx: Transaction, order: Omit<Order, 'id'>): Promise<Order> {
  const { petId, status, createdAt, updatedAt } = order;
  return { id: await tx.insert(insert, [petId, status, createdAt, updatedAt]), ...order };
}

export async function saveOrder(tx: Transaction, { id, status, updatedAt }: Order): Promise<void> {
  await tx.query(save, [status, updatedAt, id]);
}

export function findOrder(db: Queryable, id: bigint): MaybePromise<Order | undefined> {
  return andThen(db.query(findById, [id]), ([row]) => row && toOrder(row));
}

/** The order by which an animal is promised to somebody. */
export function findOpenOrder(db: Queryable, petId: bigint): MaybePromise<Order | undefined> {
  return andThen(db.query(findOpen, [petId]), ([row]) => row && toOrder(row));
}

/** One slice of the orders that match, by ascending id. */
export function findOrders(
  db: Reader,
  { status, petId }: OrderFilters,
  { after, limit }: Slice,
): MaybePromise<Order[]> {
  const params: Param[] = [];
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  let order = 'id';
  if (petId !== undefined) {
    const piece = db.seek('pet_id', petId, after, params);
    conditions.push(piece.condition);
    order = piece.order;
  } else if (after !== undefined) conditions.push(`id > $${params.push(after)}`);
  const text = `SELECT ${columns} FROM orders${clauseOf(conditions)} ORDER BY ${order} LIMIT $${params.push(BigInt(limit))}`;
  return andThen(db.query(statement<OrderRow>(text), params), (rows) => rows.map(toOrder));
}

export function countOrders(db: Queryable, { status, petId }: OrderFilters): MaybePromise<bigint> {
  const params: Param[] = [];
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  if (petId !== undefined) conditions.push(`pet_id = $${params.push(petId)}`);
  const count = longStatement<readonly [bigint]>(`SELECT count(*) FROM orders${clauseOf(conditions)}`);
  return andThen(db.query(count, params), ([row]) => row?.[0] ?? 0n);
}

function clauseOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function toOrder([id, petId, status, createdAt, updatedAt]: OrderRow): Order {
  return { id, petId, status, createdAt, updatedAt };
}
