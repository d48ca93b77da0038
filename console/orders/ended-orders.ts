import { useState } from 'react';
import type { Order } from '../../client/index.ts';

const none: ReadonlyMap<bigint, Order> = new Map();

/**
 * Keeps orders that the user ends in their position until another list is shown. Otherwise the next order would move
 * under the pointer.
 */
export function useEndedOrders(list: string) {
  const [shown, setShown] = useState(list);
  const [ended, setEnded] = useState(none);
  if (shown !== list) {
    setShown(list);
    setEnded(none);
  }
  return {
    /** The orders of a page, with the ended ones in their positions. */
    among: (page: readonly Order[]) => withEnded(page, ended),
    add: (order: Order) => setEnded((before) => new Map([...before, [order.id, order]])),
  };
}

/** Sorts orders by id, as lists do. */
export function withEnded(page: readonly Order[], ended: ReadonlyMap<bigint, Order>): Order[] {
  const byId = new Map([...page.map((order) => [order.id, order] as const), ...ended]);
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
