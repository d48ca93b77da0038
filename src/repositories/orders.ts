import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Order, OrderStatus } from '../model/orders.ts';
import { type PageRange, queryCount, queryPage, type Selection } from '../store/keyset.ts';
import { asObject, oneRow } from '../store/queries.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../store/statement.ts';
import type { Row } from '../store/tables.ts';

export interface OrderFilters {
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
}

const columns = 'id, pet_id, status, created_at, updated_at';
const toOrder = asObject<Order>(columns);
const insert = statement<never>('INSERT INTO orders (pet_id, status, created_at, updated_at) VALUES ($1, $2, $3, $4)');
const save = statement<never>('UPDATE orders SET status = $1, updated_at = $2 WHERE id = $3');

/** Stores a new order. A unique index allows one open order for each animal. */
export async function insertOrder(tx: Transaction, order: Omit<Order, 'id'>): Promise<Order> {
  const { petId, status, createdAt, updatedAt } = order;
  return { id: await tx.insert(insert, [petId, status, createdAt, updatedAt]), ...order };
}

export async function saveOrder(tx: Transaction, { id, status, updatedAt }: Order): Promise<void> {
  await tx.query(save, [status, updatedAt, id]);
}

export const findOrder = oneRow<[id: bigint], Order>(`SELECT ${columns} FROM orders WHERE id = $1`, toOrder);

/** The open order of an animal. */
export const findOpenOrder = oneRow<[petId: bigint], Order>(
  `SELECT ${columns} FROM orders WHERE pet_id = $1 AND status = 'placed'`,
  toOrder,
);

/** A page of the matching orders, by ascending id. */
export function findOrders(db: Reader, filters: OrderFilters, slice: PageRange): MaybePromise<Order[]> {
  return andThen(queryPage<Row>(db, select(filters), slice), (rows) => rows.map(toOrder));
}

export function countOrders(db: Queryable, filters: OrderFilters): MaybePromise<bigint> {
  return queryCount(db, select(filters));
}

function select({ status, petId }: OrderFilters): Selection {
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  return { table: 'orders', columns, conditions, indexed: petId === undefined ? undefined : ['pet_id', petId] };
}
