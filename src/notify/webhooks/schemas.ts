import { Type } from 'typebox';
import { receiverPattern } from '../../../contract/limits.ts';
import { defaultGraceSeconds } from '../../access/keys/administration-rules.ts';
import { pathParameter } from '../../api/path.ts';
import {
  closedObject,
  dateTime,
  identifierOf,
  int64,
  oneOf,
  pageOf,
  patternMeaning,
  rotationOf,
} from '../../api/schemas.ts';
import { eventTypes } from '../../record/events/model.ts';
import { EventType } from '../../record/events/schemas.ts';
import { webhookStatuses } from './model.ts';

export const WebhookId = identifierOf('webhook');
export const webhookId = pathParameter('webhookId', WebhookId, 'Identifier of the webhook.', 'webhook_not_found');

export const WebhookStatus = oneOf(webhookStatuses, {
  $id: 'WebhookStatus',
  isOpen: true,
  description:
    '`active`; `paused`, when events wait until it is resumed; or `disabled`, when it gets none any more, because its receiver ' +
    'has responded with 410 or has failed for three days.',
  examples: ['active'],
});

const webhookFields = {
  url: Type.String({
    format: 'iri',
    description: 'The https address that receives events, without user name and fragment. Stored unchanged.',
    maxLength: 2_048,
    pattern: receiverPattern,
    [patternMeaning]: 'receiver_address',
    examples: ['https://shelter.example.org/events'],
  }),
  types: Type.Optional(
    Type.Array(EventType, {
      description: 'The event types to send. Defaults to all types.',
      minItems: 1,
      maxItems: eventTypes.length,
      uniqueItems: true,
    }),
  ),
};

function descriptionOf({ minLength }: { minLength: number }) {
  return Type.String({
    description: 'What the webhook is for, for people.',
    minLength,
    maxLength: 200,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    [patternMeaning]: 'no_controls',
    examples: ['Adoption site'],
  });
}

const draftFields = { ...webhookFields, description: Type.Optional(descriptionOf({ minLength: 1 })) };

export const NewWebhook = Type.Object(draftFields, {
  $id: 'NewWebhook',
  description: 'A webhook to create.',
  additionalProperties: false,
});

export const Webhook = Type.Object(
  {
    id: WebhookId,
    ...draftFields,
    status: WebhookStatus,
    reason: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'Why it is not active, for people.',
        examples: ['Its key 2 was revoked.'],
      }),
    ),
    createdBy: Type.Optional(
      int64(
        'Identifier of the key that created the webhook, or has taken it over since. The webhook is paused when this key ' +
          'ends. Missing for a webhook that belongs to a person, and if the key is unknown: that one is not paused.',
        '2',
      ),
    ),
    personId: Type.Optional(
      int64('Identifier of the person who takes the place of this key. The webhook is paused when she ends.', '1'),
    ),
    createdAt: dateTime('When the webhook was created.'),
    failingSince: Type.Optional(dateTime('When the first attempt failed since the last one that succeeded.')),
  },
  { $id: 'Webhook', description: 'An address that receives events.' },
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
  },
);

export const Webhooks = pageOf(Webhook, 'Webhooks', 'Webhooks by ascending `id`.');

export const WebhookChanges = closedObject(
  {
    url: Type.Optional(webhookFields.url),
    types: Type.Optional(
      Type.Array(EventType, {
        description: 'The event types to send. An empty list means all types, also those of later releases.',
        maxItems: eventTypes.length,
        uniqueItems: true,
      }),
    ),
    /** An empty text removes it. */
    description: Type.Optional(descriptionOf({ minLength: 0 })),
  },
  {
    $id: 'WebhookChanges',
    description: 'The fields of a webhook to change.',
  },
);

export const WebhookRotation = rotationOf('WebhookRotation', {
  description: 'Options of the rotation of a secret.',
  default: defaultGraceSeconds,
  grace: 'How long requests are also signed with the previous secret; 0 ends it at once.',
});
