import { Text } from '@mantine/core';
import { inquiryStatuses } from '../../client/index.ts';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { InquiryList } from './inquiry-list.tsx';

const kind = { one: 'inquiry', many: 'inquiries', statuses: inquiryStatuses, usual: 'open' } as const;

/** What people ask about animals; what is still to be answered by default. */
export function InquiriesPage() {
  const { client } = useSession();
  const address = useListingAddress();
  const filter = readStatusFilter(kind, address);
  const { status } = filter;
  return (
    <PageFrame title="Inquiries">
      <Text size="sm" maw="44rem">
        What people ask about animals. Reply by e-mail or telephone, then close the inquiry. Inquiries are personal
        data: open or closed, they are erased by themselves, after 90 days unless your administrator has set another
        time. Erase one at once if the person asks for it.
      </Text>
      <StatusFilterBar filter={filter} />
      <ListingView
        label="Inquiries"
        noun={kind}
        address={address}
        queryKey={['inquiries', filter.chosen]}
        fetchPage={(cursor, signal) => client.inquiries.list({ status, cursor, limit: pageSize, signal }).page()}
        count={(signal) => client.inquiries.count({ status, signal })}
        hints={filter.hints}
        skeleton={<ListSkeleton />}
        empty={
          <FilteredEmpty
            filter={filter}
            gone="The inquiries that stood here were closed or erased."
            meaning={status === 'open' ? 'Everything is answered.' : 'Closed inquiries are erased after some time.'}
            none={
              <EmptyState title="There are no inquiries">
                People ask about an animal in the form on its public page. What they ask shows here by itself.
              </EmptyState>
            }
          />
        }
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </ListingView>
    </PageFrame>
  );
}
