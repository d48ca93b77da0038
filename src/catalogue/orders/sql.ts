import { listOf, type Selection } from '../../store/keyset.ts';
import { asObject, oneRow } from '../../store/queries.ts';
import { statement, type Transaction } from '../../store/statement.ts';
import type { Order, OrderStatus } from './model.ts';

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

export const findOpenOrder = oneRow<[petId: bigint], Order>(
  `SELECT ${columns} FROM orders WHERE pet_id = $1 AND status = 'placed'`,
  toOrder,
);

export const { find: findOrders, count: countOrders } = listOf(select, toOrder);

function select({ status, petId }: OrderFilters): Selection {
  const conditions = status === undefined ? [] : [`status = '${status}'`];
  return { table: 'orders', columns, conditions, indexed: petId === undefined ? undefined : ['pet_id', petId] };
}
