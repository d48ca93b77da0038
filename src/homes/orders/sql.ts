import type { PetStatus } from '../../../contract/pet.ts';
import { foldReference } from '../../../contract/references.ts';
import { withActors } from '../../record/events/actor-sql.ts';
import { type Stamp, toActor } from '../../record/events/model.ts';
import { type Condition, listOf, type Selection } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn, oneRow } from '../../store/queries.ts';
import { type Param, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Order, type OrderDraft, type OrderSort, type OrderStatus, orderActors } from './model.ts';

export interface OrderFilters {
  status?: OrderStatus | undefined;
  petId?: bigint | undefined;
  reference?: string | undefined;
  /** Epoch milliseconds. */
  createdAfter?: bigint | undefined;
  sort?: OrderSort | undefined;
}

const columns =
  'id, pet_id, status, created_at, updated_at, placed_by, ended_by, reference, note, expires_at, ended_at, ' +
  'returned_at, return_reason, returned_by';
const readOrder = withActors(asObject<Order>(columns), orderActors);
const insert = statement<never>(
  `INSERT INTO orders (pet_id, status, created_at, updated_at, placed_by, reference, reference_key, note, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const saveStatus = statement<never>(
  `UPDATE orders SET status = $1, updated_at = $2, ended_at = $3, ended_by = $4, sold_category_id = $5, expires_at = $6
   WHERE id = $7`,
);
const saveDetails = statement<never>(
  `UPDATE orders SET updated_at = $1, ended_at = $2, reference = $3, reference_key = $4, note = $5, expires_at = $6
   WHERE id = $7`,
);

/** Releases before 1.2.0 have not stored when an order ended, and change it at no other time. Nobody but `system` lets one expire. */
function toOrder(row: Row): Order {
  const order = readOrder(row);
  if (order.status === 'placed') return order;
  const { endedAt = order.updatedAt, endedBy } = order;
  return { ...order, endedAt, ...(endedBy?.type === 'system' && { expiredAt: endedAt }) };
}

/** Stores a new order without its contact. A unique index allows one open order for each animal, another one each reference once. */
export async function insertOrder(tx: Transaction, draft: OrderDraft, { at, actor }: Stamp): Promise<Order> {
  const { contact: _, ...own } = draft;
  const { petId, reference, note = null, expiresAt = null } = own;
  const params: Param[] = [petId, 'placed', at, at, actor, ...referenceParams(reference), note, expiresAt];
  const id = await tx.insert(insert, params);
  return { ...own, id, status: 'placed', createdAt: at, updatedAt: at, placedBy: toActor(actor) };
}

/** Stores the status of an order: who has ended it, and the category in which the animal of a completed one counts as adopted. */
export async function saveOrderStatus(
  tx: Transaction,
  { id, status, updatedAt, endedAt, expiresAt }: Order,
  endedBy: Stamp['actor'] | null = null,
  soldCategoryId: bigint | null = null,
): Promise<void> {
  await tx.query(saveStatus, [status, updatedAt, endedAt ?? null, endedBy, soldCategoryId, expiresAt ?? null, id]);
}

/** Stores what an order says, without its contact. */
export async function saveOrderDetails(tx: Transaction, order: Order): Promise<void> {
  const { id, updatedAt, endedAt = null, reference, note = null, expiresAt = null } = order;
  await tx.query(saveDetails, [updatedAt, endedAt, ...referenceParams(reference), note, expiresAt, id]);
}

export const saveOrderReturn = execute<
  [at: bigint, endedAt: bigint | null, reason: string | null, by: Stamp['actor'], id: bigint]
>(
  'UPDATE orders SET updated_at = $1, returned_at = $1, ended_at = $2, return_reason = $3, returned_by = $4 WHERE id = $5',
);

function referenceParams(reference: string | undefined): [Param, Param] {
  return reference === undefined ? [null, null] : [reference, foldReference(reference)];
}

/**
 * The category in which the animal of an ended order was adopted, if it still has the status that the order gave it, and no
 * other order has followed. Releases before 1.2.0 have not stored it, and those before 1.1.0 not since when an animal has a status.
 */
export const findUnfollowed = oneRow<[id: bigint, petStatus: PetStatus], bigint>(
  `SELECT coalesce(orders.sold_category_id, pets.category_id) FROM orders JOIN pets ON pets.id = orders.pet_id
   WHERE orders.id = $1 AND pets.status = $2 AND pets.status_since IN (0, coalesce(orders.ended_at, orders.updated_at))
     AND NOT EXISTS (SELECT 1 FROM orders AS later WHERE later.pet_id = orders.pet_id AND later.id > orders.id)`,
  firstColumn<bigint>,
);

export const findOrder = oneRow<[id: bigint], Order>(`SELECT ${columns} FROM orders WHERE id = $1`, toOrder);

/** The order with a reference, which is folded. */
export const findOrderIdByReference = oneRow<[key: string], bigint>(
  'SELECT id FROM orders WHERE reference_key = $1',
  firstColumn<bigint>,
);

/** Those that have lost their animal are for `petstore check`. */
const expired = `orders WHERE status = 'placed' AND expires_at IS NOT NULL AND expires_at <= $1
  AND EXISTS (SELECT 1 FROM pets WHERE pets.id = orders.pet_id) ORDER BY expires_at, id LIMIT`;

/** Up to `limit` open orders that have expired by a time (epoch ms), the first of them first. */
export const findExpired = allRows<[now: bigint, limit: bigint], Order>(
  `SELECT ${columns} FROM ${expired} $2`,
  toOrder,
);

const findFirstExpired = oneRow<[now: bigint], bigint>(`SELECT id FROM ${expired} 1`, firstColumn<bigint>);

/** Whether an open order has expired by a time (epoch ms). */
export async function hasExpired(db: Queryable, now: bigint): Promise<boolean> {
  return (await findFirstExpired(db, now)) !== undefined;
}

export const { find: findOrders, count: countOrders } = listOf(select, toOrder);

/** Nodes follow the clock of their database: their orders are numbered in another order than that of their times no longer than this. */
const skewMs = 60_000n;

function select({ status, petId, reference, createdAfter, sort }: OrderFilters): Selection {
  const conditions: Condition[] = status === undefined ? [] : [`status = '${status}'`];
  if (createdAfter !== undefined) {
    // The sign keeps the planner from sorting all that an index over times finds.
    conditions.push((bind) => `+created_at > ${bind(createdAfter)}`);
    conditions.push((bind) => {
      const first = `SELECT id FROM orders AS recent WHERE created_at > ${bind(createdAfter - skewMs)}`;
      return `id >= (${first} ORDER BY created_at, id LIMIT 1)`;
    });
  }
  if (reference !== undefined) conditions.push((bind) => `reference_key = ${bind(foldReference(reference))}`);
  const indexed = petId === undefined ? undefined : (['pet_id', petId] as const);
  return { table: 'orders', columns, conditions, indexed, isDescending: sort === '-id' };
}
