import { change, create, search } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { ContactSearch } from '../../api/contact-schemas.ts';
import { list, read } from '../../api/define.ts';
import type { WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { dateTime } from '../../api/schemas.ts';
import { withoutPeople } from '../../record/events/model.ts';
import { PetId } from '../../record/shapes/schemas.ts';
import type { Queryable } from '../../store/statement.ts';
import { completeOrder as complete, takeBackOrder } from '../inquiries/rules.ts';
import {
  changeOrder,
  eraseContact,
  inBrief,
  readOrders,
  requireOrder,
  searchByContact,
  showEnded,
  showOrder,
  withContacts,
} from './detail-rules.ts';
import { type Order as OrderRecord, orderActors } from './model.ts';
import { endOrder, expireOrders, openOrder, reopenableMinutes, returnOrder } from './rules.ts';
import {
  FoundOrders,
  NewOrder,
  Order,
  OrderChanges,
  OrderReference,
  OrderReturn,
  OrderSort,
  OrderStatus,
  Orders,
  orderId,
} from './schemas.ts';
import { aboutSearch, mostFound } from './search-rules.ts';
import { countOrders } from './sql.ts';

const target = {
  schema: Order,
  volatile: ['updatedAt', 'placedBy', 'endedBy', 'returnedBy'] as const,
  find: async (db: Queryable, { orderId: id }: { orderId: bigint }, call: WriteCall) =>
    await showOrder(db, await requireOrder(db, id), call),
  inBrief,
};

const listOrders = list({
  id: 'listOrders',
  path: path`/store/orders`,
  summary: 'List orders',
  description: 'Returns orders by ascending `id`, in pages.',
  scope: 'orders:read',
  isConfidential: 'contacts:read',
  stability: 'beta',
  filters: {
    status: { schema: OrderStatus, description: 'Only orders with this status.' },
    petId: { schema: PetId, description: 'Only orders for this animal.' },
    reference: {
      schema: OrderReference,
      description: 'Only the order with this reference. Case and blanks do not matter.',
    },
    createdAfter: {
      schema: dateTime('A time.', '2026-12-01T00:00:00.000Z'),
      description: 'Only orders that were placed after this time.',
    },
    sort: { schema: OrderSort, description: 'The order of the list: `id`, or the newest order first with `-id`.' },
  },
  response: { status: 200, description: 'A page of orders.', schema: Orders },
  find: async (db, filters, range, { isConfidential }) => {
    const orders = await readOrders(db, filters, range);
    return isConfidential ? await withContacts(db, orders) : orders;
  },
  count: countOrders,
});

const searchOrders = search({
  id: 'searchOrders',
  path: path`/store/orders/search`,
  summary: 'Find orders by contact',
  description: `Returns up to ${mostFound} orders by name, e-mail address or telephone number of their contact, newest first. ${aboutSearch}`,
  scope: 'orders:read',
  additionalScopes: ['contacts:read'],
  stability: 'beta',
  body: ContactSearch,
  response: { status: 200, description: 'The orders that were found, with their contacts.', schema: FoundOrders },
  find: (db, asked) => searchByContact(db, asked),
});

export const placeOrder = create({
  id: 'placeOrder',
  method: 'POST',
  path: path`/store/orders`,
  summary: 'Place an order',
  description:
    'Reserves an available animal, which becomes pending. If several clients order the same animal at the same time, one ' +
    'order succeeds and the others get 409. An order with `expiresAt` ends by itself: its animal becomes available again, and its ' +
    'status `cancelled`. The response has a `contact` only for keys with the scope `contacts:read`, and the response to a retry with ' +
    'the same `Idempotency-Key` has none.',
  scope: 'orders:write',
  stability: 'beta',
  body: NewOrder,
  response: {
    status: 201,
    description: 'The placed order, with its `id`.',
    schema: Order,
    location: (order) => `/store/orders/${order.id}`,
  },
  errors: ['pet_not_found', 'pet_not_available', 'order_reference_taken'],
  storedAs: storableOrder,
  run: async (tx, call) => await showOrder(tx, await openOrder(tx, call.body, stampOf(call)), call),
});

const getOrder = read({
  id: 'getOrder',
  path: path`/store/orders/${orderId}`,
  summary: 'Get an order',
  description: 'Returns an order by its identifier.',
  scope: 'orders:read',
  isConfidential: 'contacts:read',
  stability: 'beta',
  response: { status: 200, description: 'The order.', schema: Order },
  find: async (db, { orderId: id }, _, { isConfidential }) => {
    const order = await requireOrder(db, id);
    const [shown = order] = isConfidential ? await withContacts(db, [order]) : [];
    return shown;
  },
});

export const updateOrder = change({
  id: 'updateOrder',
  method: 'PATCH',
  path: path`/store/orders/${orderId}`,
  summary: 'Change an order',
  description:
    'Changes only the fields in the body, and removes those that are `null`. An order that does not change creates no event, but ' +
    'one whose `contact` is sent with a key that does not see it always counts as changed, and that `contact` replaces the whole one. ' +
    'Only an open order can have another `expiresAt`.',
  scope: 'orders:write',
  // The response shows the whole order, even if nothing was changed.
  additionalScopes: ['orders:read'],
  stability: 'beta',
  body: OrderChanges,
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_reference_taken', 'order_closed'],
  target,
  run: async (tx, order, call) => await showOrder(tx, await changeOrder(tx, order, call.body, stampOf(call)), call),
});

export const completeOrder = change({
  id: 'completeOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/complete`,
  summary: 'Complete an order',
  description:
    'Completes an order when the animal has gone to its new home. The animal becomes sold, and the inquiry that the order was ' +
    'made from is closed.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_closed'],
  storedAs: storableOrder,
  target,
  run: async (tx, order, call) => await showEnded(tx, await complete(tx, order, stampOf(call)), call),
});

