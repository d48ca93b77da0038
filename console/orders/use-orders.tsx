import { useQuery } from '@tanstack/react-query';
import { NoAnswerError, type Order, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { useIdempotencyKey } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { Name } from '../ui/name.tsx';
import { useAction } from '../ui/use-action.ts';

/** All orders of an animal, the newest first; nothing for a key that may not read orders. */
export function usePetOrders(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['orders', 'of animal', String(petId)],
    queryFn: async ({ signal }) => (await Array.fromAsync(client.orders.list({ petId, signal }))).reverse(),
    enabled: can('orders:read'),
  });
}

/** Places an order. After no answer it can be called again and places it only once. */
export function usePlaceOrder(): (petId: bigint) => Promise<Order> {
  const { client } = useSession();
  const refresh = useRefresh();
  const idempotencyKey = useIdempotencyKey();
  return async (petId) => {
    let isAnswered = true;
    try {
      return await client.orders.place({ petId }, { idempotencyKey: idempotencyKey.current() });
    } catch (error) {
      isAnswered = !(error instanceof NoAnswerError);
      throw error;
    } finally {
      if (isAnswered) idempotencyKey.renew();
      void refresh();
    }
  };
}

/** Reserves an animal, and says so. */
export function useReserve(petId: bigint, name: string) {
  const place = usePlaceOrder();
  const tell = (how: string) => (
    <>
      <Name>{name}</Name> {how}
    </>
  );
  return useAction(() => place(petId).then(() => tell('is reserved.')), {
    failed: (_, error) => (isTaken(error) ? 'Somebody else was faster' : tell('was not reserved')),
  });
}

export function isTaken(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_available';
}
