import { useMutation } from '@tanstack/react-query';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/use-refresh.ts';
import { useIdempotencyKey } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';

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
