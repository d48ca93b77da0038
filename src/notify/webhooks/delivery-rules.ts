import { attemptsDays } from '../../../contract/limits.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { dayMs, minuteMs } from '../../lib/timestamp.ts';
import { findEventTimes, insertWebhookEvent } from '../../record/events/sql.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { deleteWebhookAttempts, insertWebhookAttempt } from './attempt-sql.ts';
import {
  deleteDelivery,
  deleteWaitingDeliveriesOf,
  findDeliveriesDueAfter,
  findDelivery,
  findDeliveryOf,
  insertDelivery,
  saveDelivery,
} from './delivery-sql.ts';
import { type Delivery, type Exchange, testEventId, type Webhook, type WebhookAttempt } from './model.ts';
import { retryDelaysMs } from './retry-rules.ts';
import { requireEnabled, requireLockedWebhook } from './rules.ts';
import { findWebhook, saveWebhook, saveWebhookFailing } from './sql.ts';

/** The duration of a lease. Longer than any attempt takes. */
const leaseMs = BigInt(minuteMs);

export type DeliveryOutcome =
  /** The receiver accepted the event, or the event has expired. */
  | { kind: 'done' }
  /** The receiver wants no more events (410). */
  | { kind: 'gone' }
  /** `failure` is the reason, in one short line. */
  | { kind: 'failed'; failure: string };

export interface AttemptResult {
  leased: Delivery;
  outcome: DeliveryOutcome;
  /** The request; missing if there was nothing to send. */
  request?: Pick<WebhookAttempt, 'at' | 'durationMs' | 'status'> & { exchange: Exchange };
  /** Epoch milliseconds. */
  now: bigint;
}

/** A webhook is disabled when nothing but failures has come from its receiver for this long. */
const maxFailingMs = BigInt(3 * dayMs);

/** The result for a delivery. It is `lease lost` when the lease has expired and the delivery has changed since. */
export type RecordedOutcome = 'removed' | { disabledBecause: string } | 'waiting' | 'dead' | 'lease lost';

/**
 * Leases a delivery for the node that is about to send it, unless the delivery has changed since that node has read it, or
 * its webhook is paused, which gets tests only. A lease expires, so that the deliveries of a node that dies are sent again.
 */
export const leaseDelivery: Command<{ seen: Delivery; now: bigint }, Delivery | undefined> = {
  name: 'leaseDelivery',
  async run(tx, { seen, now }) {
    const webhook = await findWebhook(tx, seen.webhookId, now);
    const isOpen = webhook?.status === 'active' || (webhook?.status === 'paused' && seen.eventId === testEventId);
    if (!isOpen || !(await isUnchanged(tx, seen))) return undefined;
    const leased = { ...seen, attempts: seen.attempts + 1, dueAt: now + leaseMs };
    await saveDelivery(tx, leased);
    return leased;
  },
};

/** Records an attempt, and its outcome unless the lease has expired and the delivery has changed since. */
export const recordDeliveryOutcome: Command<AttemptResult, RecordedOutcome> = {
  name: 'recordDeliveryOutcome',
  async run(tx, { leased, outcome, request, now }) {
    const { webhookId, eventId } = leased;
    const webhook = await findWebhook(tx, webhookId, now);
    if (webhook === undefined) return 'lease lost';
    const failure = outcome.kind === 'failed' ? { failure: outcome.failure } : {};
    if (request !== undefined) {
      const { exchange, ...timing } = request;
      await insertWebhookAttempt(tx, { webhookId, eventId, ...timing, ...failure }, exchange);
    }
    if (!(await isUnchanged(tx, leased))) return 'lease lost';
    if (outcome.kind === 'gone') return await disable(tx, webhook, leased, 'Its receiver responded with 410.', now);
    if (outcome.kind === 'failed') return await saveFailure(tx, webhook, leased, outcome.failure, now);
    if (request !== undefined && webhook.failingSince !== undefined) await saveWebhookFailing(tx, null, webhookId);
    await deleteDelivery(tx, leased.id);
    return 'removed';
  },
};

