import { useState } from 'react';
import type { Order } from '../../client/index.ts';

/** The orders that the user has ended in a list. */
export interface EndedOrders {
  /** The orders of a page, with the ended ones in their positions. */
  among(orders: readonly Order[]): Order[];
  add(order: Order): void;
}

const none: ReadonlyMap<bigint, Order> = new Map();

/**
 * Keeps orders that the user ends in their position until another list is shown. Otherwise the next order would move
 * under the pointer.
 */
export function useEndedOrders(list: string): EndedOrders {
  const [shown, setShown] = useState(list);
  const [ended, setEnded] = useState(none);
  if (shown !== list) {
    setShown(list);
    setEnded(none);
  }
  return {
    among: (page) => withEnded(page, ended),
    add: (order) => setEnded((before) => new Map([...before, [order.id, order]])),
  };
}

/** Sorts orders by id, as lists do. */
export function withEnded(page: readonly Order[], ended: ReadonlyMap<bigint, Order>): Order[] {
  const byId = new Map([...page.map((order) => [order.id, order] as const), ...ended]);
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
