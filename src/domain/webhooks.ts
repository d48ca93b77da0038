import type { NewWebhook, Webhook } from '../model/webhooks.ts';
import { deleteDeliveriesOf, insertDeliveries } from '../repositories/deliveries.ts';
import { findEvents, findLastEventId } from '../repositories/events.ts';
import { deleteWebhook, findWebhook, insertWebhook, saveWebhook } from '../repositories/webhooks.ts';
import type { Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import { type Administrator, lockCaller } from './key-administration.ts';

/** Events in one transaction: few enough that other writes do not wait long. */
const maxQueued = 100;

const secretPrefix = 'whsec_';

/** The secret of a webhook (Standard Webhooks) of random bytes. */
export function toSecret(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

/** The bytes of a secret: the key for signatures. */
export function toSigningKey(secret: string): Uint8Array {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}

/** What is wrong with the URL of a webhook, for the client; `undefined` if it is valid. */
export function findUrlFault(url: string, reachesPrivateAddresses: boolean): string | undefined {
  if (!URL.canParse(url)) return 'must be a URL with a valid host';
  const beginnings = reachesPrivateAddresses ? ['https://', 'http://'] : ['https://'];
  if (beginnings.some((beginning) => url.startsWith(beginning))) return undefined;
  return `must begin with ${beginnings.join(' or ')}`;
}

/**
 * Creates a webhook for the events after the newest one.
 * @throws ServiceError `invalid_api_key` when the caller's key was revoked: the webhook would outlive it
 */
export async function createWebhook(
  tx: Transaction,
  caller: Administrator,
  draft: NewWebhook,
  secret: string,
): Promise<Webhook> {
  await lockCaller(tx, caller);
  const eventId = await findLastEventId(tx);
  return await insertWebhook(tx, { ...draft, status: 'active', eventId, createdAt: caller.now }, secret);
}

/** Removes a webhook with its deliveries. */
export async function removeWebhook(tx: Transaction, webhook: Webhook): Promise<void> {
  // Writes lock the webhook before its deliveries: otherwise two could deadlock.
  await saveWebhook(tx, webhook);
  await deleteDeliveriesOf(tx, webhook.id, 'all');
  await deleteWebhook(tx, webhook.id);
}

/**
 * Creates the deliveries of a webhook for the next events, at most a hundred, and returns the id of the last of these
 * events; `undefined` if the webhook is not active. It advances the checkpoint of the webhook, so that of two concurrent
 * runs one conflicts and is repeated. Events that have expired are skipped.
 */
export const queueDeliveries: Command<{ webhookId: bigint; now: bigint }, bigint | undefined> = {
  name: 'queueDeliveries',
  async run(tx, { webhookId, now }) {
    const webhook = await findWebhook(tx, webhookId);
    if (webhook?.status !== 'active') return undefined;
    const events = await findEvents(tx, { after: webhook.eventId, limit: maxQueued });
    const eventId = events.at(-1)?.id;
    if (eventId === undefined) return webhook.eventId;
    const wanted = events.filter(({ type }) => webhook.types?.includes(type) ?? true).map(({ id }) => id);
    await saveWebhook(tx, { ...webhook, eventId });
    if (wanted.length > 0) await insertDeliveries(tx, webhookId, wanted, now);
    return eventId;
  },
};
