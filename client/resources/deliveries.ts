import type { OptionalMembers } from '../transport/operation.ts';
import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { ChangeOptions, WriteOptions } from '../transport/transport.ts';
import type { Delivery } from '../types.gen.ts';

/** Which deliveries are listed, and how. */
export interface ListDeliveriesOptions extends OptionalMembers<'listDeliveriesQuery'>, ListOptions {}

/** Events on their way to webhooks. */
export interface Deliveries {
  /**
   * Lists what has not arrived yet, by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, failure } of client.deliveries.list({ status: 'dead' })) console.log(id, failure);
   */
  list(options?: ListDeliveriesOptions): PagedList<Delivery>;
  /**
   * Lets a delivery be sent at once, or when its webhook is resumed, with all its attempts again if it was dead.
   * @throws PetstoreError `delivery_not_found` when it has arrived, or its webhook is gone; `webhook_disabled`
   * @example await client.deliveries.retry(31n);
   */
  retry(id: bigint, options?: WriteOptions & ChangeOptions): Promise<Delivery>;
}
