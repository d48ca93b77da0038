import { list, read } from '../../api/define.ts';
import { change, create } from '../../api/define-write.ts';
import { found } from '../../api/errors.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import type { Queryable } from '../../store/statement.ts';
import { PetId } from '../pets/schemas.ts';
import { endOrder, openOrder } from './rules.ts';
import { NewOrder, Order, OrderStatus, Orders, orderId } from './schemas.ts';
import { countOrders, findOrder, findOrders } from './sql.ts';

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
  find: findOrders,
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
  run: (tx, { body, now }) => openOrder(tx, body.petId, now),
});

const getOrder = read({
  id: 'getOrder',
  path: path`/store/orders/${orderId}`,
  summary: 'Get an order',
  description: 'Returns an order by its identifier.',
  scope: 'orders:read',
  stability: 'beta',
  response: { status: 200, description: 'The order.', schema: Order },
  find: requireOrder,
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
  target: { schema: Order, find: requireOrder },
  run: (tx, order, { now }) => endOrder(tx, order, 'completed', now),
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
  target: { schema: Order, find: requireOrder },
  run: (tx, order, { now }) => endOrder(tx, order, 'cancelled', now),
});

export const orders: Resource = {
  tag: 'store',
  about: 'Orders, inventory and statistics.',
  operations: [listOrders, placeOrder, getOrder, completeOrder, cancelOrder],
  schemas: [Order, NewOrder, OrderStatus, Orders],
};

/** @throws ServiceError `order_not_found` */
function requireOrder(db: Queryable, { orderId: id }: { orderId: bigint }) {
  return found(findOrder(db, id), 'order_not_found', () => `There is no order with the id ${id}.`);
}
