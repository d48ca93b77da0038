import type { Delivery, OrNewer, Webhook, WebhookStatus } from '../../client/index.ts';

export type UndeliveredCounts = Readonly<ReturnType<typeof countUndelivered>>;

/** Counts what has not arrived at a webhook, among deliveries to it and to others. */
export function countUndelivered(webhookId: bigint, deliveries: readonly Delivery[], isMore: boolean) {
  const own = deliveries.filter((delivery) => delivery.webhookId === webhookId);
  // One that is being sent for the first time counts as an attempt, too.
  const failing = own.filter(({ status, failure }) => status === 'waiting' && failure !== undefined);
  return {
    /** They were sent in vain, and will be sent again. */
    failing: failing.length,
    failure: failing.at(-1)?.failure,
    /** They are still to be sent for the first time. */
    unsent: own.filter(({ status, failure }) => status === 'waiting' && failure === undefined).length,
    /** They were sent in vain too often, and are not sent any more. */
    givenUp: own.filter(({ status }) => status === 'dead').length,
    isMore,
  };
}

/** How a webhook is doing: one that is active is well only if everything arrives. */
export type Health = WebhookStatus | 'failing' | 'incomplete';

export function healthOf({ status }: Webhook, undelivered: UndeliveredCounts | undefined): OrNewer<Health> {
  if (status !== 'active' || undelivered === undefined) return status;
  if (undelivered.failing > 0) return 'failing';
  return undelivered.givenUp > 0 ? 'incomplete' : 'active';
}
