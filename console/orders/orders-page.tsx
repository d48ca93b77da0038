import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { orderStatuses } from '../../client/index.ts';
import { ContactSearch } from '../data/contact-search.tsx';
import { pageSize } from '../data/queries.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { ListingView } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { useEndedOrders } from './ended-orders.ts';
import { OrderList } from './order-list.tsx';
import { orderDraft, ReservationDialog } from './reservation-dialog.tsx';

const kind = {
  one: texts.orders.one,
  many: texts.orders.many,
  statuses: orderStatuses,
  usual: 'placed',
  words: { ...texts.orderStatuses, placed: texts.orders.open },
} as const;

export function OrdersPage() {
  const { client, can } = useSession();
  const address = useListingAddress();
  const filter = readStatusFilter(kind, address);
  const { status } = filter;
  const ended = useEndedOrders(`${status} ${address.cursor ?? ''}`);
  const open = useOpenDialog();
  const canPlace = can('orders:write');
  const place = () => open(<ReservationDialog />);
  useReopening(orderDraft, place, canPlace);
  const toAnimals = (
    <Button component={Link} href="/animals?status=available">
      {texts.orders.seeAvailable}
    </Button>
  );
  return (
    <PageFrame
      title={texts.pages['/orders']}
      actions={canPlace && <Button onClick={place}>{texts.orders.reserveOne}</Button>}
    >
      <ContactSearch source="orders" found={(orders) => <OrderList label={texts.pages['/orders']} orders={orders} />}>
        <StatusFilterBar filter={filter} />
        <ListingView
          label={texts.pages['/orders']}
          noun={kind}
          address={address}
          queryKey={['orders', filter.chosen]}
          fetchPage={(cursor, signal) => client.orders.list({ status, cursor, limit: pageSize, signal }).page()}
          count={(signal) => client.orders.count({ status, signal })}
          select={ended.among}
          hints={filter.hints}
          empty={
            <FilteredEmpty
              filter={filter}
              gone={texts.orders.changed}
              meaning={status === 'placed' ? texts.orders.noneOpen : texts.orders.otherStatus}
              actions={status === 'placed' && toAnimals}
              none={
                <EmptyState title={texts.orders.noneYet} actions={toAnimals}>
                  {texts.orders.noneYetText}
                </EmptyState>
              }
            />
          }
        >
          {(orders) => <OrderList label={texts.pages['/orders']} orders={orders} onChanged={ended.add} />}
        </ListingView>
      </ContactSearch>
    </PageFrame>
  );
}
