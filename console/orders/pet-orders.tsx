import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import type { Order, Pet } from '../../client/index.ts';
import { useKeptFocus } from '../pets/listing/use-kept-focus.ts';
import { useSession } from '../session/session.tsx';
import { Failure } from '../shared/failure.tsx';
import { Moment } from '../shared/moment.tsx';
import { notifyDone, notifyFailed } from '../shared/notify.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import { usePetOrders } from './use-orders.ts';
import { isTaken, usePlaceOrder } from './use-place-order.ts';

/** The orders of an animal, the newest first, and the way to another one. */
export function PetOrders({ pet: { id, name, status } }: { pet: Pet }) {
  const { can } = useSession();
  const { data: orders, error, refetch } = usePetOrders(id);
  const { mutate, isPending } = usePlaceOrder();
  const section = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(section);
  const heading = useId();

  const reserve = () => {
    mutate(id, {
      onSuccess: (order) => notifyDone(`${name} is reserved: order ${order.id}.`),
      onError: (reason) =>
        notifyFailed(isTaken(reason) ? 'Another order was faster' : `${name} was not reserved`, reason),
    });
  };

  return (
    <Stack ref={section} tabIndex={-1} component="section" gap="sm" aria-labelledby={heading} {...keptFocus}>
      <Group justify="space-between" mih={36}>
        <Title order={2} size="h4" id={heading}>
          Orders
        </Title>
        {status === 'available' && can('orders:write') && (
          <Button onClick={reserve} loading={isPending}>
            Reserve
          </Button>
        )}
      </Group>
      {can('orders:read') && orders === undefined && error === null && <Skeleton h={60} />}
      {error !== null && orders === undefined && <Failure error={error} retry={() => void refetch()} />}
      {orders?.length === 0 && <Text c="dimmed">Nobody has reserved this animal so far.</Text>}
      {orders?.map((order) => (
        <OrderLine key={String(order.id)} order={order} />
      ))}
    </Stack>
  );
}

function OrderLine({ order }: { order: Order }) {
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
        <OrderActions order={order} />
      </Group>
    </Paper>
  );
}
