import { useReservations } from '../data/animals.ts';
import type { Animal } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { laterPart } from '../texts/later.ts';
import { texts } from '../texts/texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Status } from '../ui/status.tsx';
import { statusWord } from '../ui/words.ts';
import { PrintDialog } from './paper/later-print-dialog.ts';
import { only } from './selection/read-chosen.ts';
import type { Selection } from './selection/use-selection.ts';

// Loaded when somebody first points at a row, or comes to one by the keyboard.
const PetActions = laterPart(async () => (await import('./pet-actions.tsx')).PetActions);

/** Animals with their statuses, and what can be done with each. */
export function PetRows({ animals, selection }: { animals: readonly Animal[]; selection: Selection }) {
  const reservations = useReservations();
  const open = useOpenDialog();
  const shown = animals.map(({ id }) => id);
  return (
    <AnimalRows label={texts.pages['/animals']}>
      {animals.map((animal, place) => {
        const { id, status } = animal;
        const order = reservations?.byAnimal.get(id);
        const isReserved = order !== undefined || reservations?.areAll !== true;
        return (
          <AnimalRow
            key={String(id)}
            petId={id}
            animal={animal}
            check={{
              label: texts.pets.select(animal.name),
              isChecked: selection.has(id),
              onToggle: (isRange) => selection.toggle(id, isRange, shown),
            }}
            status={<Status status={status}>{statusWord(animal, isReserved)}</Status>}
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
}
