import { useMutation, useQuery } from '@tanstack/react-query';
import { NoAnswerError, type Order, type OrderStatus, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { useIdempotencyKey } from '../lib/mutations.ts';
import type { ListingAddress } from '../listing/use-listing-address.ts';
import { type ListingPage, useListingPage } from '../listing/use-listing-page.ts';
import { useSession } from '../session/session.tsx';

const pageSize = 20;

/** A page of the orders with this status, or of all. */
export function useOrders(status: OrderStatus | undefined, address: ListingAddress): ListingPage<Order> {
  const { client } = useSession();
  const { cursor } = address;
  return useListingPage({
    queryKey: ['orders', 'page', status ?? ''],
    fetchPage: (signal) => client.orders.list({ status, cursor, limit: pageSize, signal }).page(),
    address,
  });
}

/** All orders of an animal, the newest first; nothing for a key that may not read orders. */
export function usePetOrders(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['orders', 'of animal', String(petId)],
    queryFn: async ({ signal }) => (await Array.fromAsync(client.orders.list({ petId, signal }))).reverse(),
    enabled: can('orders:read'),
  });
}

/** Places an order. After no answer it can be sent again and is placed only once. */
export function usePlaceOrder() {
  const { client } = useSession();
  const refresh = useRefresh();
  const idempotencyKey = useIdempotencyKey();
  return useMutation({
    mutationFn: (petId: bigint) => client.orders.place({ petId }, { idempotencyKey: idempotencyKey.current() }),
    onSettled: (_order, error) => {
      if (!(error instanceof NoAnswerError)) idempotencyKey.renew();
      void refresh();
    },
  });
}

/** Whether another order has reserved the animal. */
export function isTaken(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_available';
}
