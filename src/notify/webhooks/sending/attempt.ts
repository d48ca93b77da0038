import type { AddressPolicy } from '../../../lib/addresses/public-addresses.ts';
import { describeError } from '../../../lib/errors.ts';
import type { Log } from '../../../lib/log.ts';
import type { JobContext } from '../../../store/jobs.ts';
import { findMessage } from '../attempt-operations.ts';
import {
  type AttemptResult,
  type DeliveryOutcome,
  type RecordedOutcome,
  recordDeliveryOutcome,
} from '../delivery-rules.ts';
import type { Delivery, Subscription } from '../model.ts';
import { messageIdOf } from '../rules.ts';
import { responseTimeoutMs, type SendResult, send } from './send.ts';
import { signedHeaders } from './signature.ts';

export interface AttemptOptions extends AddressPolicy, JobContext {
  /** The time-out of a request, if not the usual one. */
  timeoutMs?: number;
}

/**
 * Sends a leased delivery, records the outcome, and returns it; `undefined` if it is unknown. Never throws: a delivery whose
 * outcome cannot be recorded, or that the signal aborts, is sent again when its lease expires.
 */
export async function attempt(
  subscription: Subscription,
  leased: Delivery,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<DeliveryOutcome | undefined> {
  const { store, log, clock } = options;
  try {
    const sent = await sendEvent(subscription, leased, signal, options);
    const recorded = await store.write(recordDeliveryOutcome, { leased, ...sent, now: BigInt(clock()) });
    report(log, leased, sent.outcome, recorded);
    return sent.outcome;
  } catch (error) {
    if (!signal.aborted) {
      log.error('a delivery could not be recorded', { deliveryId: String(leased.id), cause: describeError(error) });
    }
    return undefined;
  }
}

async function sendEvent(
  { url, secrets }: Subscription,
  { id, eventId }: Delivery,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<Pick<AttemptResult, 'outcome' | 'request'>> {
  const { store, clock, timeoutMs = responseTimeoutMs } = options;
  const at = clock();
  const body = await findMessage(store.reader, eventId, at);
  if (body === undefined) return { outcome: { kind: 'done' } };
  const messageId = messageIdOf(eventId, id);
  const headers = signedHeaders(secrets, messageId, at, body);
  const hidden = [...secrets, ...(headers['webhook-signature'] ?? '').split(' ')];
  const result = await send({ url, headers, body, secrets: hidden }, { ...options, timeoutMs, signal });
  const { status, response } = 'status' in result ? result : {};
  const exchange = { url, messageId, ...(response && { response }) };
  const durationMs = BigInt(Math.round(result.durationMs));
  const request = { at: BigInt(at), durationMs, ...(status !== undefined && { status }), exchange };
  return { outcome: outcomeOf(result), request };
}

function outcomeOf(result: SendResult): DeliveryOutcome {
  if ('failure' in result) return { kind: 'failed', failure: result.failure };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: 'done' };
  if (status === 410) return { kind: 'gone' };
  const hint = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return { kind: 'failed', failure: `the receiver responded with ${status}${hint}` };
}

function report(
  log: Log,
  { id, webhookId, eventId }: Delivery,
  outcome: DeliveryOutcome,
  recorded: RecordedOutcome,
): void {
  if (typeof recorded === 'object') {
    log.warn('disabled a webhook', { webhookId: String(webhookId), cause: recorded.disabledBecause });
  }
  if (recorded !== 'dead' || outcome.kind !== 'failed') return;
  log.warn('gave up a delivery', {
    deliveryId: String(id),
    webhookId: String(webhookId),
    eventId: String(eventId),
    failure: outcome.failure,
  });
}
