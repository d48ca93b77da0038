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
import { useEndedOrders } from './ended-orders.ts';
import { orderWords } from './order-badge.tsx';
import { OrderList } from './order-list.tsx';
import { orderDraft, PlaceOrderDialog } from './place-order-dialog.tsx';

const kind = { one: 'order', many: 'orders', statuses: orderStatuses, usual: 'placed', words: orderWords } as const;

/** Orders by status; open ones by default. */
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
    <PageFrame title="Orders" actions={can('orders:write') && <Button onClick={placing.open}>Place an order</Button>}>
      <StatusFilterBar filter={filter} />
      <ListingView
        label="Orders"
        address={address}
        queryKey={['orders', filter.chosen]}
        fetchPage={(cursor, signal) => client.orders.list({ status, cursor, limit: pageSize, signal }).page()}
        count={(signal) => client.orders.count({ status, signal })}
        select={ended.among}
        hints={filter.hints}
        skeleton={<ListSkeleton row={51} card={133} />}
        empty={
          <FilteredEmpty
            filter={filter}
            gone="The orders that stood here have changed."
            meaning={status === 'placed' ? 'No animal waits to be picked up.' : 'Choose another status.'}
            actions={status === 'placed' && toAnimals}
            none={
              <EmptyState title="There are no orders yet" actions={toAnimals}>
                An order reserves an animal for somebody. Open an animal and press “Reserve”.
              </EmptyState>
            }
          />
        }
      >
        {(orders) => <OrderList orders={orders} onEnded={ended.add} />}
      </ListingView>
      {isPlacing && <PlaceOrderDialog onClose={placing.close} />}
    </PageFrame>
  );
}