/**
 * Makes a delivery due at once; one to a paused webhook waits. A dead one gets all its attempts again.
 * @throws ServiceError `webhook_disabled`
 */
export async function requeueDelivery(tx: Transaction, delivery: Delivery, now: bigint): Promise<Delivery> {
  requireEnabled(await requireLockedWebhook(tx, delivery.webhookId, now));
  const attempts = delivery.status === 'dead' ? 0 : delivery.attempts;
  const retried: Delivery = { ...delivery, status: 'waiting', attempts, dueAt: now };
  // A person wants to know now: the pause after failures ends.
  await saveWebhookFailing(tx, null, delivery.webhookId);
  await saveDelivery(tx, retried);
  return retried;
}

/** For so long an event can be sent again. */
export const redeliveryDays = 30;

/**
 * Sends an event to a webhook again, or for the first time if it was not for it. One that has not arrived becomes due.
 * @throws ServiceError `webhook_disabled`, `event_not_found`
 */
export async function redeliver(tx: Transaction, webhook: Webhook, eventId: bigint, now: bigint): Promise<Delivery> {
  const [event] = await findEventTimes(tx, { after: eventId - 1n, limit: 1 });
  if (event?.id !== eventId || event.at <= now - BigInt(redeliveryDays * dayMs)) {
    const message = `There is no event with the id ${eventId} of the last ${redeliveryDays} days. Nothing was sent.`;
    throw new ServiceError('event_not_found', message);
  }
  const known = await findDeliveryOf(tx, eventId, webhook.id);
  if (known !== undefined) return await requeueDelivery(tx, known, now);
  requireEnabled(webhook);
  await saveWebhookFailing(tx, null, webhook.id);
  return await insertDelivery(tx, webhook.id, eventId, now);
}

export const attemptsPeriodMs = BigInt(attemptsDays * dayMs);

/** Deletes up to `limit` of the attempts that are no longer kept, the oldest first, and returns where to continue. */
export const deleteExpiredAttempts: Command<{ now: bigint; limit: number; from: bigint }, bigint | undefined> = {
  name: 'deleteExpiredAttempts',
  run: (tx, { now, limit, from }) => deleteWebhookAttempts(tx, { from, to: now - attemptsPeriodMs, limit }),
};

/** The deliveries that are due later than any delay allows: a clock that was ahead has postponed them. Up to a hundred. */
export function findPostponed(db: Queryable, now: bigint): Promise<bigint[]> {
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

async function saveFailure(
  tx: Transaction,
  webhook: Webhook,
  leased: Delivery,
  failure: string,
  now: bigint,
): Promise<RecordedOutcome> {
  if (leased.eventId === testEventId) {
    await deleteDelivery(tx, leased.id);
    return 'removed';
  }
  const { failingSince } = webhook;
  if (failingSince !== undefined && now - failingSince >= maxFailingMs) {
    return await disable(tx, webhook, leased, `Every attempt of three days has failed. The last one: ${failure}.`, now);
  }
  if (failingSince === undefined) await saveWebhookFailing(tx, now, webhook.id);
  const { dueAt: _, ...delivery } = leased;
  const delay = retryDelaysMs[leased.attempts - 1];
  if (delay === undefined) {
    await saveDelivery(tx, { ...delivery, status: 'dead', failure });
    return 'dead';
  }
  await saveDelivery(tx, { ...delivery, dueAt: now + delay, failure });
  return 'waiting';
}

/** Disables a webhook, and deletes its waiting deliveries, unless it is disabled already. */
async function disable(
  tx: Transaction,
  webhook: Webhook,
  leased: Delivery,
  reason: string,
  now: bigint,
): Promise<RecordedOutcome> {
  const isFirst = webhook.status !== 'disabled';
  if (isFirst) {
    await saveWebhook(tx, { ...webhook, status: 'disabled', reason }, now);
    await insertWebhookEvent(tx, { type: 'webhook.disabled', at: now, actor: 'system', webhookId: webhook.id });
    await deleteWaitingDeliveriesOf(tx, webhook.id);
  }
  await deleteDelivery(tx, leased.id);
  return isFirst ? { disabledBecause: reason } : 'removed';
}
