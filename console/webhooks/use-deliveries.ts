import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryStatus } from '../../client/index.ts';
import { firstPage } from '../keys/first-page.ts';
import { useSession } from '../session/session.tsx';
import { notifyDone, notifyFailed } from '../shared/notify.tsx';

const pageSize = 20;
/** No event tells that something has arrived. */
const refetchMs = 5_000;
const mostCounted = 100;

/** What has not arrived at a webhook, page by page, as far as it was asked for. */
export function useDeliveries(webhookId: bigint, status: DeliveryStatus | undefined) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: ['deliveries', String(webhookId), status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.deliveries.list({ webhookId, status, limit: pageSize, cursor: pageParam, signal }).page(),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMs,
  });
}

/** How many deliveries were given up, by webhook, as far as the first hundred of all tell. */
export function useGivenUp(): ReadonlyMap<bigint, number> {
  const { client } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['deliveries', 'given up'],
    queryFn: async ({ signal }) =>
      (await client.deliveries.list({ status: 'dead', limit: mostCounted, signal }).page()).items,
    refetchInterval: refetchMs,
  });
  const counts = new Map<bigint, number>();
  for (const { webhookId } of data) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}

/** Sends what has not arrived once more. */
export function useSendAgain() {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Delivery) => client.deliveries.retry(id),
    onSuccess: (_, { eventId }) => notifyDone(`Event ${eventId} is being sent again.`),
    onError: (error, { eventId }) => notifyFailed(`Event ${eventId} was not sent again`, error),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
}
