import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { firstPage } from '../lib/first-page.ts';
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

/** Reads the webhooks, and what was still to arrive at them, anew. */
export function useReadWebhooksAgain(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const name of ['webhooks', 'deliveries']) void queries.invalidateQueries({ queryKey: [name] });
  };
}
