import { lazy, Suspense } from 'react';
import { useReservations } from '../data/animals.ts';
import type { Animal } from '../lib/animals.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Status } from '../ui/status.tsx';
import { statusWord } from '../ui/words.ts';

// Loaded when somebody first points at a row, or comes to one by the keyboard.
const PetActions = lazy(async () => ({ default: (await import('./pet-actions.tsx')).PetActions }));

/** Animals with their statuses, and what can be done with each. */
export function PetRows({ animals }: { animals: readonly Animal[] }) {
  const reservations = useReservations();
  return (
    <AnimalRows label="Animals">
      {animals.map((animal, place) => {
        const { id, status } = animal;
        const order = reservations?.byAnimal.get(id);
        const isReserved = order !== undefined || reservations?.areAll !== true;
        return (
          <AnimalRow
            key={String(id)}
            petId={id}
            animal={animal}
            status={<Status status={status}>{statusWord(status, isReserved)}</Status>}
            actions={
              <Suspense fallback={null}>
                <PetActions animal={animal} order={order} place={place} />
              </Suspense>
            }
          />
        );
      })}
    </AnimalRows>
  );
}
