import type { PetStatus } from '../../../contract/pet.ts';
import { requirePet } from '../../animals/pets/rules.ts';
import { findPet, savePet } from '../../animals/pets/sql.ts';
import { saveStatus } from '../../animals/profiles/outcome-rules.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { minuteMs } from '../../lib/timestamp.ts';
import { nameActorsOf } from '../../record/events/actor-sql.ts';
import { type EventType, type Stamp, toActor } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import { findShelterZone } from '../../record/settings/stored-rules.ts';
import { takeBackAdoption } from '../../record/statistics/sql.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { saveContact } from './contact-sql.ts';
import { requireDetails } from './detail-rules.ts';
import { type Order, type OrderDraft, type OrderStatus, orderActors } from './model.ts';
import { findExpired, findUnfollowed, insertOrder, saveOrderReturn, saveOrderStatus } from './sql.ts';

/**
 * Places an order for an available animal, which is then pending until the order is completed or cancelled. Returns it
 * without its contact.
 * @throws ServiceError `pet_not_found`, `pet_not_available`, `order_reference_taken`, `validation_failed`
 */
export async function openOrder(tx: Transaction, draft: OrderDraft, stamp: Stamp): Promise<Order> {
  const { petId, contact } = draft;
  await requireDetails(tx, draft, {}, stamp.at);
  const pet = await requirePet(tx, petId);
  if (pet.status !== 'available') {
    throw new ServiceError('pet_not_available', `The animal ${petId} is ${pet.status}. Nothing was changed.`);
  }
  const ordered = { ...pet, status: 'pending' } as const;
  await savePet(tx, ordered, stamp.at);
  const order = await insertOrder(tx, draft, stamp);
  if (contact !== undefined) await saveContact(tx, order.id, contact);
  await insertEvents(tx, [{ type: 'order.placed', ...stamp, before: pet, after: ordered, orderId: order.id }]);
  return await nameActorsOf(tx, order, orderActors);
}

type Ended = Exclude<OrderStatus, 'placed'>;

/** The statuses of an animal after the end of its order. */
const freed: Record<Ended, PetStatus> = { completed: 'sold', cancelled: 'available' };

/** Completes or cancels an open order. @throws ServiceError `order_closed` when it is not open */
export async function endOrder(tx: Transaction, order: Order, status: Ended, stamp: Stamp): Promise<Order> {
  if (order.status !== 'placed') {
    throw new ServiceError('order_closed', `The order ${order.id} is already ${order.status}. Nothing was changed.`);
  }
  return await nameActorsOf(tx, await end(tx, order, { status, event: `order.${status}` }, stamp), orderActors);
}

async function end(
  tx: Transaction,
  order: Order,
  { status, event }: { status: Ended; event: EventType },
  stamp: Stamp,
): Promise<Order> {
  const { at } = stamp;
  const { id, petId } = order;
  const pet = await findPet(tx, petId);
  if (pet === undefined) throw new Error(`the animal ${petId} of the open order ${id} does not exist`);
  const changed = { ...pet, status: freed[status] };
  const ended = { ...order, status, updatedAt: at, endedAt: at, endedBy: toActor(stamp.actor) };
  await saveStatus(tx, pet, changed, stamp);
  await saveOrderStatus(tx, ended, stamp.actor, status === 'completed' ? pet.categoryId : null);
  await insertEvents(tx, [{ type: event, ...stamp, before: pet, after: changed, orderId: id }]);
  return ended;
}

/**
 * Cancels up to `limit` of the open orders that expire at or before `now` (epoch ms), the first of them first. Returns
 * whether there may be more. Any number of nodes may run it at the same time: those that end one order conflict.
 */
export const expireOrders: Command<{ now: bigint; limit: number }, boolean> = {
  name: 'expireOrders',
  async run(tx, { now: at, limit }) {
    const expired = await findExpired(tx, at, BigInt(limit));
    for (const order of expired) {
      await end(tx, order, { status: 'cancelled', event: 'order.expired' }, { at, actor: 'system' });
    }
    return expired.length === limit;
  },
};

/** How long the end of an order can be taken back. */
export const reopenableMinutes = 15;

/**
 * Takes back the end of an order: its animal is pending again, and an adoption counts neither as one nor as a return. An expiry
 * that has passed is removed.
 * @throws ServiceError `order_not_reopenable`
 */
export async function reopenOrder(tx: Transaction, order: Order, stamp: Stamp): Promise<Order> {
  const { at } = stamp;
  const { endedBy: _, endedAt = order.updatedAt, expiredAt: __, expiresAt = 0n, ...kept } = order;
  const { id, petId } = order;
  const refuse = (why: string) => new ServiceError('order_not_reopenable', `${why} Nothing was changed.`);
  if (order.status === 'placed') throw refuse(`The order ${id} is open.`);
  if (at - endedAt > BigInt(reopenableMinutes * minuteMs)) {
    throw refuse(`The order ${id} was ${order.status} more than ${reopenableMinutes} minutes ago.`);
  }
  const categoryId = await findUnfollowed(tx, id, freed[order.status]);
  const pet = await findPet(tx, petId);
  if (pet === undefined || categoryId === undefined) {
    throw refuse(`The animal ${petId} was removed, ordered again or given another status since the order ended.`);
  }
  const reserved = { ...pet, status: 'pending' } as const;
  const reopened: Order = { ...kept, status: 'placed', updatedAt: at, ...(expiresAt > at && { expiresAt }) };
  await saveStatus(tx, pet, reserved, stamp);
  await saveOrderStatus(tx, reopened);
  await insertEvents(tx, [{ type: 'order.reopened', ...stamp, before: pet, after: reserved, orderId: id }]);
  if (order.status === 'completed') {
    const { zone } = await findShelterZone(tx);
    const end = { at, categoryId: pet.categoryId };
    await takeBackAdoption(tx, { adoption: { at: endedAt, categoryId }, end }, zone);
  }
  return reopened;
}

/**
 * Takes an animal back whose order was completed: it is available again, and the adoption counts as returned.
 * @throws ServiceError `order_not_returnable`
 */
export async function returnOrder(
  tx: Transaction,
  order: Order,
  reason: string | undefined,
  stamp: Stamp,
): Promise<Order> {
  const { at, actor } = stamp;
  const { id, petId, status, endedAt = order.updatedAt } = order;
  const refuse = (why: string) => new ServiceError('order_not_returnable', `${why} Nothing was changed.`);
  if (status !== 'completed') throw refuse(`The order ${id} is ${status}, not completed.`);
  if (order.returnedAt !== undefined) throw refuse(`The animal ${petId} of the order ${id} was already returned.`);
  const isKept = (await findUnfollowed(tx, id, 'sold')) !== undefined;
  const pet = await findPet(tx, petId);
  if (pet === undefined || !isKept) {
    throw refuse(
      `The animal ${petId} was removed, ordered again or given another status since the order was completed.`,
    );
  }
  const available = { ...pet, status: 'available' } as const;
  await saveStatus(tx, pet, available, stamp, { isMeant: true });
  await saveOrderReturn(tx, at, endedAt, reason ?? null, actor, id);
  await insertEvents(tx, [{ type: 'order.returned', ...stamp, before: pet, after: available, orderId: id }]);
  const returned: Order = { ...order, updatedAt: at, endedAt, returnedAt: at, returnedBy: toActor(actor) };
  return await nameActorsOf(tx, reason === undefined ? returned : { ...returned, returnReason: reason }, orderActors);
}
