import type { EventType } from '../../record/events/model.ts';

/**
 * Status of a webhook. A `paused` one keeps its events; a `disabled` one gets none any more, because its receiver has
 * responded with 410 or has failed for days.
 */
export const webhookStatuses = ['active', 'paused', 'disabled'] as const;

export type WebhookStatus = (typeof webhookStatuses)[number];

export interface NewWebhook {
  url: string;
  /** The event types to send; missing for all types. */
  types?: EventType[];
  description?: string;
}

/** An address that receives events, without its signing secret. */
export interface Webhook extends NewWebhook {
  id: bigint;
  status: WebhookStatus;
  /** Why it is not active, in one sentence. */
  reason?: string;
  /** The key that answers for the webhook; missing if it is unknown, or if a person answers for it. */
  createdBy?: bigint;
  personId?: bigint;
  /** The last event for which deliveries were queued. */
  eventId: bigint;
  /** Epoch milliseconds. */
  createdAt: bigint;
  /** The first failure since the last success (epoch milliseconds); missing if the last attempt has succeeded. */
  failingSince?: bigint;
}

/** A webhook as the dispatcher needs it, unless it is disabled. One that is paused gets tests only. */
export interface Subscription extends Pick<Webhook, 'id' | 'url' | 'eventId' | 'failingSince' | 'status'> {
  /** The secrets that sign, the newest first. */
  secrets: readonly string[];
}

/** Status of a delivery. A `dead` one has used up its attempts. */
export const deliveryStatuses = ['waiting', 'dead'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event that is to be sent to a webhook. Deleted when the event has arrived. */
export interface Delivery {
  id: bigint;
  webhookId: bigint;
  /** {@link testEventId} for a test. */
  eventId: bigint;
  status: DeliveryStatus;
  /** The number of attempts so far. */
  attempts: number;
  /** The time of the next attempt (epoch milliseconds); missing for a dead delivery. */
  dueAt?: bigint;
  /** Why the last attempt failed. */
  failure?: string;
}

/** Takes the place of the id of an event in the delivery of a test, which is not in the list of events. */
export const testEventId = 0n;
/** The type of a test, which has the form of an event. */
export const testType = 'webhook.test';

/** What a webhook still has to get. */
export interface Backlog {
  waiting: number;
  /** When the first of these events happened (epoch milliseconds). */
  since?: bigint;
  /** Whether there are more than were counted. */
  isMore: boolean;
}

/** A response, as far as it is kept. */
export interface ReceivedResponse {
  headers: { name: string; value: string }[];
  body: string;
  /** Whether headers or body were longer. */
  isCut: boolean;
}

/** What went to a receiver and came back. The body of the request is not stored: it follows from the event. */
export interface Exchange {
  url: string;
  messageId: string;
  response?: ReceivedResponse;
}

/** The outcome of one request to a receiver. */
export interface WebhookAttempt {
  id: bigint;
  webhookId: bigint;
  eventId: bigint;
  /** When the request was made (epoch milliseconds). */
  at: bigint;
  durationMs: bigint;
  /** The status of the response; missing if there was none. */
  status?: number;
  /** Why the attempt failed; missing if it has succeeded. */
  failure?: string;
}
