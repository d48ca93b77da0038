import { Button } from '@mantine/core';
import { countAnimals, searchAnimals } from '../data/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { useReopening } from '../lib/drafts.ts';
import { ListSkeleton } from '../listing/list-skeleton.tsx';
import { ListingView, pageSize } from '../listing/listing.tsx';
import { useListingAddress } from '../listing/use-listing-address.ts';
import { useSession } from '../session/session.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/texts.ts';
import { PageFrame } from '../ui/page.tsx';
import { newPetDraft } from './drafts.ts';
import { PetRows } from './pet-rows.tsx';
import { PetsEmpty } from './pets-empty.tsx';
import { PetsFilterBar, readPetsFilters, writePetsFilters } from './pets-filter-bar.tsx';
import { SelectAll } from './selection/select-all.tsx';
import { useSelection } from './selection/use-selection.ts';

const AddPetDialog = laterPart(async () => (await import('./add-pet-dialog.tsx')).AddPetDialog);

export function PetsPage() {
  const session = useSession();
  const { can } = session;
  const address = useListingAddress();
  const { filters, hints } = readPetsFilters(address.params);
  const open = useOpenDialog();
  const add = () => open(<AddPetDialog />);
  useReopening(newPetDraft, add, can('pets:write'));
  const { sort: _, ...restrictions } = filters;
  const written = writePetsFilters(filters);
  const selection = useSelection(JSON.stringify(written));
  const isFiltered = Object.values(restrictions).some((value) => value !== undefined);

  return (
    <PageFrame
      title={texts.pages['/animals']}
      actions={can('pets:write') && <Button onClick={add}>{texts.pets.add}</Button>}
    >
      <PetsFilterBar filters={filters} onFilter={(wanted) => address.filter(writePetsFilters(wanted))} />
      <ListingView
        label={texts.pages['/animals']}
        address={address}
        queryKey={['pets', written]}
        noun={{ one: texts.pets.animal, many: texts.pets.animals }}
        fetchPage={(cursor, signal) => searchAnimals(session, { ...filters, cursor, limit: pageSize, signal })}
        count={(signal) => countAnimals(session, filters, signal)}
        hints={hints}
        tools={(animals, total) => <SelectAll selection={selection} from={filters} total={total} animals={animals} />}
        skeleton={<ListSkeleton />}
        empty={
          <PetsEmpty
            isFiltered={isFiltered}
            isFirstPage={address.cursor === undefined}
            onShowAll={() => address.filter({})}
            onAdd={add}
          />
        }
      >
        {(animals) => <PetRows animals={animals} selection={selection} />}
      </ListingView>
    </PageFrame>
  );
}
