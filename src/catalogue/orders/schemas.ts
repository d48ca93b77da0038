import { Type } from 'typebox';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, identifierOf, oneOf, pageOf } from '../../api/schemas.ts';
import { Actor } from '../events/actor-schemas.ts';
import { PetId } from '../pets/schemas.ts';
import { orderStatuses } from './model.ts';

export const OrderId = identifierOf('order');
export const orderId = pathParameter('orderId', OrderId, 'Identifier of the order.', 'order_not_found');

export const OrderStatus = oneOf(orderStatuses, {
  $id: 'OrderStatus',
  description: 'Status of an order. A `placed` order is open.',
  examples: ['placed'],
});

export const NewOrder = closedObject(
  { petId: PetId },
  {
    $id: 'NewOrder',
    description: 'An order to place.',
  },
);

export const Order = Type.Object(
  {
    id: OrderId,
    petId: PetId,
    status: OrderStatus,
    createdAt: dateTime('When the order was placed.'),
    updatedAt: dateTime('When the order was last changed: placed, completed, cancelled or reopened.'),
    placedBy: Type.Optional(Actor),
    endedBy: Type.Optional(Actor),
  },
  { $id: 'Order', description: 'The reservation of an animal.' },
);

export const Orders = pageOf(Order, 'Orders', 'Orders by ascending `id`.');
