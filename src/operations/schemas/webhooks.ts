import { Type } from 'typebox';
import { type WebhookStatus as WebhookStatusValue, webhookStatuses } from '../../model/webhooks.ts';
import { dateTime, int64, patternMeaning } from './base.ts';
import { EventType } from './events.ts';

export const WebhookId = int64({
  description: 'Identifier of the webhook, assigned by the service and never given twice.',
  examples: ['5'],
});

export const WebhookStatus = Type.Unsafe<WebhookStatusValue>({
  $id: 'WebhookStatus',
  type: 'string',
  enum: [...webhookStatuses],
  description: 'Whether events are sent. One that is `disabled` was ended by its receiver with 410.',
  examples: ['active'],
});

const webhookFields = {
  url: Type.String({
    format: 'uri',
    description: 'Where events are sent to: an address with https, without user name and fragment, kept as it is.',
    maxLength: 2_048,
    pattern: '^https?://[^\\s/?#@\\\\\\u0000-\\u001f\\u007f]+(?:[/?][^\\s#\\\\\\u0000-\\u001f\\u007f]*)?$',
    [patternMeaning]:
      'must be an address such as https://shelter.example.org/events, without user name, blanks and fragment',
    examples: ['https://shelter.example.org/events'],
  }),
  types: Type.Optional(
    Type.Array(EventType, {
      description: 'The events that are wanted; all of them if this is missing.',
      minItems: 1,
      uniqueItems: true,
      examples: [['pet.created', 'pet.updated', 'pet.deleted']],
    }),
  ),
};

const draftExample = { url: 'https://shelter.example.org/events', types: ['pet.updated', 'order.placed'] };
const webhookExample = { id: 5, ...draftExample, status: 'active', createdAt: '2026-11-21T10:00:00.000Z' };

export const NewWebhook = Type.Object(webhookFields, {
  $id: 'NewWebhook',
  description: 'A webhook to make.',
  additionalProperties: false,
  examples: [draftExample],
});

export const Webhook = Type.Object(
  {
    id: WebhookId,
    ...webhookFields,
    status: WebhookStatus,
    createdAt: dateTime({ description: 'When it was made.' }),
  },
  { $id: 'Webhook', description: 'An address that events are sent to.', examples: [webhookExample] },
);

export const IssuedWebhook = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: 'What its requests are signed with. It is shown this once; keep it.',
      examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    }),
  },
  {
    $id: 'IssuedWebhook',
    description: 'A webhook that was just made.',
    examples: [{ ...webhookExample, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }],
  },
);

export const Webhooks = Type.Array(Webhook, {
  $id: 'Webhooks',
  description: 'Webhooks by ascending `id`.',
  examples: [[webhookExample]],
});
