import { useState } from 'react';
import type { Order } from '../../client/index.ts';

/** The orders that somebody has ended in a list. */
export interface EndedOrders {
  /** The orders of a page, with those that have ended among them where they stood. */
  among(orders: readonly Order[]): Order[];
  add(order: Order): void;
}

const none: ReadonlyMap<bigint, Order> = new Map();

/**
 * Keeps the orders that somebody ends in a list where they are until another list is shown: if they went, the next one
 * would come under the pointer.
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

/** Orders by their ids, which is the order of every list. */
export function withEnded(page: readonly Order[], ended: ReadonlyMap<bigint, Order>): Order[] {
  const byId = new Map([...page.map((order) => [order.id, order] as const), ...ended]);
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}
