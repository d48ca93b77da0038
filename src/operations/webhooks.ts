import { createWebhook as create, findUrlFault, removeWebhook, toSecret } from '../domain/webhooks.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { AddressError, findAddresses } from '../lib/public-addresses.ts';
import { found, type ServiceError, validationFailed } from '../model/errors.ts';
import type { Webhook as WebhookRecord } from '../model/webhooks.ts';
import { countWebhooks, findWebhook, findWebhooks } from '../repositories/webhooks.ts';
import type { Queryable } from '../store/statement.ts';
import { list, read, write } from './define.ts';
import { change } from './define-change.ts';
import type { Installation } from './operation.ts';
import type { Static } from './schemas/base.ts';
import { IssuedWebhook, NewWebhook, Webhook, WebhookId, Webhooks } from './schemas/webhooks.ts';

const webhookId = {
  schema: WebhookId,
  description: 'Identifier of the webhook.',
  notFound: 'webhook_not_found',
} as const;

export const listWebhooks = list({
  id: 'listWebhooks',
  path: '/webhooks',
  tag: 'webhooks',
  summary: 'List webhooks',
  description: 'Returns webhooks by ascending `id`, in pages.',
  scope: 'webhooks:read',
  stability: 'experimental',
  filters: {},
  response: { status: 200, description: 'A page of webhooks.', schema: Webhooks },
  errors: [],
  find: (db, _, range) => findWebhooks(db, range),
  count: countWebhooks,
});

export const createWebhook = write({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'webhooks',
  summary: 'Create a webhook',
  description:
    'Sends every new event to an address, as the body of a POST that is signed with the `secret` of this response as ' +
    'Standard Webhooks (https://www.standardwebhooks.com) describes. An event arrives at least once, always with the same ' +
    '`webhook-id`, and events may arrive out of order. Respond with any 2xx within 15 seconds. A 410 disables the webhook. ' +
    'After any other response, including a redirect, the event is sent up to seven more times within 35 hours. The address ' +
    'must be public. The key also needs the scope `events:read`, because a webhook receives events.',
  scope: 'webhooks:write',
  additionalScopes: ['events:read'],
  stability: 'experimental',
  pathParameters: {},
  body: NewWebhook,
  issue(bytes) {
    const secret = toSecret(bytes);
    return { shown: secret, stored: secret };
  },
  verify: requireReachable,
  response: {
    status: 201,
    description: 'The created webhook, with its `id` and its `secret`.',
    schema: IssuedWebhook,
    location: ({ id }) => `/webhooks/${id}`,
  },
  errors: [],
  run: async (tx, { body, secret, callerId, now }) => ({
    ...(await create(tx, { callerId, now }, body, secret.stored)),
    secret: secret.salt,
  }),
});

export const getWebhook = read({
  id: 'getWebhook',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Get a webhook',
  description: 'Returns a webhook by its identifier, without its secret.',
  scope: 'webhooks:read',
  stability: 'experimental',
  pathParameters: { webhookId },
  response: { status: 200, description: 'The webhook.', schema: Webhook },
  errors: ['webhook_not_found'],
  find: requireWebhook,
});

export const deleteWebhook = change({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Remove a webhook',
  description: 'Removes a webhook and its deliveries. An event that is being sent at this moment may still arrive.',
  scope: 'webhooks:write',
  stability: 'experimental',
  pathParameters: { webhookId },
  response: { status: 204, description: 'The webhook has been removed.' },
  errors: ['webhook_not_found'],
  target: { schema: Webhook, find: requireWebhook },
  run: removeWebhook,
});

/** @throws ServiceError `webhook_not_found` */
function requireWebhook(db: Queryable, { webhookId: id }: { webhookId: bigint }): MaybePromise<WebhookRecord> {
  return found(findWebhook(db, id), 'webhook_not_found', () => `There is no webhook with the id ${id}.`);
}

/** @throws ServiceError `validation_failed` when the address must not receive events */
async function requireReachable({ url }: Static<typeof NewWebhook>, installation: Installation): Promise<void> {
  const detail = findUrlFault(url, installation.reachesPrivateAddresses);
  if (detail !== undefined) throw invalidUrl(detail);
  try {
    await findAddresses(new URL(url).hostname, installation);
  } catch (error) {
    throw error instanceof AddressError ? invalidUrl(`cannot be used: ${error.message}`) : error;
  }
}

function invalidUrl(detail: string): ServiceError {
  return validationFailed([{ pointer: '#/url', detail }]);
}
