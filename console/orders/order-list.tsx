import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Order, Photo } from '../../client/index.ts';
import { useFirstPhotos, usePetsById } from '../data/queries.ts';
import { useIsPhone } from '../listing/list-skeleton.tsx';
import { Thumbnail } from '../photos/photo-picture.tsx';
import { useSession } from '../session/session.tsx';
import { Moment } from '../ui/time.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';

/** Orders with the names of their animals: a table where it has room, cards elsewhere. */
export function OrderList({ orders, onEnded }: OrderListProps) {
  const names = usePetsById(orders.map(({ petId }) => petId));
  const photos = useFirstPhotos(orders.map(({ petId }) => petId));
  const nameOf = ({ petId }: Order) => names && (names.get(petId)?.name ?? null);
  const Orders = useIsPhone() ? OrderCards : OrderTable;
  return <Orders orders={orders} nameOf={nameOf} photos={photos} onEnded={onEnded} />;
}

interface OrderListProps {
  orders: readonly Order[];
  /** Told what has become of an order that somebody has ended here. */
  onEnded: (order: Order) => void;
}

interface OrdersProps extends OrderListProps {
  /** The name of an order's animal; `null` if it is gone, `undefined` as long as it is not known. */
  nameOf: (order: Order) => string | null | undefined;
  /** By the ids of the animals. */
  photos: ReadonlyMap<bigint, Photo>;
}

function OrderTable({ orders, nameOf, photos, onEnded }: OrdersProps) {
  const { can } = useSession();
  return (
    <Table verticalSpacing="xs" highlightOnHover aria-label="Orders">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Order</Table.Th>
          <Table.Th scope="col">Animal</Table.Th>
          <Table.Th scope="col">Status</Table.Th>
          <Table.Th scope="col">Placed</Table.Th>
          {can('orders:write') && <Table.Th scope="col">What to do</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={String(order.id)} h={47}>
            <Table.Td className="id">{String(order.id)}</Table.Td>
            <Table.Td>
              <Group gap="sm" wrap="nowrap">
                {photos.size > 0 && <Thumbnail photo={photos.get(order.petId)} />}
                <OrderedPet petId={order.petId} name={nameOf(order)} />
              </Group>
            </Table.Td>
            <Table.Td>
              <OrderBadge status={order.status} />
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Moment at={order.createdAt} />
            </Table.Td>
            {can('orders:write') && (
              <Table.Td>
                <OrderActions order={order} petName={nameOf(order)} onEnded={onEnded} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function OrderCards({ orders, nameOf, photos, onEnded }: OrdersProps) {
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {orders.map((order) => (
        <Paper key={String(order.id)} component="li" withBorder p="sm">
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Group gap="sm" wrap="nowrap">
                {photos.size > 0 && <Thumbnail photo={photos.get(order.petId)} />}
                <OrderedPet petId={order.petId} name={nameOf(order)} />
              </Group>
              <OrderBadge status={order.status} />
            </Group>
            <Text size="sm">
              Order <span className="id">{String(order.id)}</span>, placed <Moment at={order.createdAt} />
            </Text>
            <OrderActions order={order} petName={nameOf(order)} onEnded={onEnded} />
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}

/** The animal of an order: its name with the way to it, and its number. */
function OrderedPet({ petId, name }: { petId: bigint; name: string | null | undefined }) {
  const number = <span className="id">{String(petId)}</span>;
  if (name === undefined) return number;
  if (name === null) return <span>{number} (removed)</span>;
  return (
    <span>
      <Anchor component={Link} href={`/animals/${petId}`} className="name" inherit fw={500}>
        {name}
      </Anchor>{' '}
      <Text span inherit c="dimmed">
        {number}
      </Text>
    </span>
  );
}
