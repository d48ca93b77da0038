import { Button, Group, NativeSelect } from '@mantine/core';
import { CountButton } from '../listing/count-button.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingFrame } from '../listing/listing-frame.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { EmptyState, Page } from '../ui/page.tsx';
import { InquiryList } from './inquiry-list.tsx';
import {
  type InquiriesFilter,
  inquiriesFilters,
  readInquiriesFilter,
  useInquiries,
  writeInquiriesFilter,
} from './use-inquiries.ts';

/** What people ask about animals; what is still to be answered by default. */
export function InquiriesPage() {
  const { client } = useSession();
  const address = useListingAddress();
  const { filter, hints } = readInquiriesFilter(address.params);
  const status = filter === 'all' ? undefined : filter;
  const show = (wanted: InquiriesFilter) => address.filter(writeInquiriesFilter(wanted));
  return (
    <Page title="Inquiries">
      <Group role="search" aria-label="Filter the inquiries">
        <NativeSelect
          label="Status"
          data={[...inquiriesFilters]}
          value={filter}
          onChange={({ currentTarget: { value } }) =>
            show(readInquiriesFilter(new URLSearchParams({ status: value })).filter)
          }
        />
      </Group>
      <ListingFrame
        label="Inquiries"
        address={address}
        listing={useInquiries(status, address)}
        hints={hints}
        count={
          <CountButton
            queryKey={['inquiries', 'count', filter]}
            count={(signal) => client.inquiries.count({ status, signal })}
          />
        }
        skeleton={<ListSkeleton row={180} card={220} />}
        empty={<InquiriesEmpty filter={filter} isFirstPage={address.cursor === undefined} onShow={show} />}
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </ListingFrame>
    </Page>
  );
}

interface InquiriesEmptyProps {
  filter: InquiriesFilter;
  isFirstPage: boolean;
  onShow: (filter: InquiriesFilter) => void;
}

/** Explains why no inquiries are shown. */
function InquiriesEmpty({ filter, isFirstPage, onShow }: InquiriesEmptyProps) {
  const toAll = (
    <Button variant="default" onClick={() => onShow('all')}>
      Show all inquiries
    </Button>
  );
  if (!isFirstPage) {
    return (
      <EmptyState title="This page is empty" actions={toAll}>
        The inquiries that stood here were closed or erased.
      </EmptyState>
    );
  }
  if (filter === 'all') {
    return (
      <EmptyState title="There are no inquiries">
        People ask about an animal in the form on its public page. What they ask shows here by itself.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No inquiry is ${filter}`} actions={toAll}>
      {filter === 'open' ? 'Everything is answered.' : 'Closed inquiries are erased after some time.'}
    </EmptyState>
  );
}
