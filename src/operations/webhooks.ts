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
  description: 'Webhooks by ascending `id`, page by page.',
  scope: 'webhooks:read',
  stability: 'experimental',
  filters: {},
  response: { status: 200, description: 'A page of webhooks.', schema: Webhooks },
  errors: [],
  find: (db, _, slice) => findWebhooks(db, slice),
  count: countWebhooks,
});

export const createWebhook = write({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'webhooks',
  summary: 'Make a webhook',
  description:
    'From now on events are sent to an address, each as the body of a POST that is signed as Standard Webhooks ' +
    '(https://www.standardwebhooks.com) has it, with the `secret` of this answer. An event arrives at least once, and ' +
    'always with the same `webhook-id`; events may arrive in another order than that of their ids. Answer with any 2xx ' +
    'within 15 seconds; 410 ends the webhook; after anything else, also a redirect, it is sent again seven times within ' +
    '35 hours. The address must be a public one. The key also needs the scope `events:read`: a webhook is sent ' +
    'nothing that its maker could not read.',
  scope: 'webhooks:write',
  furtherScopes: ['events:read'],
  stability: 'experimental',
  pathParameters: {},
  body: NewWebhook,
  issue(bytes) {
    const secret = toSecret(bytes);
    return { shown: secret, kept: secret };
  },
  verify: requireReachable,
  response: {
    status: 201,
    description: 'The webhook, with its `id` and its `secret`.',
    schema: IssuedWebhook,
    location: ({ id }) => `/webhooks/${id}`,
  },
  errors: [],
  run: async (tx, { body, secret, callerId, now }) => ({
    ...(await create(tx, { callerId, now }, body, secret.kept)),
    secret: secret.seal,
  }),
});

export const getWebhook = read({
  id: 'getWebhook',
  path: '/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Get a webhook',
  description: 'One webhook by its identifier. Its secret is not shown again.',
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
  description: 'Ends a webhook, and drops what it was still to get. A request that is under way may yet arrive.',
  scope: 'webhooks:write',
  stability: 'experimental',
  pathParameters: { webhookId },
  response: { status: 204, description: 'The webhook is gone.' },
  errors: ['webhook_not_found'],
  target: { schema: Webhook, find: requireWebhook },
  run: removeWebhook,
});

/** @throws ServiceError `webhook_not_found` */
function requireWebhook(db: Queryable, { webhookId: id }: { webhookId: bigint }): MaybePromise<WebhookRecord> {
  return found(findWebhook(db, id), 'webhook_not_found', () => `There is no webhook with the id ${id}.`);
}

/** @throws ServiceError `validation_failed` when nothing may be sent to the address */
async function requireReachable({ url }: Static<typeof NewWebhook>, installation: Installation): Promise<void> {
  const fault = findUrlFault(url, installation.reachesPrivateAddresses);
  if (fault !== undefined) throw urlRefused(fault);
  try {
    await findAddresses(new URL(url).hostname, installation);
  } catch (error) {
    throw error instanceof AddressError ? urlRefused(error.message) : error;
  }
}

function urlRefused(fault: string): ServiceError {
  return validationFailed([{ pointer: '#/url', detail: fault }]);
}
