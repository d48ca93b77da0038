import { Text } from '@mantine/core';
import { inquiryStatuses } from '../../client/index.ts';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { InquiryList } from './inquiry-list.tsx';

const { one, many, statuses: words } = pageTexts.inquiries;
const kind = { one, many, statuses: inquiryStatuses, usual: 'open', words } as const;

/** What people ask about animals; what is still to be answered by default. */
export function InquiriesPage() {
  const { client } = useSession();
  const address = useListingAddress();
  const filter = readStatusFilter(kind, address);
  const { status } = filter;
  return (
    <PageFrame title={texts.pages['/inquiries']}>
      <Text size="sm" maw="44rem">
        {pageTexts.inquiries.about}
      </Text>
      <StatusFilterBar filter={filter} />
      <ListingView
        label={texts.pages['/inquiries']}
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
            gone={pageTexts.inquiries.gone}
            meaning={status === 'open' ? pageTexts.inquiries.allAnswered : pageTexts.inquiries.closedErased}
            none={<EmptyState title={pageTexts.inquiries.none}>{pageTexts.inquiries.noneText}</EmptyState>}
          />
        }
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </ListingView>
    </PageFrame>
  );
}
