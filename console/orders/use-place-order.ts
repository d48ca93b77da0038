import { useMutation } from '@tanstack/react-query';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/use-refresh.ts';
import { useOnceKey } from '../lib/use-once-key.ts';
import { useSession } from '../session/session.tsx';

/** Places orders; one that was left without an answer can be placed again, and is placed once. */
export function usePlaceOrder() {
  const { client } = useSession();
  const refresh = useRefresh();
  const onceKey = useOnceKey();
  return useMutation({
    mutationFn: (petId: bigint) => client.orders.place({ petId }, { idempotencyKey: onceKey.current() }),
    onSettled: (_order, error) => {
      if (!(error instanceof NoAnswerError)) onceKey.renew();
      void refresh();
    },
  });
}

/** Whether the animal was taken by then. */
export function isTaken(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_available';
}
