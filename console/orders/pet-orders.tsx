import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { useOneAtATime } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Failure } from '../ui/failure.tsx';
import { useFocusFallback } from '../ui/focus.ts';
import { Name } from '../ui/name.tsx';
import { notifyDone, notifyFailed } from '../ui/notify.tsx';
import { Moment } from '../ui/time.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import { isTaken, usePetOrders, usePlaceOrder } from './use-orders.ts';

/** The orders of an animal, newest first, with a button for a new one. */
export function PetOrders({ pet: { id, name, status } }: { pet: Pet }) {
  const { can } = useSession();
  const { data: orders, error, refetch } = usePetOrders(id);
  const { mutateAsync, isPending } = usePlaceOrder();
  const oneAtATime = useOneAtATime();
  const section = useRef<HTMLDivElement>(null);
  const focusHandlers = useFocusFallback(section);
  const heading = useId();

  const reserve = async () => {
    try {
      const order = await mutateAsync(id);
      notifyDone(
        <>
          <Name>{name}</Name> is reserved: order {String(order.id)}.
        </>,
      );
    } catch (reason) {
      const title = (
        <>
          <Name>{name}</Name> was not reserved
        </>
      );
      notifyFailed(isTaken(reason) ? 'Another order was faster' : title, reason);
    }
  };

  return (
    <Stack ref={section} tabIndex={-1} component="section" gap="sm" aria-labelledby={heading} {...focusHandlers}>
      <Group justify="space-between" mih={36}>
        <Title order={2} size="h4" id={heading}>
          Orders
        </Title>
        {status === 'available' && can('orders:write') && (
          <ActionButton subject={String(id)} onClick={() => void oneAtATime(reserve)} loading={isPending}>
            Reserve
          </ActionButton>
        )}
      </Group>
      {can('orders:read') && orders === undefined && error === null && <Skeleton h={60} />}
      {error !== null && orders === undefined && <Failure error={error} retry={() => void refetch()} />}
      {orders?.length === 0 && <Text c="dimmed">Nobody has reserved this animal so far.</Text>}
      {orders?.map((order) => (
        <OrderLine key={String(order.id)} order={order} petName={name} />
      ))}
    </Stack>
  );
}

function OrderLine({ order, petName }: { order: Order; petName: string }) {
  const { id, status, createdAt, updatedAt } = order;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              Order <span className="id">{String(id)}</span>
            </Text>
            <OrderBadge status={status} />
          </Group>
          <Text size="sm" c="dimmed">
            Placed <Moment at={createdAt} />
            {status !== 'placed' && (
              <>
                , ended <Moment at={updatedAt} />
              </>
            )}
          </Text>
        </div>
        <OrderActions order={order} petName={petName} />
      </Group>
    </Paper>
  );
}
