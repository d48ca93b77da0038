import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Order } from '../../client/index.ts';
import { useRefresh } from '../pets/use-refresh.ts';
import { useSession } from '../session/session.tsx';
import { notifyDone, notifyFailed } from '../shared/notify.ts';

/** Ends an open order in one of two ways; nothing for an order that has ended, and for who may not do it. */
export function OrderActions({ order: { id, status } }: { order: Order }) {
  const { client, can } = useSession();
  const refresh = useRefresh();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (how: 'complete' | 'cancel') => client.orders[how](id),
    onSuccess: ({ status: now }) => {
      notifyDone(now === 'completed' ? `Order ${id}: the animal was adopted.` : `Order ${id} was cancelled.`);
      return refresh();
    },
    onError: (error) => {
      notifyFailed(`Order ${id} was not changed`, error);
      void refresh();
    },
  });
  if (status !== 'placed' || !can('orders:write')) return null;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        aria-label={`Adopted, order ${id}`}
        loading={isPending && variables === 'complete'}
        disabled={isPending}
        onClick={() => mutate('complete')}
      >
        Adopted
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={`Cancel order ${id}`}
        loading={isPending && variables === 'cancel'}
        disabled={isPending}
        onClick={() => mutate('cancel')}
      >
        Cancel
      </Button>
    </Group>
  );
}
