import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { NewOrder, Order, OrderChanges, OrderReturn } from '../types.gen.ts';

/** Which orders are counted. */
export interface CountOrdersOptions extends CallOptions, OptionalMembers<'listOrdersQuery'> {}

/** Which orders are listed, and how. */
export interface ListOrdersOptions extends CountOrdersOptions, ListOptions {}

/** Orders of animals. */
export interface Orders {
  /**
   * Lists orders by ascending id, or the newest first with `sort: '-id'`. The pages are requested one by one, as they are read.
   * @example for await (const { id, petId } of client.orders.list({ status: 'placed' })) console.log(id, petId);
   */
  list(options?: ListOrdersOptions): PagedList<Order>;
  /**
   * Counts orders.
   * @example const open = await client.orders.count({ status: 'placed' });
   */
  count(options?: CountOrdersOptions): Promise<number>;
  /**
   * Reads one order.
   * @throws PetstoreError `order_not_found`
   * @example const { status } = await client.orders.get(7n);
   */
  get(id: bigint, options?: CallOptions): Promise<Order>;
  /**
   * Places an order: the animal becomes pending. Of many who order it at the same moment one gets it.
   * With `expiresAt` the order ends by itself.
   * @throws PetstoreError `pet_not_found`; `pet_not_available` when it is promised or gone; `order_reference_taken`
   * @example const { id } = await client.orders.place({ petId: 42n, contact: { name: 'Ada', phone: '+1 512 555 0100' } });
   */
  place(newOrder: NewOrder, options?: WriteOptions): Promise<Order>;
  /**
   * Changes the named fields of an order, and gives the order as it is then. Only an open one can have another `expiresAt`.
   * @throws PetstoreError `order_not_found`; `order_reference_taken`; `order_closed` for another expiry of an ended order
   * @example await client.orders.update(7n, { expiresAt: '2026-12-24T18:00:00Z', note: null });
   */
  update(id: bigint, changes: OrderChanges, options?: ChangeOptions): Promise<Order>;
  /**
   * Completes an open order: the animal becomes sold. Gives the order as it is then.
   * @throws PetstoreError `order_not_found`; `order_closed` when it is not open any more
   * @example await client.orders.complete(7n);
   */
  complete(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Order>;
  /**
   * Cancels an open order: the animal becomes available again. Gives the order as it is then.
   * @throws PetstoreError `order_not_found`; `order_closed` when it is not open any more
   * @example await client.orders.cancel(7n);
   */
  cancel(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Order>;
  /**
   * Takes back the completion or cancellation of an order within 15 minutes: the animal becomes pending again, and no adoption
   * is counted. Gives the order as it is then.
   * @throws PetstoreError `order_not_found`; `order_not_reopenable` when it is open, or too late, or the animal has changed since
   * @example await client.orders.reopen(7n);
   */
  reopen(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Order>;
  /**
   * Takes back the animal of a completed order: it becomes available again, and counts as returned. Gives the order as it is then.
   * @throws PetstoreError `order_not_found`; `order_not_returnable` when it is not completed, or the animal has changed since
   * @example await client.orders.return(7n, { reason: 'It did not get along with the cat.' });
   */
  return(id: bigint, orderReturn?: OrderReturn, options?: WriteOptions & ChangeOptions): Promise<Order>;
  /**
   * Erases for whom an order is.
   * @throws PetstoreError `order_not_found`
   * @example await client.orders.eraseContact(7n);
   */
  eraseContact(id: bigint, options?: ChangeOptions): Promise<void>;
}
