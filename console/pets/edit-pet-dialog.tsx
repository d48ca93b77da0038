import { Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { isPet, isProfile } from '../../client/guards.gen.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { transitions } from '../../contract/transitions.ts';
import { useAnimals, useRefresh } from '../data/queries.ts';
import { readDraft } from '../lib/drafts.ts';
import { usePetOrders } from '../orders/use-orders.tsx';
import { fieldLabel } from '../profiles/profile-fields.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { AnimalRow, AnimalRows } from '../ui/animal-row.tsx';
import { Dialog } from '../ui/dialog.tsx';
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
import { PetFormDialog, usePetForm } from './pet-form.tsx';

const { ui, pets: words } = texts;

export const petDraft = (id: bigint) => `animal-${id}`;

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
    notifyDone(words.saved);
  };
  const form = usePetForm(draft, animalTexts(begun), stringifyJson(begun), save);
  /** Goes on in the form, which has the decided texts if they cannot be saved either. */
  const decide = ({ seen: now, texts }: AnimalEdit) => {
    setConflict(undefined);
    seen.current = now;
    form.resubmit(texts, stringifyJson(now));
  };
  if (conflict !== undefined) return <ConflictDialog conflict={conflict} onDecide={decide} />;
  const { pet, profile } = seen.current;
  return (
    <PetFormDialog
      title={words.editTitle}
      form={form}
      before={profile}
      petId={pet.id}
      statuses={[pet.status, ...(isReserved ? [] : transitions[pet.status])]}
      submitLabel={ui.save}
    />
  );
}

interface ConflictDialogProps {
  conflict: MergedEdit;
  onDecide: (edit: AnimalEdit) => void;
}

function ConflictDialog({ conflict: { conflicts, mine, theirs }, onDecide }: ConflictDialogProps) {
  const { id } = mine.seen.pet;
  const animal = useAnimals([id])(id);
  const subject = stringifyJson([theirs.texts, mine.texts]);
  return (
    <Dialog title={words.conflict} isClosable={false}>
      <Stack>
        <Text size="sm">{words.conflictQuestion}</Text>
        <AnimalRows label={ui.theAnimal}>
          <AnimalRow petId={id} animal={animal} />
        </AnimalRows>
        <Table layout="fixed" aria-label={ui.bothVersions}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" w={110}>
                <VisuallyHidden>{ui.field}</VisuallyHidden>
              </Table.Th>
              <Table.Th scope="col">{ui.asNow}</Table.Th>
              <Table.Th scope="col">{ui.withChange}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflicts.map((field) => (
              <Table.Tr key={field} fw={700}>
                <Table.Th scope="row" fw={400}>
                  {labelOf(field)}
                </Table.Th>
                <Table.Td>{show(field, theirs.texts[field])}</Table.Td>
                <Table.Td>{show(field, mine.texts[field])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group justify="flex-end">
          <ActionButton subject={subject} variant="default" data-autofocus onClick={() => onDecide(theirs)}>
            {ui.keepTheirs}
          </ActionButton>
          <ActionButton subject={subject} onClick={() => onDecide(mine)}>
            {ui.useMine}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

const labels = { name: ui.name, categoryId: words.category, status: texts.listing.status };

function labelOf(field: AnimalField): string {
  return isPetField(field) ? labels[field] : fieldLabel(field);
}

function show(field: AnimalField, text: string) {
  if (field === 'categoryId') return <CategoryName id={BigInt(text)} />;
  if (field === 'status') return texts.petStatuses[readStatus(text)];
  if (text === '') return words.nothing;
  return (
    <span style={{ whiteSpace: 'pre-wrap' }}>
      <Name>{text}</Name>
    </span>
  );
}

/** The animal as it was when somebody began to edit it, if they have neither saved nor given that up. */
export function readSeen(id: bigint): SeenAnimal | undefined {
  const text = readDraft(petDraft(id))?.fields['seen']?.typed ?? '';
  const seen = text === '' ? undefined : parseJson(text);
  if (typeof seen !== 'object' || seen === null || !('pet' in seen) || !('profile' in seen)) return undefined;
  const { pet, profile } = seen;
  return isPet(pet) && isProfile(profile) ? { pet, profile } : undefined;
}
