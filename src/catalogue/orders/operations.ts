import { list, read } from '../../api/define.ts';
import { change, create } from '../../api/define-write.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Queryable } from '../../store/statement.ts';
import { withoutPeople } from '../events/model.ts';
import { stampOf } from '../keys/caller-rules.ts';
import { PetId } from '../pets/schemas.ts';
import { type Order as OrderRecord, orderActors } from './model.ts';
import { endOrder, openOrder, readOrders, reopenableMinutes, reopenOrder, requireOrder } from './rules.ts';
import { NewOrder, Order, OrderStatus, Orders, orderId } from './schemas.ts';
import { countOrders } from './sql.ts';

const target = {
  schema: Order,
  find: (db: Queryable, { orderId: id }: { orderId: bigint }) => requireOrder(db, id),
};

const listOrders = list({
  id: 'listOrders',
  path: path`/store/orders`,
  summary: 'List orders',
  description: 'Returns orders by ascending `id`, in pages.',
  scope: 'orders:read',
  stability: 'beta',
  filters: {
    status: { schema: OrderStatus, description: 'Only orders with this status.' },
    petId: { schema: PetId, description: 'Only orders for this animal.' },
  },
  response: { status: 200, description: 'A page of orders.', schema: Orders },
  find: readOrders,
  count: countOrders,
});

export const placeOrder = create({
  id: 'placeOrder',
  method: 'POST',
  path: path`/store/orders`,
  summary: 'Place an order',
  description:
    'Reserves an available animal, which becomes pending. If several clients order the same animal at the same time, one ' +
    'order succeeds and the others get 409.',
  scope: 'orders:write',
  stability: 'beta',
  body: NewOrder,
  response: {
    status: 201,
    description: 'The placed order, with its `id`.',
    schema: Order,
    location: (order) => `/store/orders/${order.id}`,
  },
  errors: ['pet_not_found', 'pet_not_available'],
  storedAs: storableOrder,
  run: (tx, call) => openOrder(tx, call.body.petId, stampOf(call)),
});

const getOrder = read({
  id: 'getOrder',
  path: path`/store/orders/${orderId}`,
  summary: 'Get an order',
  description: 'Returns an order by its identifier.',
  scope: 'orders:read',
  stability: 'beta',
  response: { status: 200, description: 'The order.', schema: Order },
  find: (db, { orderId: id }) => requireOrder(db, id),
});

export const completeOrder = change({
  id: 'completeOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/complete`,
  summary: 'Complete an order',
  description: 'Completes an order when the animal has gone to its new home. The animal becomes sold.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_closed'],
  storedAs: storableOrder,
  target,
  run: (tx, order, call) => endOrder(tx, order, 'completed', stampOf(call)),
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
  run: (tx, order, call) => endOrder(tx, order, 'cancelled', stampOf(call)),
});

const reopen = change({
  id: 'reopenOrder',
  method: 'POST',
  path: path`/store/orders/${orderId}/reopen`,
  summary: 'Reopen an order',
  description:
    `Takes back the completion or cancellation of an order within ${reopenableMinutes} minutes. The animal becomes pending again, and ` +
    'the statistics count neither an adoption nor a return. Not possible once the animal was removed, ordered again or given ' +
    'another status.',
  scope: 'orders:write',
  stability: 'beta',
  response: { status: 200, description: 'The updated order.', schema: Order },
  errors: ['order_not_reopenable'],
  storedAs: storableOrder,
  target,
  run: (tx, order, call) => reopenOrder(tx, order, stampOf(call)),
});

export const orders: Resource = {
  tag: 'store',
  about: 'Orders, inventory and statistics.',
  operations: [listOrders, placeOrder, getOrder, completeOrder, cancelOrder, reopen],
};

/** What a retry gets: a stored response must not keep the name of somebody who is erased. */
function storableOrder(order: OrderRecord): OrderRecord {
  return withoutPeople(order, orderActors);
}
