import { listOf, type Selection } from '../../store/keyset.ts';
import { asObject, firstColumn, oneRow } from '../../store/queries.ts';
import { statement, type Transaction } from '../../store/statement.ts';
import { withActors } from '../events/actor-sql.ts';
import { type Stamp, toActor } from '../events/model.ts';
import type { PetStatus } from '../pets/model.ts';
import { type Order, type OrderStatus, orderActors } from './model.ts';

export interface OrderFilters {
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
}

const columns = 'id, pet_id, status, created_at, updated_at, placed_by, ended_by';
const toOrder = withActors(asObject<Order>(columns), orderActors);
const insert = statement<never>(
  'INSERT INTO orders (pet_id, status, created_at, updated_at, placed_by) VALUES ($1, $2, $3, $4, $5)',
);
const save = statement<never>(
  'UPDATE orders SET status = $1, updated_at = $2, ended_by = $3, sold_category_id = $4 WHERE id = $5',
);

/** Stores a new order. A unique index allows one open order for each animal. */
export async function insertOrder(tx: Transaction, petId: bigint, { at, actor }: Stamp): Promise<Order> {
  const id = await tx.insert(insert, [petId, 'placed', at, at, actor]);
  return { id, petId, status: 'placed', createdAt: at, updatedAt: at, placedBy: toActor(actor) };
}

/** Stores a changed order: who has ended it, and the category in which the animal of a completed one counts as adopted. */
export async function saveOrder(
  tx: Transaction,
  { id, status, updatedAt }: Order,
  endedBy: Stamp['actor'] | null = null,
  soldCategoryId: bigint | null = null,
): Promise<void> {
  await tx.query(save, [status, updatedAt, endedBy, soldCategoryId, id]);
}

/**
 * The category in which the animal of an ended order was adopted, if it still has the status that the order gave it, and no
 * other order has followed. Releases before 1.2.0 have not stored it.
 */
export const findUnfollowed = oneRow<[id: bigint, petStatus: PetStatus], bigint>(
  `SELECT coalesce(orders.sold_category_id, pets.category_id) FROM orders JOIN pets ON pets.id = orders.pet_id
   WHERE orders.id = $1 AND pets.status = $2 AND pets.status_since = orders.updated_at
     AND NOT EXISTS (SELECT 1 FROM orders AS later WHERE later.pet_id = orders.pet_id AND later.id > orders.id)`,
  firstColumn<bigint>,
);

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
