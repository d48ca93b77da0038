import type { EventType } from './events.ts';

/** Status of a webhook: `disabled` after its receiver has responded with 410. */
export const webhookStatuses = ['active', 'disabled'] as const;

export type WebhookStatus = (typeof webhookStatuses)[number];

export interface NewWebhook {
  url: string;
  /** The event types to send; missing for all types. */
  types?: EventType[];
}

/** An address that receives events, without its signing secret. */
export interface Webhook extends NewWebhook {
  id: bigint;
  status: WebhookStatus;
  /** The last event for which deliveries were queued. */
  eventId: bigint;
  /** Epoch milliseconds. */
  createdAt: bigint;
}

/** An active webhook, as the dispatcher needs it. */
export interface Subscription extends Pick<Webhook, 'id' | 'url' | 'eventId'> {
  secret: string;
}

/** Status of a delivery. A `dead` one has used up its attempts. */
export const deliveryStatuses = ['waiting', 'dead'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event that is to be sent to a webhook. Deleted when the event has arrived. */
export interface Delivery {
  id: bigint;
  webhookId: bigint;
  eventId: bigint;
  status: DeliveryStatus;
  /** The number of attempts so far. */
  attempts: number;
  /** The time of the next attempt (epoch milliseconds); missing for a dead delivery. */
  dueAt?: bigint;
  /** Why the last attempt failed. */
  failure?: string;
}
