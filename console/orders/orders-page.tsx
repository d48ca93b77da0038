import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { orderStatuses } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { orderWords } from '../ui/words.ts';
import { useEndedOrders } from './ended-orders.ts';
import { OrderList } from './order-list.tsx';
import { orderDraft, PlaceOrderDialog } from './place-order-dialog.tsx';

const kind = {
  one: 'reservation',
  many: 'reservations',
  statuses: orderStatuses,
  usual: 'placed',
  words: { ...orderWords, placed: 'open' },
} as const;

/** Reservations by status; open ones by default. */
export function OrdersPage() {
  const { client, can } = useSession();
  const address = useListingAddress();
  const filter = readStatusFilter(kind, address);
  const { status } = filter;
  const ended = useEndedOrders(`${status} ${address.cursor ?? ''}`);
  const [isPlacing, placing] = useDisclosure(can('orders:write') && readDraft(orderDraft) !== undefined);
  const toAnimals = (
    <Button component={Link} href="/animals?status=available">
      See who can be adopted
    </Button>
  );
  return (
    <PageFrame
      title="Reservations"
      actions={can('orders:write') && <Button onClick={placing.open}>Reserve an animal</Button>}
    >
      <StatusFilterBar filter={filter} />
      <ListingView
        label="Reservations"
        noun={kind}
        address={address}
        queryKey={['orders', filter.chosen]}
        fetchPage={(cursor, signal) => client.orders.list({ status, cursor, limit: pageSize, signal }).page()}
        count={(signal) => client.orders.count({ status, signal })}
        select={ended.among}
        hints={filter.hints}
        skeleton={<ListSkeleton />}
        empty={
          <FilteredEmpty
            filter={filter}
            gone="The reservations that stood here have changed."
            meaning={status === 'placed' ? 'No animal waits to be picked up.' : 'Choose another status.'}
            actions={status === 'placed' && toAnimals}
            none={
              <EmptyState title="There are no reservations yet" actions={toAnimals}>
                Open an animal and press “Reserve” when somebody wants to adopt it.
              </EmptyState>
            }
          />
        }
      >
        {(orders) => <OrderList label="Reservations" orders={orders} onEnded={ended.add} />}
      </ListingView>
      {isPlacing && <PlaceOrderDialog onClose={placing.close} />}
    </PageFrame>
  );
}
