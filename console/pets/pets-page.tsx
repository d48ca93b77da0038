import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Pet } from '../../client/index.ts';
import { readDraft } from '../lib/drafts.tsx';
import { CountButton } from '../listing/count-button.tsx';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingFrame } from '../listing/listing-frame.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { Page } from '../ui/page.tsx';
import { AddPetDialog, notifyAdded } from './add-pet-dialog.tsx';
import { newPetDraft } from './pet-form.tsx';
import { PetList } from './pet-list.tsx';
import { PetsEmpty } from './pets-empty.tsx';
import { PetsFilterBar, readPetsFilters, writePetsFilters } from './pets-filter-bar.tsx';
import { usePets } from './use-pets.ts';

/** All animals, filtered and page by page. */
export function PetsPage() {
  const { client, can } = useSession();
  const address = useListingAddress();
  const { filters, hints } = readPetsFilters(address.params);
  const listing = usePets(filters, address);
  const [isAdding, setAdding] = useState(() => can('pets:write') && readDraft(newPetDraft) !== undefined);
  const written = writePetsFilters(filters);
  const { sort: _, ...restricting } = written;
  const isFiltered = Object.keys(restricting).length > 0;

  const showAdded = (pet: Pet) => {
    setAdding(false);
    notifyAdded(pet);
  };

  return (
    <Page title="Animals" actions={can('pets:write') && <Button onClick={() => setAdding(true)}>Add an animal</Button>}>
      <PetsFilterBar filters={filters} onFilter={(wanted) => address.filter(writePetsFilters(wanted))} />
      <ListingFrame
        label="Animals"
        address={address}
        listing={listing}
        hints={hints}
        count={
          // How many animals a search finds is counted only if they are few.
          filters.q === undefined && (
            <CountButton
              queryKey={['pets', 'count', written]}
              count={(signal) => client.pets.count({ status: filters.status, categoryId: filters.categoryId, signal })}
            />
          )
        }
        skeleton={<ListSkeleton row={43} card={91} />}
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
      </ListingFrame>
      {isAdding && <AddPetDialog onClose={() => setAdding(false)} onAdded={showAdded} />}
    </Page>
  );
}
