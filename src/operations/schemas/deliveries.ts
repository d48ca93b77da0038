import { Type } from 'typebox';
import { type DeliveryStatus as DeliveryStatusValue, deliveryStatuses } from '../../model/webhooks.ts';
import { dateTime, int64, maxPageSize, openList } from './base.ts';
import { WebhookId } from './webhooks.ts';

export const DeliveryId = int64({
  description: 'Identifier of the delivery, assigned by the service and never reused.',
  examples: ['1'],
});

export const DeliveryStatus = Type.Unsafe<DeliveryStatusValue>({
  $id: 'DeliveryStatus',
  type: 'string',
  enum: [...deliveryStatuses],
  [openList]: true,
  description: '`waiting` while attempts remain; `dead` after the last attempt has failed.',
  examples: ['waiting'],
});

export const Delivery = Type.Object(
  {
    id: DeliveryId,
    webhookId: WebhookId,
    eventId: int64({ description: 'Identifier of the event; 0 for a test.', examples: ['815'] }),
    status: DeliveryStatus,
    attempts: Type.Integer({ format: 'int32', minimum: 0, description: 'The number of attempts so far.' }),
    dueAt: Type.Optional(dateTime({ description: 'The earliest time of the next attempt.' })),
    failure: Type.Optional(Type.String({ maxLength: 300, description: 'Why the last attempt failed, for people.' })),
  },
  { $id: 'Delivery', description: 'An event that has not yet arrived at a webhook.' },
);

export const Deliveries = Type.Array(Delivery, {
  $id: 'Deliveries',
  maxItems: maxPageSize,
  description: 'Deliveries by ascending `id`.',
});
