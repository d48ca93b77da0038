import { Type } from 'typebox';
import { eventTypes } from '../../model/events.ts';
import { type WebhookStatus as WebhookStatusValue, webhookStatuses } from '../../model/webhooks.ts';
import { dateTime, int64, maxPageSize, openList, patternMeaning } from './base.ts';
import { EventType } from './events.ts';

export const WebhookId = int64({
  description: 'Identifier of the webhook, assigned by the service and never reused.',
  examples: ['5'],
});

export const WebhookStatus = Type.Unsafe<WebhookStatusValue>({
  $id: 'WebhookStatus',
  type: 'string',
  enum: [...webhookStatuses],
  [openList]: true,
  description: '`active`, or `disabled` after the receiver has responded with 410.',
  examples: ['active'],
});

const webhookFields = {
  url: Type.String({
    format: 'iri',
    description: 'The https address that receives events, without user name and fragment. Stored unchanged.',
    maxLength: 2_048,
    pattern: '^https?://[^\\s/?#@\\\\\\u0000-\\u001f\\u007f]+(?:[/?][^\\s#\\\\\\u0000-\\u001f\\u007f]*)?$',
    [patternMeaning]:
      'must be an address such as https://shelter.example.org/events, without user name, blanks or fragment',
    examples: ['https://shelter.example.org/events'],
  }),
  types: Type.Optional(
    Type.Array(EventType, {
      description: 'The event types to send. Defaults to all types.',
      minItems: 1,
      maxItems: eventTypes.length,
      uniqueItems: true,
      examples: [['pet.created', 'pet.updated', 'pet.deleted']],
    }),
  ),
};

const draftExample = { url: 'https://shelter.example.org/events', types: ['pet.updated', 'order.placed'] };
const webhookExample = { id: 5, ...draftExample, status: 'active', createdAt: '2026-11-21T10:00:00.000Z' };

export const NewWebhook = Type.Object(webhookFields, {
  $id: 'NewWebhook',
  description: 'A webhook to create.',
  additionalProperties: false,
  examples: [draftExample],
});

export const Webhook = Type.Object(
  {
    id: WebhookId,
    ...webhookFields,
    status: WebhookStatus,
    createdAt: dateTime({ description: 'When the webhook was created.' }),
  },
  { $id: 'Webhook', description: 'An address that receives events.', examples: [webhookExample] },
);

export const IssuedWebhook = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      maxLength: 64,
      description: 'The secret that signs the requests. It is shown only once.',
      examples: ['whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    }),
  },
  {
    $id: 'IssuedWebhook',
    description: 'A webhook that was just created, with its secret.',
    examples: [{ ...webhookExample, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }],
  },
);

export const Webhooks = Type.Array(Webhook, {
  $id: 'Webhooks',
  maxItems: maxPageSize,
  description: 'Webhooks by ascending `id`.',
  examples: [[webhookExample]],
});
