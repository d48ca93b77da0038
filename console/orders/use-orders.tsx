import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Client,
  type NewOrder,
  type Order,
  type OrderStatus,
  type PetStatus,
  PetstoreError,
} from '../../client/index.ts';
import { useRefresh, useShowAtOnce } from '../data/queries.ts';
import { useRepeatable } from '../lib/mutations.ts';
import { useUnderWay } from '../lib/under-way.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { Name } from '../ui/inline.tsx';
import { notifyUndoable, type Undo, useAction } from '../ui/notify.tsx';

/** All orders of an animal, the newest first; nothing for a key that may not read orders. */
export function usePetOrders(petId: bigint) {
  const { client, can } = useSession();
  return useQuery({
    queryKey: petOrdersKey(petId),
    queryFn: async ({ signal }) => (await Array.fromAsync(client.orders.list({ petId, signal }))).reverse(),
    enabled: can('orders:read'),
  });
}

/** Of the orders of an animal, that which reserves it, or with which it went to its home. */
export function currentOrder(orders: readonly Order[] = [], petStatus: PetStatus): Order | undefined {
  const open = orders.find(({ status }) => status === 'placed');
  return open ?? (petStatus === 'sold' ? orders.slice(0, 1).find(({ status }) => status === 'completed') : undefined);
}

const petOrdersKey = (petId: bigint) => ['orders', 'of animal', String(petId)];

/** Changes a reservation or places one, and reads again what else that has changed. `onChanged` is told what has become of it. */
export function useChangeOrder(onChanged: (order: Order) => void = () => undefined) {
  const { client } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  return async (change: (orders: Client['orders']) => Promise<Order>): Promise<Order> => {
    try {
      const changed = await change(client.orders);
      // An animal that is reserved would otherwise look as if it were not available, until its orders are read again.
      queries.setQueryData<Order[]>(
        petOrdersKey(changed.petId),
        (known) => known && [changed, ...known.filter(({ id }) => id !== changed.id)],
      );
      onChanged(changed);
      return changed;
    } finally {
      void refresh();
    }
  };
}

/** Places an order, says so, and offers to take it back. After no answer it can be called again and places it only once. */
export function usePlaceOrder() {
  const change = useChangeOrder();
  const repeatable = useRepeatable();
  const undoOf = useUndo();
  const showAtOnce = useShowAtOnce();
  return async (order: NewOrder, name: string): Promise<undefined> => {
    const place = () => repeatable((idempotencyKey) => change((orders) => orders.place(order, { idempotencyKey })));
    const placed = await showAtOnce(order.petId, { status: 'pending', order: { status: 'placed' } }, place);
    return notifyUndoable(texts.orders.reserved(<Name>{name}</Name>), undoOf(placed, name, 'cancel'));
  };
}

export function useReserve(petId: bigint, name: string) {
  const place = usePlaceOrder();
  return useAction(() => place({ petId }, name), {
    failed: (_, error) => (isTaken(error) ? texts.orders.faster : texts.orders.notReserved(<Name>{name}</Name>)),
  });
}

export type OrderStep = 'complete' | 'cancel' | 'reopen';

/** What becomes of the animal and of its order. */
const becomes = {
  complete: ['sold', 'completed'],
  cancel: ['available', 'cancelled'],
  reopen: ['pending', 'placed'],
} as const;

/** What the order becomes at this moment. */
export function useOrderUnderWay({ id, petId }: Order): OrderStatus | undefined {
  const { order } = useUnderWay(petId) ?? {};
  return order?.id === id ? order.status : undefined;
}

function useOrderStep(onChanged?: (order: Order) => void) {
  const change = useChangeOrder(onChanged);
  const showAtOnce = useShowAtOnce();
  return ({ id, petId }: Order, step: OrderStep) => {
    const [status, orderStatus] = becomes[step];
    return showAtOnce(petId, { status, order: { id, status: orderStatus } }, () =>
      change((orders) => orders[step](id)),
    );
  };
}

/** Does one of these, says so, and offers to take back the end of a reservation. */
export function useOrderSteps(name: string, onChanged?: (order: Order) => void) {
  const take = useOrderStep(onChanged);
  const undoOf = useUndo(onChanged);
  const run = async ({ order, step }: { order: Order; step: OrderStep }) => {
    const changed = await take(order, step);
    const text = texts.orders.become[changed.status](<Name>{name}</Name>);
    return step === 'reopen' ? text : notifyUndoable(text, undoOf(changed, name, 'reopen'));
  };
  return useAction(run, { failed: () => texts.orders.notChanged(<Name>{name}</Name>) });
}

/** What takes back the last step of a reservation. */
function useUndo(onChanged?: (order: Order) => void) {
  const take = useOrderStep(onChanged);
  return (order: Order, name: string, step: OrderStep): Undo => ({
    run: async () => texts.orders.become[(await take(order, step)).status](<Name>{name}</Name>),
    failed: texts.orders.notChanged(<Name>{name}</Name>),
  });
}

/** As long as the service takes back the end of a reservation. */
const reopenableMs = 15 * 60_000;

/** Whether an order has ended a moment ago, and nothing is known to have become of the animal since. */
export function canReopen({ endedAt }: Order, statusSince: string | undefined): boolean {
  const isFollowed = statusSince === undefined || endedAt === undefined || statusSince > endedAt;
  return !isFollowed && Date.now() - Date.parse(endedAt) < reopenableMs;
}

export function isTaken(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && error.code === 'pet_not_available';
}
