import { recordAuditEvent } from '../../access/audit-events/rules.ts';
import { type Administrator, lockCaller } from '../../access/keys/administration-rules.ts';
import { auditStampOf } from '../../access/keys/caller-rules.ts';
import { ownerOf } from '../../access/keys/webhook-sql.ts';
import { fieldError } from '../../errors/faults.ts';
import { found, ServiceError, validationFailed } from '../../errors/service-error.ts';
import { isEqual } from '../../lib/objects.ts';
import { findEvents, findLastEventId } from '../../record/events/sql.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { deleteDeliveriesOf, findDeliveryOf, insertDeliveries, insertDelivery } from './delivery-sql.ts';
import { type Delivery, type NewWebhook, testEventId, type Webhook } from './model.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  lockFirstWebhook,
  lockWebhook,
  saveWebhook,
  saveWebhookCheckpoint,
  saveWebhookFailing,
  saveWebhookSecret,
} from './sql.ts';

/** Events in one transaction: few enough that other writes do not wait long. */
const maxQueued = 100;

const secretPrefix = 'whsec_';

/** The secret of a webhook (Standard Webhooks) of random bytes. */
export function toSecret(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

export function toSigningKey(secret: string): Uint8Array {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}

/** The same for each attempt, so that the receiver recognizes a repetition. That of a test follows from its delivery alone. */
export function messageIdOf(eventId: bigint, deliveryId: bigint): string;
export function messageIdOf(eventId: bigint, deliveryId?: bigint): string | undefined;
export function messageIdOf(eventId: bigint, deliveryId?: bigint): string | undefined {
  if (eventId !== testEventId) return `evt_${eventId}`;
  return deliveryId === undefined ? undefined : `test_${deliveryId}`;
}

/** The headers of a request to a receiver but its signature, as far as they are known. `at` is in epoch milliseconds. */
export function unsignedHeaders(messageId: string | undefined, at: bigint) {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'petstore',
    ...(messageId !== undefined && { 'webhook-id': messageId }),
    'webhook-timestamp': String(at / 1_000n),
  };
}

/** @throws ServiceError `validation_failed` for what is no address of a webhook */
export function requireReceiverUrl(url: string, reachesPrivateAddresses: boolean): void {
  if (!URL.canParse(url)) throw validationFailed([fieldError('#/url', 'receiver_host')]);
  const beginnings = reachesPrivateAddresses ? ['https://', 'http://'] : ['https://'];
  if (beginnings.some((beginning) => url.startsWith(beginning))) return;
  throw validationFailed([fieldError('#/url', 'receiver_scheme', beginnings.join(' or '))]);
}

/** Each event becomes as many deliveries. */
export const maxWebhooks = 100;

/**
 * Creates a webhook for the events after the newest one. Its key is the caller's.
 * @throws ServiceError `too_many_webhooks`
 */
export async function addWebhook(
  tx: Transaction,
  caller: Administrator,
  draft: NewWebhook,
  secret: string,
): Promise<Webhook> {
  const owner = ownerOf(await lockCaller(tx, caller));
  // Of two concurrent creations one conflicts and is repeated, so both cannot take the last place.
  await lockFirstWebhook(tx);
  if ((await countWebhooks(tx, {})) >= maxWebhooks) {
    const message = `There are ${maxWebhooks} webhooks, which is the most there can be. Nothing was changed; remove one first.`;
    throw new ServiceError('too_many_webhooks', message);
  }
  const eventId = await findLastEventId(tx);
  const webhook = { ...draft, status: 'active', ...owner, eventId, createdAt: caller.now } as const;
  const added = await insertWebhook(tx, webhook, secret);
  await recordAuditEvent(tx, { type: 'webhook.created', ...auditStampOf(caller), webhookId: added.id });
  return added;
}

export type WebhookChanges = Partial<NewWebhook>;

/** Changes a webhook. What waits for the old address is sent to the new one, for which the caller answers. */
export async function changeWebhook(
  tx: Transaction,
  webhook: Webhook,
  changes: WebhookChanges,
  caller: Administrator,
): Promise<Webhook> {
  const isMoved = (changes.url ?? webhook.url) !== webhook.url;
  const owned = isMoved ? await takeOver(tx, webhook, caller) : webhook;
  const { types = [], description = '', ...changed } = { ...owned, ...changes };
  const saved: Webhook = {
    ...withoutFailure(changed),
    ...(types.length > 0 && { types }),
    ...(description !== '' && { description }),
  };
  await saveWebhook(tx, saved, caller.now);
  if (!isEqual(saved, withoutFailure(webhook))) await record(tx, 'updated', webhook, caller);
  return saved;
}

/** Pauses a webhook, and keeps its deliveries. One that is disabled is not changed. */
export async function suspendWebhook(tx: Transaction, webhook: Webhook, caller: Administrator): Promise<Webhook> {
  if (webhook.status !== 'active') return webhook;
  const by = caller.personId === undefined ? `with the key ${caller.callerId}` : `by the person ${caller.personId}`;
  const paused = { ...(await takeOver(tx, webhook, caller)), status: 'paused', reason: `Paused ${by}.` } as const;
  await saveWebhook(tx, paused, caller.now);
  await record(tx, 'paused', webhook, caller);
  return paused;
}

