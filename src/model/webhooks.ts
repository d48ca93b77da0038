import type { EventType } from './events.ts';

/** Whether events are sent to a webhook. One that is `disabled` was ended by its receiver. */
export const webhookStatuses = ['active', 'disabled'] as const;

export type WebhookStatus = (typeof webhookStatuses)[number];

export interface NewWebhook {
  url: string;
  /** The events that it wants; missing if it wants all. */
  types?: EventType[];
}

/** An address that events are sent to, without the secret that they are signed with. */
export interface Webhook extends NewWebhook {
  id: bigint;
  status: WebhookStatus;
  /** The event up to which its deliveries were made. */
  eventId: bigint;
  /** Epoch milliseconds. */
  createdAt: bigint;
}

/** An active webhook, as the dispatcher needs it. */
export interface Subscription extends Pick<Webhook, 'id' | 'url' | 'eventId'> {
  secret: string;
}

/** What can be said of an event that has not arrived. One that is `dead` is not sent any more. */
export const deliveryStatuses = ['waiting', 'dead'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event that a webhook is to get. When it has arrived there is no delivery any more. */
export interface Delivery {
  id: bigint;
  webhookId: bigint;
  eventId: bigint;
  status: DeliveryStatus;
  /** How often it was sent. */
  attempts: number;
  /** When it is sent next (epoch milliseconds); missing if it is dead. */
  dueAt?: bigint;
  /** Why it did not arrive the last time. */
  failure?: string;
}
