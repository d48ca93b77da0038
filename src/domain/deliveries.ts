import { ServiceError } from '../model/errors.ts';
import type { Delivery } from '../model/webhooks.ts';
import { deleteDeliveriesOf, deleteDelivery, findDelivery, saveDelivery } from '../repositories/deliveries.ts';
import { findWebhook, saveWebhook } from '../repositories/webhooks.ts';
import type { Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';

const second = 1_000n;
const minute = 60n * second;
const hour = 60n * minute;

/** How long it rests after each failure before it is sent again; after one more it is dead. */
const pausesMs = [5n * second, minute, 5n * minute, 30n * minute, 2n * hour, 8n * hour, 24n * hour];

/** For how long a delivery is the business of the node that has claimed it. Longer than any attempt takes. */
const claimMs = minute;

/** What an attempt has come to. */
export type DeliveryOutcome =
  /** The receiver has taken the event, or the event is not kept any more. */
  | { kind: 'done' }
  /** The receiver wants no more events. */
  | { kind: 'refused for ever' }
  /** `failure` tells why, in one short line. */
  | { kind: 'failed'; failure: string };

export interface AttemptResult {
  /** As it was when it was claimed. */
  leased: Delivery;
  outcome: DeliveryOutcome;
  /** Epoch milliseconds. */
  now: bigint;
}

/** What has become of a delivery. One that is `taken over` is the business of somebody else by now. */
export type RecordedOutcome = 'removed' | 'webhook disabled' | 'waiting' | 'dead' | 'taken over';

/**
 * Claims a delivery for the node that is about to send it, if it is still as that node has read it; gives it as it is
 * then. A claim ends by itself, so that what a node does not bring to an end is sent again.
 */
export const leaseDelivery: Command<{ seen: Delivery; now: bigint }, Delivery | undefined> = {
  name: 'leaseDelivery',
  async run(tx, { seen, now }) {
    if (!(await isUnchanged(tx, seen))) return undefined;
    const claimed = { ...seen, attempts: seen.attempts + 1, dueAt: now + claimMs };
    await saveDelivery(tx, claimed);
    return claimed;
  },
};

/** Writes down what an attempt has come to. It changes nothing when the claim has ended and another one was made. */
export const recordDeliveryOutcome: Command<AttemptResult, RecordedOutcome> = {
  name: 'recordDeliveryOutcome',
  async run(tx, { leased: claimed, outcome, now }) {
    if (!(await isUnchanged(tx, claimed))) return 'taken over';
    if (outcome.kind === 'failed') return await saveFailure(tx, claimed, outcome.failure, now);
    const isEnd = outcome.kind === 'refused for ever' && (await disableWebhook(tx, claimed.webhookId));
    await deleteDelivery(tx, claimed.id);
    return isEnd ? 'webhook disabled' : 'removed';
  },
};

/**
 * Lets a delivery be sent at once; a dead one gets all its attempts again.
 * @throws ServiceError `webhook_disabled`
 */
export async function retryDelivery(tx: Transaction, delivery: Delivery, now: bigint): Promise<Delivery> {
  const webhook = await findWebhook(tx, delivery.webhookId);
  if (webhook?.status !== 'active') {
    const message = `The webhook ${delivery.webhookId} is disabled and gets no events. Nothing was changed.`;
    throw new ServiceError('webhook_disabled', message);
  }
  const attempts = delivery.status === 'dead' ? 0 : delivery.attempts;
  const retried: Delivery = { ...delivery, status: 'waiting', attempts, dueAt: now };
  // Saved as it is, so that nobody disables it at the same moment without seeing what waits.
  await saveWebhook(tx, webhook);
  await saveDelivery(tx, retried);
  return retried;
}

async function isUnchanged(tx: Transaction, seen: Delivery): Promise<boolean> {
  const found = await findDelivery(tx, seen.id);
  return found?.status === 'waiting' && found.attempts === seen.attempts && found.dueAt === seen.dueAt;
}

async function saveFailure(tx: Transaction, claimed: Delivery, failure: string, now: bigint): Promise<RecordedOutcome> {
  const { dueAt: _, ...delivery } = claimed;
  const pause = pausesMs[claimed.attempts - 1];
  if (pause === undefined) {
    await saveDelivery(tx, { ...delivery, status: 'dead', failure });
    return 'dead';
  }
  await saveDelivery(tx, { ...delivery, dueAt: now + pause, failure });
  return 'waiting';
}

/** Ends a webhook, and drops what waits for it. Tells whether it was active until now. */
async function disableWebhook(tx: Transaction, id: bigint): Promise<boolean> {
  const webhook = await findWebhook(tx, id);
  if (webhook?.status !== 'active') return false;
  await saveWebhook(tx, { ...webhook, status: 'disabled' });
  await deleteDeliveriesOf(tx, id, 'waiting');
  return true;
}
