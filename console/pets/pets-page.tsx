import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { searchAnimals } from '../data/animals.ts';
import { readDraft } from '../lib/drafts.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { PageFrame } from '../ui/page.tsx';
import { newPetDraft } from './drafts.ts';
import { PetRows } from './pet-rows.tsx';
import { PetsEmpty } from './pets-empty.tsx';
import { PetsFilterBar, readPetsFilters, writePetsFilters } from './pets-filter-bar.tsx';

const AddPetDialog = lazy(async () => ({ default: (await import('./add-pet-dialog.tsx')).AddPetDialog }));

export function PetsPage() {
  const session = useSession();
  const { can } = session;
  const address = useListingAddress();
  const { filters, hints } = readPetsFilters(address.params);
  const [isAdding, setAdding] = useState(() => can('pets:write') && readDraft(newPetDraft) !== undefined);
  const { q, sort: _, ...restrictions } = filters;
  const written = writePetsFilters(filters);
  const isFiltered = q !== undefined || Object.values(restrictions).some((value) => value !== undefined);

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
        noun={{ one: 'animal', many: 'animals' }}
        fetchPage={(cursor, signal) => searchAnimals(session, { ...filters, cursor, limit: pageSize, signal })}
        // How many animals a search finds is counted only if they are few.
        count={q === undefined ? (signal) => session.client.pets.count({ ...restrictions, signal }) : undefined}
        hints={hints}
        skeleton={<ListSkeleton />}
        empty={
          <PetsEmpty
            isFiltered={isFiltered}
            isFirstPage={address.cursor === undefined}
            onShowAll={() => address.filter({})}
            onAdd={() => setAdding(true)}
          />
        }
      >
        {(animals) => <PetRows animals={animals} />}
      </ListingView>
      {isAdding && (
        <Suspense fallback={null}>
          <AddPetDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </PageFrame>
  );
}
