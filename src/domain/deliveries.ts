import type { MaybePromise } from '../lib/maybe-promise.ts';
import { ServiceError } from '../model/errors.ts';
import type { Delivery } from '../model/webhooks.ts';
import {
  deleteDeliveriesOf,
  deleteDelivery,
  findDeliveriesDueAfter,
  findDelivery,
  saveDelivery,
} from '../repositories/deliveries.ts';
import { findWebhook, saveWebhook } from '../repositories/webhooks.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';

const second = 1_000n;
const minute = 60n * second;
const hour = 60n * minute;

/** The delays before the next attempt, by the number of failures. After one more failure the delivery is dead. */
const retryDelaysMs = [5n * second, minute, 5n * minute, 30n * minute, 2n * hour, 8n * hour, 24n * hour];

/** The duration of a lease. Longer than any attempt takes. */
const leaseMs = minute;

/** The outcome of an attempt. */
export type DeliveryOutcome =
  /** The receiver accepted the event, or the event has expired. */
  | { kind: 'done' }
  /** The receiver wants no more events (410). */
  | { kind: 'gone' }
  /** `failure` is the reason, in one short line. */
  | { kind: 'failed'; failure: string };

export interface AttemptResult {
  /** The delivery as it was leased. */
  leased: Delivery;
  outcome: DeliveryOutcome;
  /** Epoch milliseconds. */
  now: bigint;
}

/** The result for a delivery. It is `lease lost` when the lease has expired and the delivery has changed since. */
export type RecordedOutcome = 'removed' | 'webhook disabled' | 'waiting' | 'dead' | 'lease lost';

/**
 * Leases a delivery for the node that is about to send it, unless the delivery has changed since that node has read it.
 * A lease expires, so that the deliveries of a node that dies are sent again.
 */
export const leaseDelivery: Command<{ seen: Delivery; now: bigint }, Delivery | undefined> = {
  name: 'leaseDelivery',
  async run(tx, { seen, now }) {
    if (!(await isUnchanged(tx, seen))) return undefined;
    const leased = { ...seen, attempts: seen.attempts + 1, dueAt: now + leaseMs };
    await saveDelivery(tx, leased);
    return leased;
  },
};

/** Records the outcome of an attempt, unless the lease has expired and the delivery has changed since. */
export const recordDeliveryOutcome: Command<AttemptResult, RecordedOutcome> = {
  name: 'recordDeliveryOutcome',
  async run(tx, { leased, outcome, now }) {
    if (!(await isUnchanged(tx, leased))) return 'lease lost';
    if (outcome.kind === 'failed') return await saveFailure(tx, leased, outcome.failure, now);
    const isDisabled = outcome.kind === 'gone' && (await disableWebhook(tx, leased.webhookId));
    await deleteDelivery(tx, leased.id);
    return isDisabled ? 'webhook disabled' : 'removed';
  },
};

/**
 * Makes a delivery due at once. A dead one gets all its attempts again.
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
  // Conflicts with a write that disables the webhook, which deletes all waiting deliveries.
  await saveWebhook(tx, webhook);
  await saveDelivery(tx, retried);
  return retried;
}

/** The deliveries that are due later than any delay allows: a clock that was ahead has postponed them. Up to a hundred. */
export function findPostponed(db: Queryable, now: bigint): MaybePromise<bigint[]> {
  // A lease, because the clocks of nodes may differ a little.
  const latest = [0n, ...retryDelaysMs].map((delay) => now + leaseMs + (delay > leaseMs ? delay : leaseMs));
  return findDeliveriesDueAfter(db, latest);
}

/** Makes deliveries due at once. */
export const hastenDeliveries: Command<{ ids: readonly bigint[]; now: bigint }, void> = {
  name: 'hastenDeliveries',
  async run(tx, { ids, now }) {
    for (const id of ids) {
      const delivery = await findDelivery(tx, id);
      if (delivery?.status === 'waiting') await saveDelivery(tx, { ...delivery, dueAt: now });
    }
  },
};

async function isUnchanged(tx: Transaction, seen: Delivery): Promise<boolean> {
  const found = await findDelivery(tx, seen.id);
  return found?.status === 'waiting' && found.attempts === seen.attempts && found.dueAt === seen.dueAt;
}

async function saveFailure(tx: Transaction, leased: Delivery, failure: string, now: bigint): Promise<RecordedOutcome> {
  const { dueAt: _, ...delivery } = leased;
  const delay = retryDelaysMs[leased.attempts - 1];
  if (delay === undefined) {
    await saveDelivery(tx, { ...delivery, status: 'dead', failure });
    return 'dead';
  }
  await saveDelivery(tx, { ...delivery, dueAt: now + delay, failure });
  return 'waiting';
}

/** Disables a webhook, and deletes its waiting deliveries. Returns whether it was active before. */
async function disableWebhook(tx: Transaction, id: bigint): Promise<boolean> {
  const webhook = await findWebhook(tx, id);
  if (webhook?.status !== 'active') return false;
  await saveWebhook(tx, { ...webhook, status: 'disabled' });
  await deleteDeliveriesOf(tx, id, 'waiting');
  return true;
}
