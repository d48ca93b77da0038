import { Type } from 'typebox';
import { type OrderStatus as OrderStatusValue, orderStatuses } from '../../model/orders.ts';
import { dateTime, int64, maxPageSize } from './base.ts';
import { PetId } from './pets.ts';

export const OrderId = int64({
  description: 'Identifier of the order, assigned by the service and never reused.',
  examples: ['1'],
});

export const OrderStatus = Type.Unsafe<OrderStatusValue>({
  $id: 'OrderStatus',
  type: 'string',
  enum: [...orderStatuses],
  description: 'Status of an order. A `placed` order is open.',
  examples: ['placed'],
});

export const NewOrder = Type.Object(
  { petId: PetId },
  {
    $id: 'NewOrder',
    description: 'An order to place.',
    additionalProperties: false,
  },
);

export const Order = Type.Object(
  {
    id: OrderId,
    petId: PetId,
    status: OrderStatus,
    createdAt: dateTime({ description: 'When the order was placed.' }),
    updatedAt: dateTime({ description: 'When the order was last changed: placed, completed or cancelled.' }),
  },
  { $id: 'Order', description: 'The reservation of an animal.' },
);

export const Orders = Type.Array(Order, {
  $id: 'Orders',
  maxItems: maxPageSize,
  description: 'Orders by ascending `id`.',
});
