import { NativeSelect, Text } from '@mantine/core';
import { type Inquiry, inquiryStages } from '../../client/index.ts';
import { ContactSearch } from '../data/contact-search.tsx';
import { pageSize, useAnimals, useReservations } from '../data/queries.ts';
import { ListingView } from '../listing/listing.tsx';
import { FilteredEmpty, readStatusFilter, StatusFilterBar } from '../listing/status-filter.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { EmptyState, List, PageFrame } from '../ui/page.tsx';
import { InquiryCard } from './inquiry-card.tsx';
import { usePeople } from './use-inquiries.tsx';

const words = texts.inquiries;
const { one, many, stages } = words;
const kind = { one, many, statuses: ['open', ...inquiryStages], usual: 'open', words: stages } as const;

const nobody = 'nobody';

export function InquiriesPage() {
  const { client } = useSession();
  const address = useListingAddress();
  const people = [{ value: nobody, label: words.nobody }, ...usePeople()];
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
        {words.about}
      </Text>
      <ContactSearch source="inquiries" found={(inquiries) => <InquiryList inquiries={inquiries} />}>
        <StatusFilterBar filter={filter}>
          <NativeSelect
            label={words.who}
            data={[{ value: '', label: words.anybody }, ...people]}
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
          empty={
            <FilteredEmpty
              filter={filter}
              gone={words.gone}
              meaning={status === 'open' ? words.allAnswered : words.closedErased}
              none={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
            />
          }
        >
          {(inquiries) => <InquiryList inquiries={inquiries} />}
        </ListingView>
      </ContactSearch>
    </PageFrame>
  );
}

function InquiryList({ inquiries }: { inquiries: readonly Inquiry[] }) {
  const animalOf = useAnimals(inquiries.map(({ petId }) => petId));
  const reservations = useReservations()?.byAnimal;
  const orderOf = ({ petId, orderId }: Inquiry) => {
    const order = reservations?.get(petId);
    return order?.id === orderId ? order : undefined;
  };
  return (
    <List>
      {inquiries.map((inquiry, place) => (
        <InquiryCard
          key={String(inquiry.id)}
          inquiry={inquiry}
          place={place}
          animal={animalOf(inquiry.petId)}
          order={orderOf(inquiry)}
        />
      ))}
    </List>
  );
}
