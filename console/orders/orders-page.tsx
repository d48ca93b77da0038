import { Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { orderStatuses } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { CountButton } from '../listing/count-button.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingFrame } from '../listing/listing-frame.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { Page } from '../ui/page.tsx';
import { useEndedOrders } from './ended-orders.ts';
import { orderWords } from './order-badge.tsx';
import { OrderList } from './order-list.tsx';
import { OrdersEmpty } from './orders-empty.tsx';
import { type OrdersFilter, readOrdersFilter, writeOrdersFilter } from './orders-filter.ts';
import { orderDraft, PlaceOrderDialog } from './place-order-dialog.tsx';
import { useOrders } from './use-orders.ts';

const choices = [...orderStatuses.map((status) => ({ value: status, label: orderWords[status] })), 'all'];

/** Orders by status; open ones by default. */
export function OrdersPage() {
  const { client, can } = useSession();
  const address = useListingAddress();
  const { filter, hints } = readOrdersFilter(address.params);
  const status = filter === 'all' ? undefined : filter;
  const listing = useOrders(status, address);
  const { page } = listing;
  const ended = useEndedOrders(`${filter} ${address.cursor ?? ''}`);
  const [isPlacing, placing] = useDisclosure(can('orders:write') && readDraft(orderDraft) !== undefined);
  const show = (wanted: OrdersFilter) => address.filter(writeOrdersFilter(wanted));
  return (
    <Page title="Orders" actions={can('orders:write') && <Button onClick={placing.open}>Place an order</Button>}>
      <Group role="search" aria-label="Filter the orders">
        <NativeSelect
          label="Status"
          data={choices}
          value={filter}
          onChange={({ currentTarget: { value } }) =>
            show(readOrdersFilter(new URLSearchParams({ status: value })).filter)
          }
        />
      </Group>
      <ListingFrame
        label="Orders"
        address={address}
        listing={{ ...listing, page: page && { ...page, items: ended.among(page.items) } }}
        hints={hints}
        count={
          <CountButton
            queryKey={['orders', 'count', filter]}
            count={(signal) => client.orders.count({ status, signal })}
          />
        }
        skeleton={<ListSkeleton row={51} card={121} />}
        empty={<OrdersEmpty filter={filter} isFirstPage={address.cursor === undefined} onShow={show} />}
      >
        {(orders) => <OrderList orders={orders} onEnded={ended.add} />}
      </ListingFrame>
      {isPlacing && <PlaceOrderDialog onClose={placing.close} />}
    </Page>
  );
}
