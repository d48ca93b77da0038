import { Group, Paper, Text } from '@mantine/core';
import type { Order, Pet } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Section } from '../ui/page.tsx';
import { Readable } from '../ui/readable.tsx';
import { Status } from '../ui/status.tsx';
import { Moment } from '../ui/time.tsx';
import { orderWords } from '../ui/words.ts';
import { OrderActions } from './order-actions.tsx';
import { usePetOrders, useReserve } from './use-orders.tsx';

/** The reservations of an animal, newest first, with a button for a new one. */
export function PetOrders({ pet: { id, name, status } }: { pet: Pet }) {
  const { can } = useSession();
  const query = usePetOrders(id);
  const reserving = useReserve(id, name);
  return (
    <Section
      title="Reservations"
      actions={
        status === 'available' &&
        can('orders:write') && (
          <ActionButton subject={String(id)} onClick={() => reserving.start()} loading={reserving.isPending}>
            Reserve
          </ActionButton>
        )
      }
    >
      {can('orders:read') && (
        <Readable query={query} height={60}>
          {(orders) =>
            orders.length === 0 ? (
              <Text c="dimmed">Nobody has reserved this animal so far.</Text>
            ) : (
              orders.map((order, place) => (
                <OrderLine key={String(order.id)} order={order} place={place} petName={name} />
              ))
            )
          }
        </Readable>
      )}
    </Section>
  );
}

function OrderLine({ order, place, petName }: { order: Order; place: number; petName: string }) {
  const { status, createdAt, updatedAt } = order;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <div>
          <Status status={status}>{orderWords[status]}</Status>
          <Text size="sm" c="dimmed">
            Reserved <Moment at={createdAt} />
            {status !== 'placed' && (
              <>
                , ended <Moment at={updatedAt} />
              </>
            )}
          </Text>
        </div>
        <OrderActions order={order} place={place} petName={petName} />
      </Group>
    </Paper>
  );
}
