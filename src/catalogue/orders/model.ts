import type { Actor } from '../events/model.ts';

/** Status of an order, in the order in which people read them. */
export const orderStatuses = ['placed', 'completed', 'cancelled'] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** The reservation of an animal. A `placed` order is open. */
export interface Order {
  id: bigint;
  petId: bigint;
  status: OrderStatus;
  /** Epoch milliseconds, as all times here. */
  createdAt: bigint;
  updatedAt: bigint;
  /** Missing in orders from before release 1.2.0. */
  placedBy?: Actor;
  endedBy?: Actor;
}

export const orderActors = ['placedBy', 'endedBy'] as const;
