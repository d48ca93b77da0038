import { serializer } from '../../../api/serialize.ts';
import { describeError, type Log } from '../../../lib/log.ts';
import type { AddressPolicy } from '../../../lib/public-addresses.ts';
import type { Store } from '../../../store/store.ts';
import { nameActors } from '../../events/actor-sql.ts';
import type { Event } from '../../events/model.ts';
import { Event as EventSchema } from '../../events/schemas.ts';
import { findEvents } from '../../events/sql.ts';
import {
  type AttemptResult,
  type DeliveryOutcome,
  type RecordedOutcome,
  recordDeliveryOutcome,
} from '../delivery-rules.ts';
import { type Delivery, type Subscription, testEventId, testType } from '../model.ts';
import { responseTimeoutMs, type SendResult, send } from './send.ts';
import { signedHeaders } from './signature.ts';

export interface AttemptOptions extends AddressPolicy {
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The time-out of a request, if not the usual one. */
  timeoutMs?: number;
}

const writeEvent = serializer<Event>(EventSchema);

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
  const message = eventId === testEventId ? makeTest(id, at) : await findMessage(store, eventId);
  if (message === undefined) return { outcome: { kind: 'done' } };
  const headers = signedHeaders(secrets, message.id, at, message.body);
  const startedAt = performance.now();
  const result = await send({ url, headers, body: message.body }, { ...options, timeoutMs, signal });
  const durationMs = BigInt(Math.round(performance.now() - startedAt));
  const status = 'status' in result ? { status: result.status } : {};
  return { outcome: outcomeOf(result), request: { at: BigInt(at), durationMs, ...status } };
}

interface SignedMessage {
  /** The same for each attempt, so that the receiver recognizes a repetition. */
  id: string;
  body: string;
}

async function findMessage(store: Store, eventId: bigint): Promise<SignedMessage | undefined> {
  const found = await findEvents(store.reader, { after: eventId - 1n, limit: 1 });
  const [event] = await nameActors(store.reader, found, ['actor']);
  return event?.id === eventId ? { id: `evt_${eventId}`, body: writeEvent(event) } : undefined;
}

/** A test has the form of an event. It is not in the list of events. */
function makeTest(deliveryId: bigint, at: number): SignedMessage {
  const body = JSON.stringify({ id: 0, type: testType, at: new Date(at).toISOString() });
  return { id: `test_${deliveryId}`, body };
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
  if (recorded === 'webhook disabled') {
    const cause =
      outcome.kind === 'failed' ? `three days of failures, the last one: ${outcome.failure}` : 'a response with 410';
    log.warn('disabled a webhook', { webhookId: String(webhookId), cause });
  }
  if (recorded !== 'dead' || outcome.kind !== 'failed') return;
  log.warn('gave up a delivery', {
    deliveryId: String(id),
    webhookId: String(webhookId),
    eventId: String(eventId),
    failure: outcome.failure,
  });
}
