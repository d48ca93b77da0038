import { found, ServiceError } from '../../api/errors.ts';
import { minuteMs } from '../../lib/timestamp.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Reader, Transaction } from '../../store/statement.ts';
import { nameActors, nameActorsOf } from '../events/actor-sql.ts';
import { type EventType, type Stamp, toActor } from '../events/model.ts';
import { insertEvents } from '../events/sql.ts';
import type { PetStatus } from '../pets/model.ts';
import { requirePet } from '../pets/rules.ts';
import { findPet, savePet } from '../pets/sql.ts';
import { saveStatus } from '../profiles/outcome-rules.ts';
import { takeBackAdoption } from '../statistics/sql.ts';
import { type Order, type OrderStatus, orderActors } from './model.ts';
import { findOrder, findOrders, findUnfollowed, insertOrder, type OrderFilters, saveOrder } from './sql.ts';

/** An order with the names of its actors. @throws ServiceError `order_not_found` */
export async function requireOrder(db: Queryable, id: bigint): Promise<Order> {
  const order = await found(findOrder(db, id), 'order_not_found', () => `There is no order with the id ${id}.`);
  return await nameActorsOf(db, order, orderActors);
}

export async function readOrders(db: Reader, filters: OrderFilters, range: PageRange): Promise<Order[]> {
  return await nameActors(db, await findOrders(db, filters, range), orderActors);
}

/**
 * Places an order for an available animal, which is then pending until the order is completed or cancelled.
 * @throws ServiceError `pet_not_found`, `pet_not_available`
 */
export async function openOrder(tx: Transaction, petId: bigint, stamp: Stamp): Promise<Order> {
  const { at } = stamp;
  const pet = await requirePet(tx, petId);
  if (pet.status !== 'available') {
    throw new ServiceError('pet_not_available', `The animal ${petId} is ${pet.status}. Nothing was changed.`);
  }
  const ordered = { ...pet, status: 'pending' } as const;
  await savePet(tx, ordered, at);
  const order = await insertOrder(tx, petId, stamp);
  await insertEvents(tx, [{ type: 'order.placed', ...stamp, before: pet, after: ordered, orderId: order.id }]);
  return await nameActorsOf(tx, order, orderActors);
}

const ends: Record<Exclude<OrderStatus, 'placed'>, { petStatus: PetStatus; event: EventType }> = {
  completed: { petStatus: 'sold', event: 'order.completed' },
  cancelled: { petStatus: 'available', event: 'order.cancelled' },
};

/** Completes or cancels an open order. @throws ServiceError `order_closed` when it is not open */
export async function endOrder(tx: Transaction, order: Order, status: keyof typeof ends, stamp: Stamp): Promise<Order> {
  const { at } = stamp;
  const { id, petId } = order;
  if (order.status !== 'placed') {
    throw new ServiceError('order_closed', `The order ${id} is already ${order.status}. Nothing was changed.`);
  }
  const pet = await findPet(tx, petId);
  if (pet === undefined) throw new Error(`the animal ${petId} of the open order ${id} does not exist`);
  const { petStatus, event } = ends[status];
  const changed = { ...pet, status: petStatus };
  const ended = { ...order, status, updatedAt: at, endedBy: toActor(stamp.actor) };
  await saveStatus(tx, pet, changed, at);
  await saveOrder(tx, ended, stamp.actor, status === 'completed' ? pet.categoryId : null);
  await insertEvents(tx, [{ type: event, ...stamp, before: pet, after: changed, orderId: id }]);
  return await nameActorsOf(tx, ended, orderActors);
}

/** How long the end of an order can be taken back. */
export const reopenableMinutes = 15;

/**
 * Takes back the end of an order: its animal is pending again, and an adoption counts neither as one nor as a return.
 * @throws ServiceError `order_not_reopenable`
 */
export async function reopenOrder(tx: Transaction, order: Order, stamp: Stamp): Promise<Order> {
  const { at } = stamp;
  const { endedBy: _, ...kept } = order;
  const { id, petId, updatedAt: endedAt } = order;
  const refuse = (why: string) => new ServiceError('order_not_reopenable', `${why} Nothing was changed.`);
  if (order.status === 'placed') throw refuse(`The order ${id} is open.`);
  if (at - endedAt > BigInt(reopenableMinutes * minuteMs)) {
    throw refuse(`The order ${id} was ${order.status} more than ${reopenableMinutes} minutes ago.`);
  }
  const categoryId = await findUnfollowed(tx, id, ends[order.status].petStatus);
  const pet = await findPet(tx, petId);
  if (pet === undefined || categoryId === undefined) {
    throw refuse(`The animal ${petId} was removed, ordered again or given another status since the order ended.`);
  }
  const reserved = { ...pet, status: 'pending' } as const;
  const reopened = { ...kept, status: 'placed', updatedAt: at } as const;
  await saveStatus(tx, pet, reserved, at);
  await saveOrder(tx, reopened);
  await insertEvents(tx, [{ type: 'order.reopened', ...stamp, before: pet, after: reserved, orderId: id }]);
  if (order.status === 'completed') {
    await takeBackAdoption(tx, { at: endedAt, categoryId }, { at, categoryId: pet.categoryId });
  }
  return reopened;
}
