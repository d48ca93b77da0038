import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { NoAnimals } from '../data/no-animals.tsx';
import { countAnimals, pageSize, searchAnimals, useIsReserved, useReservations } from '../data/queries.ts';
import type { Animal } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { ListingView } from '../listing/listing.tsx';
import { type ListingAddress, useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/texts.ts';
import { QuietButton } from '../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { AnimalStatus } from '../ui/inline.tsx';
import { EmptyState, PageFrame } from '../ui/page.tsx';
import { newPetDraft } from './drafts.ts';
import { PrintDialog } from './paper/later-print-dialog.ts';
import { PetsFilterBar, readPetsFilters, writePetsFilters } from './pets-filter-bar.tsx';
import { SelectAll } from './selection/select-all.tsx';
import { only, type Selection, useSelection } from './selection/selection.ts';

const AddPetDialog = laterPart(async () => (await import('./add-pet-dialog.tsx')).AddPetDialog);

export function PetsPage() {
  const session = useSession();
  const { can } = session;
  const address = useListingAddress();
  const { filters, isFiltered, filterCount, hints } = readPetsFilters(address.params, can);
  const open = useOpenDialog();
  const add = () => open(<AddPetDialog />);
  useReopening(newPetDraft, add, can('pets:write'));
  const written = writePetsFilters(filters, can);
  const selection = useSelection(JSON.stringify(written));
  return (
    <PageFrame
      title={texts.pages['/animals']}
      actions={can('pets:write') && <Button onClick={add}>{texts.pets.add}</Button>}
    >
      <PetsFilterBar
        filters={filters}
        isFiltered={isFiltered}
        filterCount={filterCount}
        onFilter={(wanted) => address.filter(writePetsFilters(wanted, can))}
      />
      <ListingView
        label={texts.pages['/animals']}
        address={address}
        queryKey={['pets', written]}
        noun={{ one: texts.pets.animal, many: texts.pets.animals }}
        fetchPage={(cursor, signal) => searchAnimals(session, { ...filters, cursor, limit: pageSize, signal })}
        count={(signal) => countAnimals(session, filters, signal)}
        hints={hints}
        tools={(animals, total) => <SelectAll selection={selection} from={filters} total={total} animals={animals} />}
        empty={<PetsEmpty isFiltered={isFiltered} address={address} onAdd={add} />}
      >
        {(animals) => <PetRows animals={animals} selection={selection} />}
      </ListingView>
    </PageFrame>
  );
}

// Loaded when somebody first points at a row, or comes to one by the keyboard.
const PetActions = laterPart(async () => (await import('./pet-actions.tsx')).PetActions);

// Not drawn anew when the number of all animals comes.
const PetRows = memo(({ animals, selection }: { animals: readonly Animal[]; selection: Selection }) => {
  const reservations = useReservations();
  const isReserved = useIsReserved();
  const open = useOpenDialog();
  const shown = animals.map(({ id }) => id);
  return (
    <AnimalRows label={texts.pages['/animals']}>
      {animals.map((animal, place) => {
        const { id } = animal;
        const order = reservations?.byAnimal.get(id);
        return (
          <AnimalRow
            key={String(id)}
            petId={id}
            animal={animal}
            hasColumns
            check={{
              label: texts.pets.select(animal.name),
              isChecked: selection.has(id),
              onToggle: (isRange) => selection.toggle(id, isRange, shown),
            }}
            status={<AnimalStatus animal={animal} isReserved={isReserved(id)} />}
            actions={
              <PetActions
                animal={animal}
                order={order}
                place={place}
                onPrint={() => open(<PrintDialog chosen={only([id])} />)}
              />
            }
          />
        );
      })}
    </AnimalRows>
  );
});

interface PetsEmptyProps {
  isFiltered: boolean;
  address: ListingAddress;
  onAdd: () => void;
}

function PetsEmpty({ isFiltered, address, onAdd }: PetsEmptyProps) {
  const said = texts.pets;
  const isFirstPage = address.cursor === undefined;
  const { client } = useSession();
  const inventory = useQuery({ queryKey: ['inventory'], queryFn: ({ signal }) => client.inventory.get({ signal }) });
  const counts = Object.values(inventory.data ?? {});
  if (!isFiltered && isFirstPage && counts.every((count) => count === 0n)) {
    return (
      <NoAnimals>
        <Button onClick={onAdd}>{said.addFirst}</Button>
      </NoAnimals>
    );
  }
  return (
    <EmptyState
      title={isFirstPage ? said.noMatch : texts.listing.emptyPage}
      actions={<QuietButton onClick={() => address.filter({ status: 'all' })}>{said.showAllAnimals}</QuietButton>}
    >
      {isFirstPage ? said.noMatchAdvice : said.emptyPageText}
    </EmptyState>
  );
}
