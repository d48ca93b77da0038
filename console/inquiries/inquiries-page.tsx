import { NativeSelect, Text } from '@mantine/core';
import { inquiryStages } from '../../client/index.ts';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { InquiryList } from './inquiry-list.tsx';
import { usePeople } from './use-inquiries.tsx';

const { one, many, stages: words } = pageTexts.inquiries;
const kind = { one, many, statuses: ['open', ...inquiryStages], usual: 'open', words } as const;

const nobody = 'nobody';

/** What people ask about animals; what is still to be answered by default. */
export function InquiriesPage() {
  const { client } = useSession();
  const address = useListingAddress();
  const people = [{ value: nobody, label: pageTexts.inquiries.nobody }, ...usePeople()];
  const who = people.find(({ value }) => value === address.params.get('who'))?.value;
  const filter = readStatusFilter(kind, address, who === undefined ? {} : { who });
  const { status } = filter;
  const filters = {
    ...(status === 'open' ? { status } : { stage: status }),
    ...(who === nobody ? { assigned: false } : { assigneeId: who === undefined ? undefined : BigInt(who) }),
  };
  return (
    <PageFrame title={texts.pages['/inquiries']}>
      <Text size="sm" maw="44rem">
        {pageTexts.inquiries.about}
      </Text>
      <StatusFilterBar filter={filter}>
        <NativeSelect
          label={pageTexts.inquiries.who}
          data={[{ value: '', label: pageTexts.inquiries.anybody }, ...people]}
          value={who ?? ''}
          onChange={({ currentTarget: { value } }) => filter.show(filter.chosen, value === '' ? {} : { who: value })}
        />
      </StatusFilterBar>
      <ListingView
        label={texts.pages['/inquiries']}
        noun={kind}
        address={address}
        queryKey={['inquiries', [filter.chosen, who]]}
        fetchPage={(cursor, signal) => client.inquiries.list({ ...filters, cursor, limit: pageSize, signal }).page()}
        count={(signal) => client.inquiries.count({ ...filters, signal })}
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
