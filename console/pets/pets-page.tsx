import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Page, Pet } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { PageFrame } from '../ui/page.tsx';
import { AddPetDialog, notifyAdded } from './add-pet-dialog.tsx';
import { newPetDraft } from './pet-form.tsx';
import { PetList } from './pet-list.tsx';
import { PetsEmpty } from './pets-empty.tsx';
import { PetsFilterBar, readPetsFilters, writePetsFilters } from './pets-filter-bar.tsx';

export function PetsPage() {
  const { client, can } = useSession();
  const address = useListingAddress();
  const { filters, hints } = readPetsFilters(address.params);
  const [isAdding, setAdding] = useState(() => can('pets:write') && readDraft(newPetDraft) !== undefined);
  const written = writePetsFilters(filters);
  const { sort: _, ...restricting } = written;
  const isFiltered = Object.keys(restricting).length > 0;

  const showAdded = (pet: Pet) => {
    setAdding(false);
    notifyAdded(pet);
  };

  return (
    <PageFrame
      title="Animals"
      actions={can('pets:write') && <Button onClick={() => setAdding(true)}>Add an animal</Button>}
    >
      <PetsFilterBar filters={filters} onFilter={(wanted) => address.filter(writePetsFilters(wanted))} />
      <ListingView
        label="Animals"
        address={address}
        queryKey={['pets', written]}
        fetchPage={(from, signal) =>
          findPage((cursor) => client.pets.list({ ...filters, cursor, limit: pageSize, signal }).page(), from)
        }
        // How many animals a search finds is counted only if they are few.
        count={
          filters.q === undefined
            ? (signal) => client.pets.count({ status: filters.status, categoryId: filters.categoryId, signal })
            : undefined
        }
        hints={hints}
        skeleton={<ListSkeleton row={43} card={99} />}
        empty={
          <PetsEmpty
            isFiltered={isFiltered}
            isFirstPage={address.cursor === undefined}
            onShowAll={() => address.filter({})}
            onAdd={() => setAdding(true)}
          />
        }
      >
        {(pets) => <PetList pets={pets} />}
      </ListingView>
      {isAdding && <AddPetDialog onClose={() => setAdding(false)} onAdded={showAdded} />}
    </PageFrame>
  );
}

/** The first page from a cursor on that has entries: a page of a search can be empty although others follow. */
async function findPage(
  read: (cursor: string | undefined) => Promise<Page<Pet>>,
  from: string | undefined,
): Promise<Page<Pet>> {
  let page = await read(from);
  while (page.items.length === 0 && page.next !== undefined) page = await read(page.next);
  return page;
}
