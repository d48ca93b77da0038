import { useRef, useState } from 'react';
import { isPet, isProfile } from '../../client/guards.gen.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { transitions } from '../../src/catalogue/pets/model.ts';
import { useAnimals, useRefresh } from '../data/queries.ts';
import { readDraft } from '../lib/drafts.ts';
import { usePetOrders } from '../orders/use-orders.tsx';
import { fieldLabel } from '../profiles/profile-fields.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { texts } from '../texts/texts.ts';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { Name } from '../ui/inline.tsx';
import { notifyDone } from '../ui/notify.tsx';
import { CategoryName } from './categories.tsx';
import {
  type AnimalEdit,
  type AnimalField,
  type AnimalTexts,
  animalTexts,
  isPetField,
  type MergedEdit,
  readStatus,
  type SeenAnimal,
  saveAnimal,
} from './change-animal.ts';
import { petDraft } from './drafts.ts';
import { PetFormDialog, usePetForm } from './pet-form.tsx';

/**
 * The form for all of an animal. It saves what was changed in it, so that two people can change different fields, and asks
 * about fields that somebody else has changed meanwhile. `begun` is the animal as it was when editing began.
 */
export function EditPetDialog({ begun }: { begun: SeenAnimal }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const draft = petDraft(begun.pet.id);
  const isReserved = usePetOrders(begun.pet.id).data?.some(({ status }) => status === 'placed') === true;
  const seen = useRef(begun);
  const [conflict, setConflict] = useState<MergedEdit>();
  const save = async (texts: AnimalTexts) => {
    const found = await saveAnimal(client, { seen: seen.current, texts });
    setConflict(found);
    void refresh();
    if (found !== undefined) return;
    form.saved.close();
    notifyDone(pageTexts.pets.saved);
  };
  const form = usePetForm(draft, animalTexts(begun), writeSeen(begun), save);
  /** Goes on in the form, which has the decided texts if they cannot be saved either. */
  const decide = ({ seen: now, texts }: AnimalEdit) => {
    setConflict(undefined);
    seen.current = now;
    form.resubmit(texts, writeSeen(now));
  };
  if (conflict !== undefined) return <AnimalConflictDialog conflict={conflict} onDecide={decide} />;
  const { pet, profile } = seen.current;
  return (
    <PetFormDialog
      title={pageTexts.pets.editTitle}
      form={form}
      before={profile}
      statuses={[pet.status, ...(isReserved ? [] : transitions[pet.status])]}
      submitLabel={pageTexts.ui.save}
    />
  );
}

interface AnimalConflictDialogProps {
  conflict: MergedEdit;
  onDecide: (edit: AnimalEdit) => void;
}

function AnimalConflictDialog({ conflict: { conflicts, mine, theirs }, onDecide }: AnimalConflictDialogProps) {
  const { id } = mine.seen.pet;
  const animal = useAnimals([id])(id);
  return (
    <ConflictDialog
      title={pageTexts.pets.conflict}
      question={pageTexts.pets.conflictQuestion}
      about={
        <AnimalRows label={pageTexts.ui.theAnimal}>
          <AnimalRow petId={id} animal={animal} />
        </AnimalRows>
      }
      rows={conflicts.map((field) => ({
        label: labelOf(field),
        theirs: show(field, theirs.texts[field]),
        mine: show(field, mine.texts[field]),
        isDifferent: true,
      }))}
      subject={stringifyJson([theirs.texts, mine.texts])}
      onKeepTheirs={() => onDecide(theirs)}
      onUseMine={() => onDecide(mine)}
    />
  );
}

function labelOf(field: AnimalField): string {
  return isPetField(field) ? pageTexts.pets.fields[field] : fieldLabel(field);
}

function show(field: AnimalField, text: string) {
  if (field === 'categoryId') return <CategoryName id={BigInt(text)} />;
  if (field === 'status') return texts.petStatuses[readStatus(text)];
  if (text === '') return pageTexts.pets.nothing;
  return (
    <span style={{ whiteSpace: 'pre-wrap' }}>
      <Name>{text}</Name>
    </span>
  );
}

function writeSeen(seen: SeenAnimal): string {
  return stringifyJson(seen);
}

/** The animal as it was when somebody began to edit it, if they have neither saved nor given that up. */
export function readSeen(id: bigint): SeenAnimal | undefined {
  const text = readDraft(petDraft(id))?.['seen'] ?? '';
  const seen = text === '' ? undefined : parseJson(text);
  if (typeof seen !== 'object' || seen === null || !('pet' in seen) || !('profile' in seen)) return undefined;
  const { pet, profile } = seen;
  return isPet(pet) && isProfile(profile) ? { pet, profile } : undefined;
}
