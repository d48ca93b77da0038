import { receiverSeconds } from '../../../contract/limits.ts';
import { change, create } from '../../access/define-write.ts';
import { defaultGraceSeconds } from '../../access/keys/administration-rules.ts';
import { KeyId } from '../../access/keys/schemas.ts';
import { list, read } from '../../api/define.ts';
import type { Installation, Issued, WriteCall } from '../../api/operation.ts';
import { path } from '../../api/path.ts';
import type { OutgoingRequest, Resource } from '../../api/resource.ts';
import { fieldError } from '../../errors/faults.ts';
import { validationFailed } from '../../errors/service-error.ts';
import { AddressError, findAddresses } from '../../lib/addresses/public-addresses.ts';
import { Event } from '../../record/events/schemas.ts';
import type { Queryable } from '../../store/statement.ts';
import { eventId, WebhookBacklog } from './attempt-schemas.ts';
import { redeliver, redeliveryDays } from './delivery-rules.ts';
import { Delivery } from './delivery-schemas.ts';
import { findBacklog } from './delivery-sql.ts';
import { testEventId, testType } from './model.ts';
import {
  activateWebhook,
  addWebhook,
  changeWebhook,
  maxWebhooks,
  queueDeliveries,
  queueTest,
  removeWebhook,
  replaceWebhookSecret,
  requireLockedWebhook,
  requireReceiverUrl,
  requireWebhook,
  rotateWebhook,
  suspendWebhook,
  toSecret,
} from './rules.ts';
import { IssuedWebhook, NewWebhook, Webhook, WebhookChanges, WebhookRotation, Webhooks, webhookId } from './schemas.ts';
import { countWebhooks, findWebhooks } from './sql.ts';

const takesOver = 'The webhook then belongs to the key of the request, or its person, and is paused when that ends.';

/** What the changes of a webhook have in common. */
const changed = {
  scope: 'webhooks:write',
  stability: 'experimental',
  // Background jobs write webhooks all the time: a change of one waits for them, and is not run again after each.
  locksRows: true,
  target: {
    schema: Webhook,
    find: (db: Queryable, { webhookId: id }: { webhookId: bigint }, { now }: WriteCall) =>
      requireLockedWebhook(db, id, now),
  },
} as const;

const listWebhooks = list({
  id: 'listWebhooks',
  path: path`/webhooks`,
  summary: 'List webhooks',
  description: 'Returns webhooks by ascending `id`, in pages.',
  scope: 'webhooks:read',
  stability: 'experimental',
  changesWithTime: true,
  filters: { createdBy: { schema: KeyId, description: 'Only webhooks of this key.' } },
  response: { status: 200, description: 'A page of webhooks.', schema: Webhooks },
  find: (db, filters, range, { now }) => findWebhooks(db, filters, range, now),
  count: countWebhooks,
});

const createWebhook = create({
  id: 'createWebhook',
  method: 'POST',
  path: path`/webhooks`,
  summary: 'Create a webhook',
  description:
    'Sends every new event to an address, as the body of a POST that is signed with the `secret` of this response as ' +
    'Standard Webhooks (https://www.standardwebhooks.com) describes. An event arrives at least once, always with the same ' +
    `\`webhook-id\`, and events may arrive out of order. Respond with any 2xx within ${receiverSeconds} seconds. A 410 disables the webhook. ` +
    'After any other response, including a redirect, the event is sent up to seven more times within 35 hours. While the ' +
    'receiver fails, other events wait, and only one is sent at a time. After three days of nothing but failures the webhook ' +
    'is disabled, and there is an event `webhook.disabled`. The address ' +
    `must be public. There can be ${maxWebhooks} webhooks. The key also needs the scope \`events:read\`, because a webhook receives ` +
    'events. The webhook is paused when this key ends, or the person to whom it belongs.',
  scope: 'webhooks:write',
  additionalScopes: ['events:read'],
  stability: 'experimental',
  body: NewWebhook,
  issue: issueSecret,
  verify: requireReachable,
  response: {
    status: 201,
    description: 'The created webhook, with its `id` and its `secret`.',
    schema: IssuedWebhook,
    location: ({ id }) => `/webhooks/${id}`,
  },
  errors: ['too_many_webhooks'],
  run: async (tx, call) => ({
    ...(await addWebhook(tx, call, call.body, call.secret.stored)),
    secret: call.secret.salt,
  }),
});

const getWebhook = read({
  id: 'getWebhook',
  path: path`/webhooks/${webhookId}`,
  summary: 'Get a webhook',
  description: 'Returns a webhook by its identifier, without its secret.',
  scope: 'webhooks:read',
  stability: 'experimental',
  response: { status: 200, description: 'The webhook.', schema: Webhook },
  find: (db, { webhookId: id }, _, { now }) => requireWebhook(db, id, now),
});

const updateWebhook = change({
  id: 'updateWebhook',
  method: 'PATCH',
  path: path`/webhooks/${webhookId}`,
  summary: 'Change a webhook',
  description:
    'Changes only the fields in the body. Events that wait are sent to the new address. Other types are sent for events ' +
    `that happen from now on, or have not been queued yet. With another address, ${takesOver.toLowerCase()}`,
  additionalScopes: ['webhooks:read', 'events:read'],
  body: WebhookChanges,
  verify: async ({ url }, installation) => {
    if (url !== undefined) await requireReachable({ url }, installation);
  },
  response: { status: 200, description: 'The updated webhook.', schema: Webhook },
  ...changed,
  run: (tx, webhook, call) => changeWebhook(tx, webhook, call.body, call),
});

