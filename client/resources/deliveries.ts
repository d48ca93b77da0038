import { isDeliveries, isDelivery, lists } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { type Listing, type ListOptions, listByCursor } from '../transport/paging.ts';
import { type ChangeOptions, Resource, type WriteOptions } from '../transport/transport.ts';

/** An event that has not arrived at a webhook yet. */
export type Delivery = components['schemas']['Delivery'];
/** Whether it is still being sent. One that is `dead` has failed too often. */
export type DeliveryStatus = components['schemas']['DeliveryStatus'];

/** Everything that can become of a delivery that has not arrived. */
export const deliveryStatuses = lists.DeliveryStatus;

/** Which deliveries are listed, and how. */
export interface ListDeliveriesOptions extends ListOptions {
  /**
   * Only deliveries to this webhook.
   * @example { webhookId: 5n }
   */
  webhookId?: bigint | undefined;
  /**
   * Only deliveries of which this has become.
   * @example { status: 'dead' }
   */
  status?: DeliveryStatus | undefined;
}

/** Events on their way to webhooks. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Deliveries extends Resource {
  /**
   * Lists what has not arrived yet, by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, failure } of client.deliveries.list({ status: 'dead' })) console.log(id, failure);
   */
  list({ webhookId, status, ...options }: ListDeliveriesOptions = {}): Listing<Delivery> {
    const filters = { webhookId, status };
    return listByCursor(this.transport, { path: '/webhook-deliveries', filters, accepts: isDeliveries }, options);
  }

  /**
   * Lets a delivery be sent at once, with all its attempts again if it was dead.
   * @throws PetstoreError `delivery_not_found` when it has arrived, or its webhook is gone; `webhook_disabled`
   * @example await client.deliveries.retry(31n);
   */
  async retry(id: bigint, options: WriteOptions & ChangeOptions = {}): Promise<Delivery> {
    return await this.transport.call('POST', pathTo`/webhook-deliveries/${id}/retry`, isDelivery, options);
  }
}
