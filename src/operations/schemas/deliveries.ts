import { Type } from 'typebox';
import { type DeliveryStatus as DeliveryStatusValue, deliveryStatuses } from '../../model/webhooks.ts';
import { dateTime, int64 } from './base.ts';
import { WebhookId } from './webhooks.ts';

export const DeliveryId = int64({
  description: 'Identifier of the delivery, assigned by the service and never given twice.',
  examples: ['31'],
});

export const DeliveryStatus = Type.Unsafe<DeliveryStatusValue>({
  $id: 'DeliveryStatus',
  type: 'string',
  enum: [...deliveryStatuses],
  description: 'Whether it is still being sent. One that is `dead` has failed too often.',
  examples: ['waiting'],
});

const deliveryExample = {
  id: 31,
  webhookId: 5,
  eventId: 815,
  status: 'waiting',
  attempts: 2,
  dueAt: '2026-11-21T10:01:05.000Z',
  failure: 'the receiver responded with 503',
};

export const Delivery = Type.Object(
  {
    id: DeliveryId,
    webhookId: WebhookId,
    eventId: int64({ description: 'The event that it brings.', examples: ['815'] }),
    status: DeliveryStatus,
    attempts: Type.Integer({ minimum: 0, description: 'How often it was sent.' }),
    dueAt: Type.Optional(dateTime({ description: 'When it is sent next, at the earliest.' })),
    failure: Type.Optional(Type.String({ description: 'Why it did not arrive the last time, for a person.' })),
  },
  { $id: 'Delivery', description: 'An event that has not arrived yet.', examples: [deliveryExample] },
);

export const Deliveries = Type.Array(Delivery, {
  $id: 'Deliveries',
  description: 'Deliveries by ascending `id`.',
  examples: [[deliveryExample]],
});
