import { Type } from 'typebox';
import { maxLabelLength } from '../../../contract/limits.ts';
import { emailOf, foundOf, nameOfPerson, phoneOf } from '../../api/contact-schemas.ts';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, nullable, oneOf, optional, pageOf, textOf } from '../../api/schemas.ts';
import { Actor } from '../../record/events/actor-schemas.ts';
import { OrderId, PetId } from '../../record/shapes/schemas.ts';
import { maxExpiryDays } from './detail-rules.ts';
import { orderSorts, orderStatuses } from './model.ts';

export const orderId = pathParameter('orderId', OrderId, 'Identifier of the order.', 'order_not_found');

export const OrderStatus = oneOf(orderStatuses, {
  $id: 'OrderStatus',
  description: 'Status of an order. A `placed` order is open.',
  examples: ['placed'],
});

export const OrderSort = oneOf(orderSorts, { description: 'The order of a list of orders.', examples: ['-id'] });

export const OrderReference = textOf({
  description: 'Your own number of the order. No other order has the same one: case and blanks do not matter.',
  maxLength: maxLabelLength,
  example: 'R-2026-017',
});

const ways = {
  email: emailOf('E-mail address.'),
  phone: phoneOf('Telephone number.'),
  address: textOf({ description: 'Postal address.', maxLength: 500, hasLines: true, example: '12 Elm Street\nAustin' }),
};

export const Contact = closedObject(
  { name: nameOfPerson, ...optional(ways) },
  { $id: 'Contact', description: 'For whom an animal is reserved: personal data, which you can erase.' },
);

const ContactChanges = closedObject(
  optional({
    name: nameOfPerson,
    email: nullable(ways.email),
    phone: nullable(ways.phone),
    address: nullable(ways.address),
  }),
  { description: 'For whom the animal is reserved. Members are changed one by one; there is a `name` in the end.' },
);

const details = {
  reference: OrderReference,
  note: textOf({
    description:
      'What staff should know, with line breaks. Who may read orders may read it: write no personal data here.',
    maxLength: 2_000,
    hasLines: true,
    example: 'Picks Frank up on Saturday morning.',
  }),
  expiresAt: dateTime(
    `When an open order ends by itself, some seconds later: in the future, and within ${maxExpiryDays} days. An order without one ` +
      'stays open until it is ended.',
    '2026-12-24T18:00:00.000Z',
  ),
};

export const OrderDetails = closedObject(optional(details), {
  $id: 'OrderDetails',
  description: 'What staff say of an order.',
});

export const NewOrder = closedObject(
  { petId: PetId, ...OrderDetails.properties, contact: Type.Optional(Contact) },
  {
    $id: 'NewOrder',
    description: 'An order to place.',
  },
);

export const OrderChanges = closedObject(
  optional({
    reference: nullable(details.reference),
    note: nullable(details.note),
    expiresAt: nullable(details.expiresAt),
    contact: nullable(ContactChanges),
  }),
  {
    $id: 'OrderChanges',
    description: 'What to change of an order (RFC 7396): `null` removes a field, omitted fields keep their value.',
  },
);

const returnReason = textOf({
  description: 'Why the animal came back. Who may read orders may read it: write no personal data here.',
  maxLength: 2_000,
  hasLines: true,
  example: 'It did not get along with the cat.',
});

export const OrderReturn = closedObject(optional({ reason: returnReason }), {
  $id: 'OrderReturn',
  description: 'The return of an animal.',
});

export const Order = Type.Object(
  {
    id: OrderId,
    petId: PetId,
    status: OrderStatus,
    ...optional(details),
    contact: Type.Optional(Contact),
    createdAt: dateTime('When the order was placed.'),
    updatedAt: dateTime('When the order was last changed.'),
    ...optional({
      endedAt: dateTime('When the order was completed or cancelled; missing while it is open.'),
      expiredAt: dateTime('When the order ended by itself; missing in every other order. Its status is `cancelled`.'),
      returnedAt: dateTime('When the animal of a completed order came back.'),
      returnReason,
      placedBy: Actor,
      endedBy: Actor,
      returnedBy: Actor,
    }),
  },
  {
    $id: 'Order',
    description: 'The reservation of an animal. Its `contact` is shown to keys with the scope `contacts:read` alone.',
  },
);

export const Orders = pageOf(Order, 'Orders', 'Orders by ascending `id`, or as `sort` says.');

export const FoundOrders = foundOf(Orders, 'FoundOrders');