/** Makes a webhook active, for which the caller answers, unless it is and somebody does. A disabled one gets the events after the newest one. */
export async function activateWebhook(tx: Transaction, webhook: Webhook, caller: Administrator): Promise<Webhook> {
  const isSame = webhook.status === 'active' && (webhook.createdBy ?? webhook.personId) !== undefined;
  const { reason: _, ...kept } = withoutFailure(isSame ? webhook : await takeOver(tx, webhook, caller));
  const eventId = webhook.status === 'disabled' ? await findLastEventId(tx) : webhook.eventId;
  const resumed = { ...kept, status: 'active', eventId } as const;
  await saveWebhook(tx, resumed, caller.now);
  if (!isSame) await record(tx, 'resumed', webhook, caller);
  return resumed;
}

/**
 * Gives a webhook a new secret, for which the caller answers. The previous one also signs for the grace period; one before that
 * no longer does.
 */
export async function replaceWebhookSecret(
  tx: Transaction,
  webhook: Webhook,
  { secret, graceMs }: Pick<SecretReplacement, 'secret' | 'graceMs'>,
  caller: Administrator,
): Promise<Webhook> {
  const owned = await takeOver(tx, webhook, caller);
  await saveWebhook(tx, owned, caller.now);
  await saveWebhookSecret(tx, caller.now + graceMs, secret, webhook.id);
  await record(tx, 'rotated', webhook, caller);
  return owned;
}

export interface SecretReplacement {
  id: bigint;
  secret: string;
  graceMs: bigint;
  now: bigint;
}

/** The same by the operator, who answers for none. */
export const rotateWebhook: Command<SecretReplacement, void> = {
  name: 'rotateWebhook',
  locksRows: true,
  async run(tx, { id, secret, graceMs, now }) {
    await requireLockedWebhook(tx, id, now);
    await saveWebhookSecret(tx, now + graceMs, secret, id);
    await recordAuditEvent(tx, { type: 'webhook.rotated', at: now, actor: 'system', webhookId: id });
  },
};

/**
 * Queues a test for a webhook, to be sent at once, also if it is paused. There is one at a time: events would wait for many.
 * @throws ServiceError `webhook_disabled`
 */
export async function queueTest(tx: Transaction, webhook: Webhook, now: bigint): Promise<Delivery> {
  requireEnabled(webhook);
  // A person wants to know now: the pause after failures ends.
  await saveWebhookFailing(tx, null, webhook.id);
  const queued = await findDeliveryOf(tx, testEventId, webhook.id);
  return queued ?? (await insertDelivery(tx, webhook.id, testEventId, now));
}

export async function removeWebhook(tx: Transaction, webhook: Webhook, caller: Administrator): Promise<void> {
  await deleteDeliveriesOf(tx, webhook.id);
  await deleteWebhookRow(tx, webhook.id);
  await record(tx, 'deleted', webhook, caller);
}

/** @throws ServiceError `webhook_not_found` */
export async function requireWebhook(db: Queryable, id: bigint, now: bigint): Promise<Webhook> {
  return await found(findWebhook(db, id, now), 'webhook_not_found', () => `There is no webhook with the id ${id}.`);
}

/**
 * A webhook that no other write can change until the end of the transaction. Writes lock a webhook before its deliveries:
 * otherwise two could deadlock. @throws ServiceError `webhook_not_found`
 */
export async function requireLockedWebhook(db: Queryable, id: bigint, now: bigint): Promise<Webhook> {
  await lockWebhook(db, id);
  return await requireWebhook(db, id, now);
}

/** @throws ServiceError `webhook_disabled` */
export function requireEnabled({ id, status }: Webhook): void {
  if (status !== 'disabled') return;
  const message = `The webhook ${id} is disabled and gets no events. Nothing was changed; resume it first.`;
  throw new ServiceError('webhook_disabled', message);
}

/**
 * Creates the deliveries of a webhook for the next events, at most a hundred, and returns the id of the last of these
 * events; `undefined` if the webhook is not active. It advances the checkpoint of the webhook, so that of two concurrent
 * runs one conflicts and is repeated. Events that have expired are skipped.
 */
export const queueDeliveries: Command<{ webhookId: bigint; now: bigint }, bigint | undefined> = {
  name: 'queueDeliveries',
  async run(tx, { webhookId, now }) {
    const webhook = await findWebhook(tx, webhookId, now);
    if (webhook?.status !== 'active') return undefined;
    const events = await findEvents(tx, { after: webhook.eventId, limit: maxQueued });
    const eventId = events.at(-1)?.id;
    if (eventId === undefined) return webhook.eventId;
    const wanted = events.filter(({ type }) => webhook.types?.includes(type) ?? true).map(({ id }) => id);
    await saveWebhookCheckpoint(tx, eventId, webhookId);
    if (wanted.length > 0) await insertDeliveries(tx, webhookId, wanted, now);
    return eventId;
  },
};

/** The webhook as one of the caller, whose right to send it ends with that of the caller. */
async function takeOver(tx: Transaction, webhook: Webhook, caller: Administrator): Promise<Webhook> {
  const { createdBy: _, personId: __, ...others } = webhook;
  return { ...others, ...ownerOf(await lockCaller(tx, caller)) };
}

async function record(
  tx: Transaction,
  change: 'updated' | 'paused' | 'resumed' | 'rotated' | 'deleted',
  { id }: Webhook,
  caller: Administrator,
): Promise<void> {
  await recordAuditEvent(tx, { type: `webhook.${change}`, ...auditStampOf(caller), webhookId: id });
}

/** A person who changes a webhook wants it to be tried again at once. */
function withoutFailure({ failingSince: _, ...webhook }: Webhook): Webhook {
  return webhook;
}
