import { type EventType, eventTypes } from '../../catalogue/events/model.ts';
import { Event } from '../../catalogue/events/schemas.ts';
import { testEventId, testType } from '../../catalogue/webhooks/model.ts';
import { jsonType } from '../define.ts';
import { type Components, componentName, type Json } from './components.ts';
import { examples, jsonExample } from './examples.ts';
import { describeSchema } from './schemas.ts';

const meanings: Record<EventType | typeof testType, string> = {
  'pet.created': 'An animal was added.',
  'pet.updated': 'An animal was changed.',
  'pet.deleted': 'An animal was removed.',
  'pet.profile_changed': 'The profile of an animal was changed.',
  'pet.photos_changed': 'A photo of an animal was added, changed or removed.',
  'category.created': 'A category number got a name.',
  'category.updated': 'The name of a category was changed.',
  'order.placed': 'An animal was ordered, and is pending now.',
  'order.completed': 'An order was completed: its animal is sold now.',
  'order.cancelled': 'An order was cancelled: its animal is available again.',
  'webhook.disabled': 'A webhook was disabled.',
  'inquiry.created': 'Somebody asks about an animal.',
  'inquiry.closed': 'An inquiry was closed.',
  'inquiry.deleted': 'An inquiry was erased. Erase what you have copied of it.',
  [testType]: 'Somebody tests the webhook. Its `id` is 0.',
};

/** The requests that the service sends to webhooks, one for each type of event (OpenAPI 3.1, `webhooks`). */
export function describeWebhooks(components: Components): Json {
  const parameters = Object.entries(sentHeaders).map(([name, { description, schema }]) =>
    components.share('parameters', `Sent${componentName(name)}`, {
      name,
      in: 'header',
      required: true,
      description,
      schema,
    }),
  );
  return Object.fromEntries(
    ([...eventTypes, testType] as const).map((type) => [
      type,
      {
        post: {
          operationId: `on${componentName(type.replace('.', '_'))}`,
          tags: ['webhooks'],
          summary: meanings[type],
          description: 'Verify the signature before you trust it.',
          'x-stability': 'experimental',
          'x-stability-level': 'alpha',
          security: [],
          parameters,
          requestBody: { required: true, content: { [jsonType]: content(type, components) } },
          responses: {
            '2XX': components.share('responses', 'Received', {
              description: 'The event has arrived. Respond within 15 seconds, and do the work afterwards.',
            }),
            410: components.share('responses', 'EndWebhook', {
              description: 'The receiver wants no more events: the webhook becomes `disabled`.',
            }),
            default: components.share('responses', 'NotReceived', {
              description:
                'The event has not arrived. It is sent again after 5 seconds, 1, 5 and 30 minutes, 2, 8 and 24 hours. A ' +
                'redirect is not followed.',
            }),
          },
        },
      },
    ]),
  );
}

function content(type: keyof typeof meanings, components: Components): Json {
  const event = describeSchema(Event, components, 'received');
  return {
    schema: { allOf: [event, { type: 'object', properties: { type: { const: type } } }] },
    ...jsonExample(type === testType ? testExample : examples.events[type]),
  };
}

/** A test is no event, so that none is recorded. */
const testExample = { id: Number(testEventId), type: testType, at: '2026-11-21T12:00:00.000Z' };

/** The headers of Standard Webhooks 1.0. */
const sentHeaders = {
  'webhook-id': {
    description: 'Identifies the event: the same for each attempt. Handle each one once.',
    schema: { type: 'string', maxLength: 64 },
  },
  'webhook-timestamp': {
    description: 'When the attempt was made, in seconds since 1970. Reject what is older than five minutes.',
    schema: { type: 'integer', format: 'int64' },
  },
  'webhook-signature': {
    description:
      '`v1,` and the Base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Signatures by several ' +
      'secrets are separated by blanks; one of them must match.',
    schema: { type: 'string', maxLength: 512 },
  },
} as const;
