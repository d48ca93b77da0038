import type { NewWebhook, Webhook } from '../model/webhooks.ts';
import { deleteDeliveriesOf, insertDeliveries } from '../repositories/deliveries.ts';
import { findEvents, findLastEventId } from '../repositories/events.ts';
import { deleteWebhook, findWebhook, insertWebhook, saveWebhook } from '../repositories/webhooks.ts';
import type { Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import { type Administrator, requireCaller } from './key-administration.ts';

/** Few enough that no write waits long. */
const queuedAtOnce = 100;

const secretPrefix = 'whsec_';

/** Random bytes as the secret of a webhook (Standard Webhooks). */
export function toSecret(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

/** The bytes that a secret is made of: the key of its signatures. */
export function toSigningKey(secret: string): Uint8Array {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}

/** What is wrong with the address of a webhook, in words for the client; `undefined` if nothing is. */
export function findUrlFault(url: string, reachesPrivateAddresses: boolean): string | undefined {
  if (!URL.canParse(url)) return 'must be an address with a well-formed host';
  const beginnings = reachesPrivateAddresses ? ['https://', 'http://'] : ['https://'];
  if (beginnings.some((beginning) => url.startsWith(beginning))) return undefined;
  return `must begin with ${beginnings.join(' or ')}`;
}

/**
 * Makes a webhook, which gets the events behind the newest one that there is now.
 * @throws ServiceError `invalid_api_key` when the key that asks was ended: the webhook would outlive it
 */
export async function createWebhook(
  tx: Transaction,
  caller: Administrator,
  draft: NewWebhook,
  secret: string,
): Promise<Webhook> {
  await requireCaller(tx, caller);
  const eventId = await findLastEventId(tx);
  return await insertWebhook(tx, { ...draft, status: 'active', eventId, createdAt: caller.now }, secret);
}

/** Removes a webhook, and what it was still to get. */
export async function removeWebhook(tx: Transaction, webhook: Webhook): Promise<void> {
  // Whoever changes a webhook and its deliveries takes the webhook first: else two could wait for each other.
  await saveWebhook(tx, webhook);
  await deleteDeliveriesOf(tx, webhook.id, 'all');
  await deleteWebhook(tx, webhook.id);
}

/**
 * Makes the deliveries of the next events of a webhook, at most a hundred events, and gives the last event that was
 * looked at; `undefined` when the webhook gets none any more. It moves the webhook's mark, so that of two who do it at
 * the same moment one begins again. Events that are not kept any more are left out.
 */
export const queueDeliveries: Command<{ webhookId: bigint; now: bigint }, bigint | undefined> = {
  name: 'queueDeliveries',
  async run(tx, { webhookId, now }) {
    const webhook = await findWebhook(tx, webhookId);
    if (webhook?.status !== 'active') return undefined;
    const events = await findEvents(tx, { after: webhook.eventId, limit: queuedAtOnce });
    const eventId = events.at(-1)?.id;
    if (eventId === undefined) return webhook.eventId;
    const wanted = events.filter(({ type }) => webhook.types?.includes(type) ?? true).map(({ id }) => id);
    await saveWebhook(tx, { ...webhook, eventId });
    if (wanted.length > 0) await insertDeliveries(tx, webhookId, wanted, now);
    return eventId;
  },
};
