import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Pet } from '../../client/index.ts';
import { useAnimals } from '../data/animals.ts';
import { discardDraft } from '../lib/drafts.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { ConflictDialog, type ConflictRow } from '../ui/conflict-dialog.tsx';
import { Name } from '../ui/name.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { Status } from '../ui/status.tsx';
import { statusWord } from '../ui/words.ts';
import { CategoryName } from './categories.tsx';
import { ChangedMeanwhileError } from './change-pet.ts';
import { petDraft } from './drafts.ts';
import type { PetChange } from './use-pet.ts';

/** Asks which version of an animal to keep when somebody else has changed it. */
export function PetConflictDialog({ change }: { change: PetChange }) {
  const { conflict } = change;
  return conflict && <Choice conflict={conflict} change={change} />;
}

function Choice({ conflict, change }: { conflict: ChangedMeanwhileError; change: PetChange }) {
  const { theirs, request } = conflict;
  const animal = useAnimals([theirs.id])(theirs.id);
  const mine: Pet = { ...theirs, ...request.changes };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => change.make({ seen: theirs, changes: request.changes }),
    onSuccess: ({ name }) => {
      discardDraft(petDraft(theirs.id));
      notifyDone(
        <>
          <Name>{name}</Name> was saved as you wanted it.
        </>,
      );
    },
  });
  const keepTheirs = () => {
    discardDraft(petDraft(theirs.id));
    change.keepTheirs(conflict);
  };
  const row = <Field extends keyof Pet>(
    label: string,
    field: Field,
    show: (value: Pet[Field]) => ReactNode,
  ): ConflictRow => ({
    label,
    theirs: show(theirs[field]),
    mine: show(mine[field]),
    isDifferent: theirs[field] !== mine[field],
  });
  return (
    <ConflictDialog
      title="Somebody else has changed this animal"
      question="Your change was not saved. Which version do you want to keep?"
      about={
        <AnimalRows label="The animal">
          <AnimalRow petId={theirs.id} animal={animal} />
        </AnimalRows>
      }
      rows={[
        row('Name', 'name', (name) => <Name>{name}</Name>),
        row('Category', 'categoryId', (id) => <CategoryName id={id} />),
        row('Status', 'status', (status) => <Status status={status}>{statusWord(status)}</Status>),
      ]}
      subject={Object.values(theirs).join(' ')}
      onKeepTheirs={keepTheirs}
      onUseMine={() => mutate()}
      isPending={isPending}
      error={error instanceof ChangedMeanwhileError ? null : error}
    />
  );
}
