import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Order, OrderStatus } from '../model/orders.ts';
import { type PageRange, queryCount, queryPage, type Selection } from '../store/keyset.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../store/statement.ts';

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

/** Stores a new order. A unique index allows one open order for each animal. */
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

/** The open order of an animal. */
export function findOpenOrder(db: Queryable, petId: bigint): MaybePromise<Order | undefined> {
  return andThen(db.query(findOpen, [petId]), ([row]) => row && toOrder(row));
}

/** A page of the matching orders, by ascending id. */
export function findOrders(db: Reader, filters: OrderFilters, slice: PageRange): MaybePromise<Order[]> {
  return andThen(queryPage<OrderRow>(db, select(filters), slice), (rows) => rows.map(toOrder));
}

export function countOrders(db: Queryable, filters: OrderFilters): MaybePromise<bigint> {
  return queryCount(db, select(filters));
}

function select({ status, petId }: OrderFilters): Selection {
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  return { table: 'orders', columns, conditions, indexed: petId === undefined ? undefined : ['pet_id', petId] };
}

function toOrder([id, petId, status, createdAt, updatedAt]: OrderRow): Order {
  return { id, petId, status, createdAt, updatedAt };
}
