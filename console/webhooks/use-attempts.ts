import { useInfiniteQuery } from '@tanstack/react-query';
import { firstPage } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 20;
/** No event tells of an attempt. */
const refetchMs = 5_000;

/** The requests of the last days to a receiver, the newest first, page by page as far as they were asked for. */
export function useAttempts(webhookId: bigint) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: ['attempts', String(webhookId)],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.attempts(webhookId, { limit: pageSize, cursor: pageParam, signal }).page(),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMs,
  });
}
