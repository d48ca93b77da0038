import { Type } from 'typebox';
import { pathParameter } from '../../api/path.ts';
import { dateTime, identifierOf, int64, oneOf, pageOf } from '../../api/schemas.ts';
import { deliveryStatuses } from './model.ts';
import { WebhookId } from './schemas.ts';

export const DeliveryId = identifierOf('delivery');
export const deliveryId = pathParameter('deliveryId', DeliveryId, 'Identifier of the delivery.', 'delivery_not_found');

export const DeliveryStatus = oneOf(deliveryStatuses, {
  $id: 'DeliveryStatus',
  isOpen: true,
  description: '`waiting` while attempts remain; `dead` after the last attempt has failed.',
  examples: ['waiting'],
});

export const Delivery = Type.Object(
  {
    id: DeliveryId,
    webhookId: WebhookId,
    eventId: int64('Identifier of the event; 0 for a test.', '815'),
    status: DeliveryStatus,
    attempts: Type.Integer({ format: 'int32', minimum: 0, description: 'The number of attempts so far.' }),
    dueAt: Type.Optional(dateTime('The earliest time of the next attempt.')),
    failure: Type.Optional(Type.String({ maxLength: 300, description: 'Why the last attempt failed, for people.' })),
  },
  { $id: 'Delivery', description: 'An event that has not yet arrived at a webhook.' },
);

export const Deliveries = pageOf(Delivery, 'Deliveries', 'Deliveries by ascending `id`.');
