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

const answerTimeoutMs = 15_000;

export interface AttemptOptions extends AddressPolicy {
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  /** For how long an answer is waited for; missing for 15 seconds. */
  timeoutMs?: number;
}

const writeEvent = serializer<Event>(EventSchema);

/**
 * Sends a delivery that was leased, and writes down what that has come to. It never throws: what cannot be written
 * down is sent again when its claim ends, as is what the signal has broken off.
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
  const { store, clock, timeoutMs = answerTimeoutMs } = options;
  const [event] = await findEvents(store.reader, { after: eventId - 1n, limit: 1 });
  if (event?.id !== eventId) return { kind: 'done' };
  const body = writeEvent(event);
  const headers = signedHeaders(secret, `evt_${eventId}`, clock(), body);
  return judge(await send({ url, headers, body }, { ...options, timeoutMs, signal }));
}

function judge(answer: SendResult): DeliveryOutcome {
  if ('failure' in answer) return { kind: 'failed', failure: answer.failure };
  const { status } = answer;
  if (status >= 200 && status < 300) return { kind: 'done' };
  if (status === 410) return { kind: 'refused for ever' };
  const advice = status >= 300 && status < 400 ? ', and redirects are not followed' : '';
  return { kind: 'failed', failure: `it was answered ${status}${advice}` };
}

function report(
  log: Log,
  { id, webhookId, eventId }: Delivery,
  outcome: DeliveryOutcome,
  recorded: RecordedOutcome,
): void {
  if (recorded === 'webhook disabled')
    log.warn('a receiver answered 410: its webhook is disabled', { webhookId: String(webhookId) });
  if (recorded !== 'dead' || outcome.kind !== 'failed') return;
  log.warn('an event did not arrive and is not sent any more', {
    deliveryId: String(id),
    webhookId: String(webhookId),
    eventId: String(eventId),
    failure: outcome.failure,
  });
}
