import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Page, Webhook } from '../../client/index.ts';
import { firstPage } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 25;
/** A receiver can end its webhook at any time, and no event tells of it. */
const refetchMs = 10_000;
const queryKey = ['webhooks'];

/** The webhooks, page by page, as far as they were asked for. */
export function useWebhooks() {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => client.webhooks.list({ limit: pageSize, cursor: pageParam, signal }).page(),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMs,
  });
}

/** Reads the webhooks and their deliveries again. */
export function useRefreshWebhooks(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const name of ['webhooks', 'deliveries', 'attempts']) void queries.invalidateQueries({ queryKey: [name] });
  };
}

/** Hides a webhook that was removed, and then reads all of them again. */
export function useHideWebhook(): (id: bigint) => void {
  const queries = useQueryClient();
  const refresh = useRefreshWebhooks();
  return (id) => {
    queries.setQueryData<InfiniteData<Page<Webhook>>>(queryKey, (data) => {
      const others = (page: Page<Webhook>) => ({ ...page, items: page.items.filter((webhook) => webhook.id !== id) });
      return data && { ...data, pages: data.pages.map(others) };
    });
    refresh();
  };
}
