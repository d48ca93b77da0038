import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Order, PetstoreError } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { Name } from '../ui/name.tsx';
import { notifyUndoable, type Undo } from '../ui/notify.tsx';
import { useAction } from '../ui/use-action.ts';

/** All orders of an animal, the newest first; nothing for a key that may not read orders. */
export function usePetOrders(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: petOrdersKey(petId),
    queryFn: async ({ signal }) => (await Array.fromAsync(client.orders.list({ petId, signal }))).reverse(),
    enabled: can('orders:read'),
  });
}

const petOrdersKey = (petId: bigint) => ['orders', 'of animal', String(petId)];

/** Shows an order as it is now. An animal that is reserved would otherwise look as if it were on hold, until it is read again. */
function useShowOrder() {
  const queries = useQueryClient();
  return (order: Order): Order => {
    queries.setQueryData<Order[]>(
      petOrdersKey(order.petId),
      (known) => known && [order, ...known.filter(({ id }) => id !== order.id)],
    );
    return order;
  };
}

/** Places an order. After no answer it can be called again and places it only once. */
export function usePlaceOrder(): (petId: bigint) => Promise<Order> {
  const { client } = useSession();
  const refresh = useRefresh();
  const repeatable = useRepeatable();
  const show = useShowOrder();
  return (petId) =>
    repeatable((idempotencyKey) => client.orders.place({ petId }, { idempotencyKey }))
      .then(show)
      .finally(() => void refresh());
}

/** Reserves an animal, says so, and offers to take it back. */
export function useReserve(petId: bigint, name: string) {
  const place = usePlaceOrder();
  const takeStep = useTakeStep(name);
  const shown = <Name>{name}</Name>;
  const reserve = async () => {
    const order = await place(petId);
    return notifyUndoable(pageTexts.orders.reserved(shown), takeStep.undo(order, 'cancel'));
  };
  return useAction(reserve, {
    failed: (_, error) => (isTaken(error) ? pageTexts.orders.faster : pageTexts.orders.notReserved(shown)),
  });
}

/** What can be done with a reservation. */
export type OrderStep = 'complete' | 'cancel' | 'reopen';

/** Does one of these, says so, and offers to take back the end of a reservation. */
export function useOrderSteps(name: string, onChanged?: (order: Order) => void) {
  const takeStep = useTakeStep(name, onChanged);
  const run = async ({ order, step }: { order: Order; step: OrderStep }) => {
    const { changed, text } = await takeStep.now(order, step);
    return step === 'reopen' ? text : notifyUndoable(text, takeStep.undo(changed, 'reopen'));
  };
  return useAction(run, { failed: () => takeStep.failed });
}

function useTakeStep(name: string, onChanged: (order: Order) => void = () => undefined) {
  const { client } = useSession();
  const refresh = useRefresh();
  const show = useShowOrder();
  const shown = <Name>{name}</Name>;
  const now = async ({ id }: Order, step: OrderStep) => {
    try {
      const changed = show(await client.orders[step](id));
      onChanged(changed);
      return { changed, text: pageTexts.orders.become[changed.status](shown) };
    } finally {
      void refresh();
    }
  };
  const failed = pageTexts.orders.notChanged(shown);
  const undo = (order: Order, step: OrderStep): Undo => ({ run: async () => (await now(order, step)).text, failed });
  return { now, undo, failed };
}

/** As long as the service takes back the end of a reservation. */
const reopenableMs = 15 * 60_000;

/** Whether an order has ended a moment ago, and nothing is known to have become of the animal since. */
export function canReopen({ endedAt }: Order, statusSince: string | undefined): boolean {
  const isFollowed = endedAt === undefined || statusSince === undefined || statusSince > endedAt;
  return !isFollowed && Date.now() - Date.parse(endedAt) < reopenableMs;
}

export function isTaken(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_available';
}
