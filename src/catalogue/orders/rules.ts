import { ServiceError } from '../../api/errors.ts';
import type { Transaction } from '../../store/statement.ts';
import type { EventType } from '../events/model.ts';
import { insertEvents } from '../events/sql.ts';
import type { PetStatus } from '../pets/model.ts';
import { requirePet } from '../pets/rules.ts';
import { findPet, savePet } from '../pets/sql.ts';
import type { Order, OrderStatus } from './model.ts';
import { insertOrder, saveOrder } from './sql.ts';

/**
 * Places an order for an available animal, which is then pending until the order is completed or cancelled.
 * @throws ServiceError `pet_not_found`, `pet_not_available`
 */
export async function openOrder(tx: Transaction, petId: bigint, at: bigint): Promise<Order> {
  const pet = await requirePet(tx, petId);
  if (pet.status !== 'available') {
    throw new ServiceError('pet_not_available', `The animal ${petId} is ${pet.status}. Nothing was changed.`);
  }
  const ordered = { ...pet, status: 'pending' } as const;
  await savePet(tx, ordered, at);
  const order = await insertOrder(tx, { petId, status: 'placed', createdAt: at, updatedAt: at });
  await insertEvents(tx, [{ type: 'order.placed', at, before: pet, after: ordered, orderId: order.id }]);
  return order;
}

const ends: Record<Exclude<OrderStatus, 'placed'>, { petStatus: PetStatus; event: EventType }> = {
  completed: { petStatus: 'sold', event: 'order.completed' },
  cancelled: { petStatus: 'available', event: 'order.cancelled' },
};

/** Completes or cancels an open order. @throws ServiceError `order_closed` when it is not open */
export async function endOrder(tx: Transaction, order: Order, status: keyof typeof ends, at: bigint): Promise<Order> {
  const { id, petId } = order;
  if (order.status !== 'placed') {
    throw new ServiceError('order_closed', `The order ${id} is already ${order.status}. Nothing was changed.`);
  }
  const pet = await findPet(tx, petId);
  if (pet === undefined) throw new Error(`the animal ${petId} of the open order ${id} does not exist`);
  const { petStatus, event } = ends[status];
  const changed = { ...pet, status: petStatus };
  const ended = { ...order, status, updatedAt: at };
  await savePet(tx, changed, at);
  await saveOrder(tx, ended);
  await insertEvents(tx, [{ type: event, at, before: pet, after: changed, orderId: id }]);
  return ended;
}
