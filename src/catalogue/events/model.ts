import type { Category, Pet } from '../pets/model.ts';

/** Every type of event, with its meaning. Published: types may be added, none is ever removed. */
export const eventMeanings = {
  'pet.created': 'An animal was added.',
  'pet.updated': 'An animal was changed.',
  'pet.deleted': 'An animal was removed.',
  'pet.profile_changed': 'The profile of an animal was changed.',
  'pet.photos_changed': 'A photo of an animal was added, changed or removed.',
  'category.created': 'A category number got a name.',
  'category.updated': 'The name of a category was changed.',
  'order.placed': 'An animal was ordered, and is pending now.',
  'order.completed': 'An order was completed: its animal is sold now.',
  'order.cancelled': 'An order was cancelled: its animal is available again.',
  'webhook.disabled': 'A webhook was disabled.',
  'inquiry.created': 'Somebody asks about an animal.',
  'inquiry.closed': 'An inquiry was closed.',
  'inquiry.deleted': 'An inquiry was erased. Erase what you have copied of it.',
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as EventType[];

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
