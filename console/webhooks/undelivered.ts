import type { Delivery, Webhook } from '../../client/index.ts';

/** How many events have not arrived at a webhook. */
export interface UndeliveredCounts {
  /** They were sent in vain, and will be sent again. */
  readonly failing: number;
  /** Why the last one of these has failed. */
  readonly failure: string | undefined;
  /** They are still to be sent for the first time. */
  readonly unsent: number;
  /** They were sent in vain too often, and are not sent any more. */
  readonly givenUp: number;
  /** Whether there are more than are counted. */
  readonly isMore: boolean;
}

/** Counts what has not arrived at a webhook, among deliveries to it and to others. */
export function countUndelivered(
  webhookId: bigint,
  deliveries: readonly Delivery[],
  isMore: boolean,
): UndeliveredCounts {
  const own = deliveries.filter((delivery) => delivery.webhookId === webhookId);
  // One that is being sent for the first time counts as an attempt, too.
  const failing = own.filter(({ status, failure }) => status === 'waiting' && failure !== undefined);
  return {
    failing: failing.length,
    failure: failing.at(-1)?.failure,
    unsent: own.filter(({ status, failure }) => status === 'waiting' && failure === undefined).length,
    givenUp: own.filter(({ status }) => status === 'dead').length,
    isMore,
  };
}

/** How a webhook is doing: one that is active is well only if everything arrives. */
export type Health = 'active' | 'failing' | 'incomplete' | 'paused' | 'disabled';

export function healthOf({ status }: Webhook, undelivered: UndeliveredCounts | undefined): Health {
  if (status !== 'active' || undelivered === undefined) return status;
  if (undelivered.failing > 0) return 'failing';
  return undelivered.givenUp > 0 ? 'incomplete' : 'active';
}
