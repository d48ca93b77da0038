import { useQuery } from '@tanstack/react-query';
import { type Delivery, type DeliveryStatus, deliveryStatuses, type Webhook } from '../../client/index.ts';
import { useChangeEntries, usePages, useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { useAction } from '../ui/notify.tsx';
import { countUndelivered, type UndeliveredCounts } from './undelivered.ts';

const pageSize = 20;
/** No event tells that something has arrived. */
export const refetchMs = 5_000;
/** Most receivers have answered by then. */
export const arrivalMs = 1_000;
const mostCounted = 100;

/** What has not arrived at a webhook, page by page, as far as it was asked for. */
export function useDeliveries(webhookId: bigint, status: DeliveryStatus | undefined) {
  const { client } = useSession();
  return usePages({
    queryKey: ['deliveries', String(webhookId), status ?? 'all'],
    read: (cursor, signal) => client.deliveries.list({ webhookId, status, limit: pageSize, cursor, signal }).page(),
    refetchMs,
  });
}

/**
 * How many events have not arrived at a webhook. One request asks for all webhooks; only where there are too many is each
 * asked for by itself.
 */
export function useUndeliveredCounts(webhookId: bigint): UndeliveredCounts | undefined {
  const all = useUndelivered(undefined, true);
  const own = useUndelivered(webhookId, all?.isMore === true);
  const known = all?.isMore === true ? own : all;
  return known && countUndelivered(webhookId, known.deliveries, known.isMore);
}

/** What has not arrived at a webhook, or at any, as far as the first of each kind tell. */
function useUndelivered(webhookId: bigint | undefined, isAsked: boolean) {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['deliveries', 'undelivered', webhookId === undefined ? 'all' : String(webhookId)],
    queryFn: async ({ signal }) => {
      const read = (status: DeliveryStatus) =>
        client.deliveries.list({ webhookId, status, limit: mostCounted, signal }).page();
      const pages = await Promise.all(deliveryStatuses.map(read));
      return { deliveries: pages.flatMap(({ items }) => items), isMore: pages.some(({ next }) => next !== undefined) };
    },
    refetchInterval: refetchMs,
    enabled: isAsked,
  });
  return data;
}

/** A delivery, or what an attempt has sent. */
export type SentEvent = Pick<Delivery, 'webhookId' | 'eventId'> & { readonly id?: bigint };

export function useSendAgain() {
  const { client } = useSession();
  const refresh = useReload('deliveries', 'attempts');
  const send = async ({ id, webhookId, eventId }: SentEvent) => {
    const sending = id === undefined ? client.webhooks.redeliver(webhookId, eventId) : client.deliveries.retry(id);
    await sending.finally(() => void refresh());
    setTimeout(refresh, arrivalMs);
    return texts.webhooks.isSentAgain(eventId);
  };
  return useAction(send, { failed: ({ eventId }) => texts.webhooks.notSentAgain(eventId) });
}

const queryKey = ['webhooks'];

export function useWebhooks() {
  const { client } = useSession();
  return usePages({
    queryKey,
    read: (cursor, signal) => client.webhooks.list({ limit: pageSize, cursor, signal }).page(),
    // A receiver can end its webhook at any time, and no event tells of it.
    refetchMs: 2 * refetchMs,
  });
}

export function useRefreshWebhooks(): () => Promise<unknown> {
  return useReload('webhooks', 'deliveries', 'attempts');
}

/** Hides a webhook that was removed, and then reads all of them again. */
export function useHideWebhook() {
  const changeEntries = useChangeEntries<Webhook>(queryKey);
  const refresh = useRefreshWebhooks();
  return (id: bigint) => {
    changeEntries((webhook) => (webhook.id === id ? [] : [webhook]));
    void refresh();
  };
}
