import type { Category, Pet } from '../pets/model.ts';

/** Every type of event. Published: types may be added, none is ever removed. */
export const eventTypes = [
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'pet.profile_changed',
  'pet.photos_changed',
  'category.created',
  'category.updated',
  'order.placed',
  'order.completed',
  'order.cancelled',
  'webhook.disabled',
  'inquiry.created',
  'inquiry.closed',
  'inquiry.deleted',
] as const;

export type EventType = (typeof eventTypes)[number];

/** A change, as it is recorded in its own transaction. */
export interface NewEvent {
  type: EventType;
  /** Epoch milliseconds. */
  at: bigint;
  /** The animal before the change; missing if there was none. */
  before?: Pet | undefined;
  /** The animal after the change; missing if it was removed. */
  after?: Pet | undefined;
  category?: Category | undefined;
  orderId?: bigint | undefined;
}

/** The end of a webhook, which is no change of the catalogue. */
export interface NewWebhookEvent {
  type: 'webhook.disabled';
  at: bigint;
  webhookId: bigint;
}

/** A change of an inquiry. It names the inquiry and nothing else, because events go to many and are kept. */
export interface NewInquiryEvent {
  type: Extract<EventType, `inquiry.${string}`>;
  at: bigint;
  inquiryId: bigint;
}

/** A change with its sequence number. */
export interface Event {
  id: bigint;
  type: EventType;
  at: bigint;
  petId: bigint | undefined;
  orderId: bigint | undefined;
  /** The animal after the change. */
  pet: Pet | undefined;
  category: Category | undefined;
  webhookId: bigint | undefined;
  inquiryId: bigint | undefined;
}
