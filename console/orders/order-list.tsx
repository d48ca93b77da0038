import { Group } from '@mantine/core';
import type { Order } from '../../client/index.ts';
import { useFirstPhotos, usePetsById } from '../data/queries.ts';
import { type Column, DataTable } from '../listing/data-table.tsx';
import { Thumbnail } from '../photos/photo-picture.tsx';
import { useSession } from '../session/session.tsx';
import { PetLink } from '../ui/pet-link.tsx';
import { Moment } from '../ui/time.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';

interface OrderListProps {
  orders: readonly Order[];
  /** Told what has become of an order that somebody has ended here. */
  onEnded: (order: Order) => void;
}

export function OrderList({ orders, onEnded }: OrderListProps) {
  const { can } = useSession();
  const ids = orders.map(({ petId }) => petId);
  const pets = usePetsById(ids);
  const photos = useFirstPhotos(ids);
  const nameOf = ({ petId }: Order) => pets && (pets.get(petId)?.name ?? null);
  const actions: Column<Order> = {
    label: 'What to do',
    part: 'other',
    cell: (order, place) => <OrderActions order={order} place={place} petName={nameOf(order)} onEnded={onEnded} />,
  };
  return (
    <DataTable
      label="Reservations"
      items={orders}
      rowHeight={47}
      columns={[
        {
          label: 'Animal',
          part: 'heading',
          cell: (order) => (
            <Group gap="sm" wrap="nowrap">
              {photos.size > 0 && <Thumbnail photo={photos.get(order.petId)} />}
              <PetLink petId={order.petId} name={nameOf(order)} withNumber />
            </Group>
          ),
        },
        { label: 'Status', part: 'mark', cell: ({ status }) => <OrderBadge status={status} /> },
        { label: 'Since', part: 'fact', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ...(can('orders:write') ? [actions] : []),
      ]}
    />
  );
}
