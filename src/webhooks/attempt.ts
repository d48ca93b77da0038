import { type DeliveryOutcome, type RecordedOutcome, recordDeliveryOutcome } from '../domain/deliveries.ts';
import { describeError, type Log } from '../lib/log.ts';
import type { AddressPolicy } from '../lib/public-addresses.ts';
import type { Event } from '../model/events.ts';
import type { Delivery, Subscription } from '../model/webhooks.ts';
import { Event as EventSchema } from '../operations/schemas/events.ts';
import { serializer } from '../operations/serialize.ts';
import { findEvents } from '../repositories/events.ts';
import type { Store } from '../store/store.ts';
import { type SendResult, send } from './send.ts';
import { signedHeaders } from './signature.ts';

const responseTimeoutMs = 15_000;

export interface AttemptOptions extends AddressPolicy {
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The time-out of a request; 15 seconds if it is missing. */
  timeoutMs?: number;
}

const writeEvent = serializer<Event>(EventSchema);

/**
 * Sends a leased delivery, and records the outcome. Never throws: a delivery whose outcome cannot be recorded, or that the
 * signal aborts, is sent again when its lease expires.
 */
export async function attempt(
  subscription: Subscription,
  leased: Delivery,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<void> {
  const { store, log, clock } = options;
  try {
    const outcome = await sendEvent(subscription, leased, signal, options);
    const recorded = await store.write(recordDeliveryOutcome, { leased, outcome, now: BigInt(clock()) });
    report(log, leased, outcome, recorded);
  } catch (error) {
    if (signal.aborted) return;
    log.error('a delivery could not be recorded', { deliveryId: String(leased.id), cause: describeError(error) });
  }
}

async function sendEvent(
  { url, secret }: Subscription,
  { eventId }: Delivery,
  signal: AbortSignal,
  options: AttemptOptions,
): Promise<DeliveryOutcome> {
  const { store, clock, timeoutMs = responseTimeoutMs } = options;
  const [event] = await findEvents(store.reader, { after: eventId - 1n, limit: 1 });
  if (event?.id !== eventId) return { kind: 'done' };
  const body = writeEvent(event);
  const headers = signedHeaders(secret, `evt_${eventId}`, clock(), body);
  return outcomeOf(await send({ url, headers, body }, { ...options, timeoutMs, signal }));
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
  if (recorded === 'webhook disabled')
    log.warn('disabled a webhook whose receiver responded with 410', { webhookId: String(webhookId) });
  if (recorded !== 'dead' || outcome.kind !== 'failed') return;
  log.warn('gave up a delivery', {
    deliveryId: String(id),
    webhookId: String(webhookId),
    eventId: String(eventId),
    failure: outcome.failure,
  });
}