const pauseWebhook = change({
  id: 'pauseWebhook',
  method: 'POST',
  path: path`/webhooks/${webhookId}/pause`,
  summary: 'Pause a webhook',
  description: `Sends nothing until the webhook is resumed. Its events wait. A webhook that is disabled stays disabled. ${takesOver}`,
  additionalScopes: ['webhooks:read'],
  response: { status: 200, description: 'The webhook.', schema: Webhook },
  ...changed,
  run: suspendWebhook,
});

const resumeWebhook = change({
  id: 'resumeWebhook',
  method: 'POST',
  path: path`/webhooks/${webhookId}/resume`,
  summary: 'Resume a webhook',
  description:
    'Sends what has waited while the webhook was paused, and what happens from now on; a webhook that was disabled gets ' +
    `only the latter. ${takesOver} One that is active already stays with its key, unless that is unknown.`,
  additionalScopes: ['webhooks:read', 'events:read'],
  response: { status: 200, description: 'The webhook.', schema: Webhook },
  ...changed,
  run: activateWebhook,
});

const rotateWebhookSecret = change({
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: path`/webhooks/${webhookId}/rotate`,
  summary: 'Rotate the secret of a webhook',
  description:
    'Gives a webhook a new secret, which is shown in this response only. For a grace period requests have two signatures, ' +
    'one with each secret, separated by a blank as Standard Webhooks describes. A secret from before an earlier rotation ' +
    `no longer signs. ${takesOver}`,
  additionalScopes: ['webhooks:read', 'events:read'],
  body: WebhookRotation,
  issue: issueSecret,
  response: { status: 200, description: 'The webhook with its new secret.', schema: IssuedWebhook },
  ...changed,
  run: async (tx, webhook, call) => {
    const { graceSeconds = defaultGraceSeconds } = call.body;
    const replacement = { secret: call.secret.stored, graceMs: BigInt(graceSeconds) * 1_000n };
    return { ...(await replaceWebhookSecret(tx, webhook, replacement, call)), secret: call.secret.salt };
  },
});

const getWebhookBacklog = read({
  id: 'getWebhookBacklog',
  path: path`/webhooks/${webhookId}/backlog`,
  summary: 'Count what waits for a webhook',
  description:
    'Counts the events that a webhook still has to get: also those that happen while it is paused, which `GET ' +
    '/webhook-deliveries` lists only from then on when it is resumed.',
  scope: 'webhooks:read',
  stability: 'experimental',
  response: { status: 200, description: 'The backlog.', schema: WebhookBacklog },
  find: async (db, { webhookId: id }, _, { now }) => await findBacklog(db, await requireWebhook(db, id, now)),
});

const redeliverWebhook = change({
  id: 'redeliverWebhook',
  method: 'POST',
  path: path`/webhooks/${webhookId}/events/${eventId}/redeliver`,
  summary: 'Send an event again',
  description:
    `Sends an event of the last ${redeliveryDays} days to the receiver again, with the same \`webhook-id\`, also one that has ` +
    'arrived or was of another type. The response is its delivery. If the webhook is paused, it waits until that is resumed.',
  additionalScopes: ['webhooks:read', 'events:read'],
  response: { status: 200, description: 'The queued delivery.', schema: Delivery },
  errors: ['webhook_disabled'],
  ...changed,
  run: (tx, webhook, { path: { eventId: id }, now }) => redeliver(tx, webhook, id, now),
});

const testWebhook = change({
  id: 'testWebhook',
  method: 'POST',
  path: path`/webhooks/${webhookId}/test`,
  summary: 'Test a webhook',
  description:
    'Sends a test to the receiver as soon as possible, once, also if the webhook is paused: `{"id":0,"type":"webhook.test","at":…}`, signed as every ' +
    'event. The response is its delivery, which is the same until it was sent. The outcome is an attempt with the `eventId` 0.',
  additionalScopes: ['webhooks:read', 'events:read'],
  response: { status: 200, description: 'The queued test.', schema: Delivery },
  errors: ['webhook_disabled'],
  ...changed,
  run: (tx, webhook, { now }) => queueTest(tx, webhook, now),
});

export const deleteWebhook = change({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: path`/webhooks/${webhookId}`,
  summary: 'Remove a webhook',
  description: 'Removes a webhook and its deliveries. An event that is being sent at this moment may still arrive.',
  response: { status: 204, description: 'The webhook has been removed.' },
  ...changed,
  run: removeWebhook,
});

/** A test is no event, so that none is recorded. */
const test: OutgoingRequest = {
  type: testType,
  meaning: 'Somebody tests the webhook. Its `id` is 0.',
  schema: Event,
  example: { id: Number(testEventId), type: testType, at: '2026-11-21T12:00:00.000Z' },
};

export const webhooks: Resource = {
  tag: 'webhooks',
  about: 'Addresses that receive events.',
  operations: [
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    pauseWebhook,
    resumeWebhook,
    rotateWebhookSecret,
    testWebhook,
    getWebhookBacklog,
    redeliverWebhook,
  ],
  sent: [test],
  commands: [queueDeliveries, rotateWebhook],
};

function issueSecret(bytes: Uint8Array): Issued<string> {
  const secret = toSecret(bytes);
  return { show: () => secret, stored: secret };
}

/** @throws ServiceError `validation_failed` when the address must not receive events */
async function requireReachable({ url }: { url: string }, installation: Installation): Promise<void> {
  requireReceiverUrl(url, installation.reachesPrivateAddresses);
  try {
    await findAddresses(new URL(url).hostname, installation);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw validationFailed([fieldError('#/url', 'receiver_unusable', error.message)]);
  }
}
