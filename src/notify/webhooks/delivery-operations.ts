import { change } from '../../access/define-write.ts';
import { list } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { found } from '../../errors/service-error.ts';
import type { Queryable } from '../../store/statement.ts';
import {
  deleteExpiredAttempts,
  hastenDeliveries,
  leaseDelivery,
  recordDeliveryOutcome,
  requeueDelivery,
} from './delivery-rules.ts';
import { Deliveries, Delivery, DeliveryStatus, deliveryId } from './delivery-schemas.ts';
import { countDeliveries, findDeliveries, findDelivery } from './delivery-sql.ts';
import { WebhookId } from './schemas.ts';
import { lockWebhook } from './sql.ts';

const listDeliveries = list({
  id: 'listDeliveries',
  path: path`/webhook-deliveries`,
  summary: 'List deliveries',
  description:
    'Returns the events that have not yet arrived at their webhooks, or have failed for good, by ascending `id`, in ' +
    'pages. Events of a paused webhook are not listed before it is resumed; its backlog counts them. A delivery is deleted when it has arrived, when its webhook is removed, or when its event expires.',
  scope: 'webhooks:read',
  stability: 'experimental',
  filters: {
    webhookId: { schema: WebhookId, description: 'Only deliveries to this webhook.' },
    status: { schema: DeliveryStatus, description: 'Only deliveries with this status.' },
  },
  response: { status: 200, description: 'A page of deliveries.', schema: Deliveries },
  find: findDeliveries,
  count: countDeliveries,
});

export const retryDelivery = change({
  id: 'retryDelivery',
  method: 'POST',
  path: path`/webhook-deliveries/${deliveryId}/retry`,
  summary: 'Retry a delivery',
  description:
    'Sends a delivery as soon as possible. A dead delivery becomes waiting, with all its attempts. One to a paused webhook waits until that is resumed. One that is ' +
    'being sent at this moment may be sent twice.',
  scope: 'webhooks:write',
  additionalScopes: ['webhooks:read', 'events:read'],
  stability: 'experimental',
  response: { status: 200, description: 'The updated delivery.', schema: Delivery },
  errors: ['webhook_disabled'],
  locksRows: true,
  target: { schema: Delivery, find: requireLockedDelivery },
  run: (tx, delivery, { now }) => requeueDelivery(tx, delivery, now),
});

export const deliveries: Resource = {
  tag: 'webhooks',
  operations: [listDeliveries, retryDelivery],
  commands: [deleteExpiredAttempts, hastenDeliveries, leaseDelivery, recordDeliveryOutcome],
};

/** A delivery of a webhook that no other write can change. @throws ServiceError `delivery_not_found` */
async function requireLockedDelivery(db: Queryable, path: { deliveryId: bigint }) {
  const { webhookId } = await requireDelivery(db, path);
  await lockWebhook(db, webhookId);
  return await requireDelivery(db, path);
}

/** @throws ServiceError `delivery_not_found` */
function requireDelivery(db: Queryable, { deliveryId: id }: { deliveryId: bigint }) {
  return found(
    findDelivery(db, id),
    'delivery_not_found',
    () => `There is no delivery with the id ${id}. It may have arrived, or its webhook may have been removed.`,
  );
}
