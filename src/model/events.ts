import type { Category, Pet } from './pets.ts';

/** Everything that can happen. */
export const eventTypes = [
  'pet.created',
  'pet.updated',
  'pet.deleted',
  'category.created',
  'category.updated',
  'order.placed',
  'order.completed',
  'order.cancelled',
] as const;

export type EventType = (typeof eventTypes)[number];

/** One change, as it is written down in the change's own transaction. */
export interface NewEvent {
  type: EventType;
  /** Epoch milliseconds. */
  at: bigint;
  /** The animal that it is about as it was before; missing if there was none. */
  before?: Pet | undefined;
  /** The animal as it is after the change; missing if it is gone. */
  after?: Pet | undefined;
  /** The category that it is about, if it is not about an animal. */
  category?: Category | undefined;
  orderId?: bigint | undefined;
}

/** One change in its place in the order of all changes. */
export interface Event {
  id: bigint;
  type: EventType;
  at: bigint;
  petId: bigint | undefined;
  orderId: bigint | undefined;
  /** The animal as it is after the change. */
  pet: Pet | undefined;
  category: Category | undefined;
}
