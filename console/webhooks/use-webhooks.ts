import type { Webhook } from '../../client/index.ts';
import { useChangeEntries, usePages, useReload } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 25;
/** A receiver can end its webhook at any time, and no event tells of it. */
const refetchMs = 10_000;
const queryKey = ['webhooks'];

/** The webhooks, page by page, as far as they were asked for. */
export function useWebhooks() {
  const { client } = useSession();
  return usePages({
    queryKey,
    read: (cursor, signal) => client.webhooks.list({ limit: pageSize, cursor, signal }).page(),
    refetchMs,
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