export const cancelOrder = change({
  id: 'cancelOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/cancel`,
  summary: 'Cancel an order',
  description: 'Cancels an order. The animal becomes available again.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_closed'],
  storedAs: storableOrder,
  target,
  run: async (tx, order, call) => await showEnded(tx, await endOrder(tx, order, 'cancelled', stampOf(call)), call),
});

const reopen = change({
  id: 'reopenOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/reopen`,
  summary: 'Reopen an order',
  description:
    `Takes back the completion or cancellation of an order within ${reopenableMinutes} minutes. The animal becomes pending again, and ` +
    'the statistics count neither an adoption nor a return. Not possible once the animal was removed, ordered again or given ' +
    'another status. An `expiresAt` that has passed is removed: the order then stays open until it is ended, or gets another one. An ' +
    'inquiry that was closed by the completion is `approved` again.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_not_reopenable'],
  storedAs: storableOrder,
  target,
  run: async (tx, order, call) => await showEnded(tx, await takeBackOrder(tx, order, stampOf(call)), call),
});

export const returnPet = change({
  id: 'returnOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/return`,
  summary: 'Return the animal of an order',
  description:
    'Takes back the animal of a completed order: it becomes available, and the statistics count a return. The order stays ' +
    'completed. Not possible once the animal was removed, ordered again or given another status. What was completed by mistake ' +
    'is reopened instead.',
  scope: 'orders:write',
  stability: 'beta',
  body: OrderReturn,
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_not_returnable'],
  storedAs: storableOrder,
  target,
  run: async (tx, order, call) =>
    await showEnded(tx, await returnOrder(tx, order, call.body.reason, stampOf(call)), call),
});

const deleteContact = change({
  id: 'deleteOrderContact',
  method: 'DELETE',
  path: path`/store/orders/${orderId}/contact`,
  summary: 'Erase the contact of an order',
  description:
    'Erases for whom an order is, for example because the person has asked for it. An order without a contact stays as it ' +
    'is. Backups keep it for as long as you keep them.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 204, description: 'The contact has been erased.' },
  target,
  run: (tx, order, call) => eraseContact(tx, order, stampOf(call)),
});

export const orders: Resource = {
  tag: 'store',
  about: 'Orders, inventory and statistics.',
  operations: [
    listOrders,
    searchOrders,
    placeOrder,
    getOrder,
    updateOrder,
    completeOrder,
    cancelOrder,
    reopen,
    returnPet,
    deleteContact,
  ],
  commands: [expireOrders],
};

/** What a retry gets: a stored response must not keep the contact or the name of somebody who is erased. */
export function storableOrder({ contact: _, ...order }: OrderRecord): OrderRecord {
  return withoutPeople(order, orderActors);
}
