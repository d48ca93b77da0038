import { queryCount, querySlice, type Selection, type Slice } from './slices.ts';
import { andThen, type MaybePromise, type Queryable, type Reader, statement, type Transaction } from './statement.ts';

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
export function findOrders(db: Reader, filters: OrderFilters, slice: Slice): MaybePromise<Order[]> {
  return andThen(querySlice<OrderRow>(db, select(filters), slice), (rows) => rows.map(toOrder));
}

export function countOrders(db: Queryable, filters: OrderFilters): MaybePromise<bigint> {
  return queryCount(db, select(filters));
}

function select({ status, petId }: OrderFilters): Selection {
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  return { table: 'orders', columns, conditions, along: petId === undefined ? undefined : ['pet_id', petId] };
}

function toOrder([id, petId, status, createdAt, updatedAt]: OrderRow): Order {
  return { id, petId, status, createdAt, updatedAt };
}
