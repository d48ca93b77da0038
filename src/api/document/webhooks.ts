import { receiverSeconds } from '../../../contract/limits.ts';
import { jsonType } from '../define.ts';
import type { OutgoingRequest } from '../resource.ts';
import { type Components, componentName, type Json } from './components.ts';
import { examples } from './examples.ts';

/** The requests that the service sends to webhooks, one for each type of event (OpenAPI 3.1, `webhooks`). */
export function describeWebhooks(sent: readonly OutgoingRequest[], components: Components): Json {
  const parameters = Object.entries(sentHeaders).map(([name, header]) =>
    components.share('parameters', `Sent${componentName(name)}`, { name, in: 'header', required: true, ...header }),
  );
  return Object.fromEntries(
    sent.map((request) => [
      request.type,
      {
        post: {
          operationId: `on${componentName(request.type.replace('.', '_'))}`,
          tags: ['webhooks'],
          summary: request.meaning,
          description: 'Verify the signature before you trust it.',
          'x-stability': 'experimental',
          'x-stability-level': 'alpha',
          security: [],
          parameters,
          requestBody: { required: true, content: { [jsonType]: content(request, components) } },
          responses: {
            '2XX': components.share('responses', 'Received', {
              description: `The event has arrived. Respond within ${receiverSeconds} seconds, and do the work afterwards.`,
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

function content({ type, schema, example = examples.events[type] }: OutgoingRequest, components: Components): Json {
  const ofType = { type: 'object', properties: { type: { const: type } } };
  return { schema: { allOf: [components.describeSchema(schema), ofType] }, example };
}

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
