import type { EventBody } from '../../support/data/events.ts';
import type { PetBody } from '../../support/http/body.ts';

export interface OrderBody {
  readonly id: number;
  readonly petId: number;
  readonly status: 'placed' | 'completed' | 'cancelled';
  readonly expiresAt?: string;
  readonly expiredAt?: string;
  readonly returnedAt?: string;
}

export interface Counts {
  readonly available: number;
  readonly pending: number;
  readonly sold: number;
}

/** All that a service has stored. */
export interface State {
  readonly pets: readonly PetBody[];
  readonly orders: readonly OrderBody[];
  /** From the first one. */
  readonly events: readonly EventBody[];
  readonly inventory: Counts;
}

export function byId<Item extends { readonly id: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** What became of an order, in one word. */
export function statusOf({ status, expiredAt, returnedAt }: OrderBody): string {
  return returnedAt !== undefined ? 'returned' : expiredAt !== undefined ? 'expired' : status;
}

/** Whether the animal of an order is not for anybody else. */
export function isHeld(order: OrderBody): boolean {
  return ['placed', 'completed'].includes(statusOf(order));
}
