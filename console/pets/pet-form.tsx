import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { findNameError } from '../../client/resources/names.ts';
import { isPet, type Pet } from '../../client/resources/pets.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { useCategories } from '../data/queries.ts';
import { RestoredHint, readDraft, useDraftFields } from '../lib/drafts.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { CategoryInput, readCategory } from './categories.tsx';

/** The values of the form. */
export interface PetValues {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: PetStatus;
}

interface PetFormDialogProps {
  title: string;
  /** The name of the draft. The caller discards it. */
  draft: string;
  /** The initial values. `seen` is stored with the draft: the animal as it was when editing began. */
  initial: { readonly name: string; readonly category: string; readonly seen: string };
  /** Whether there is a field for the status. */
  withStatus: boolean;
  submitLabel: string;
  /** Also closes the dialog. What it throws is shown in the form. */
  save: (values: PetValues) => Promise<unknown>;
  onClose: () => void;
}

/** The form for an animal. An error is shown at the field that it is about. */
export function PetFormDialog({ draft, initial, withStatus, save, ...dialog }: PetFormDialogProps) {
  const { list, names } = useCategories();
  const { fields, isRestored, change } = useDraftFields(draft, { ...initial, status: 'available' });
  const { name, category } = fields;
  const status = petStatuses.find((known) => known === fields.status) ?? 'available';
  const form = useFormMutation(save, { fields: petFields });
  const errors = form.fieldErrors;
  const categoryId = readCategory(category, list);

  const submit = () => {
    const wrongName = nameError(name);
    const wrongCategory = categoryError(category, categoryId);
    if (wrongName === undefined && categoryId !== undefined) return form.submit({ name, categoryId, status });
    form.reject({ ...(wrongName && { name: wrongName }), ...(wrongCategory && { categoryId: wrongCategory }) });
  };

  return (
    <FormDialog {...dialog} state={form} onSubmit={submit}>
      {isRestored && <RestoredHint />}
      <TextInput
        label="Name"
        data-autofocus
        required
        withAsterisk={false}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errors['name']}
      />
      <CategoryInput
        label="Category"
        description={errors['categoryId'] === undefined && describe(categoryId, names)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        withAsterisk={false}
        value={category}
        onChange={(text) => change({ category: text })}
        error={errors['categoryId']}
      />
      {withStatus && (
        <NativeSelect
          label="Status"
          data={petStatuses}
          value={status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          error={errors['status']}
        />
      )}
    </FormDialog>
  );
}

/** Describes the category with the entered number. */
function describe(categoryId: bigint | undefined, names: ReadonlyMap<bigint, string>): ReactNode {
  if (categoryId === undefined) return 'Type a number, or choose one that has a name.';
  const name = names.get(categoryId);
  if (name === undefined) return 'This number has no name yet; that is fine.';
  return (
    <>
      The category {String(categoryId)} is “<Name>{name}</Name>”.
    </>
  );
}

/** The fields of an animal, as the server names them. */
export const petFields = ['name', 'categoryId', 'status'];

/** Why a name is not valid. */
export function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  const fault = findNameError(name);
  return fault && `The name ${fault}.`;
}

/** Why the text of the category field is not valid. */
export function categoryError(text: string, categoryId: bigint | undefined): string | undefined {
  if (text.trim() === '') return 'Enter a number, or choose a category.';
  return categoryId === undefined ? 'Unknown category. Choose one from the list, or enter a number.' : undefined;
}

/** The draft of the form for a new animal. */
export const newPetDraft = 'new-animal';

/** The draft of the form for an animal. */
export function petDraft(id: bigint): string {
  return `animal-${id}`;
}

/** An animal as somebody saw it who has begun to change it, as a form keeps it. */
export function writeSeen(pet: Pet): string {
  return stringifyJson(pet);
}

/** The animal as it was when somebody began to change it, if they have neither saved nor given that up. */
export function readSeen(id: bigint): Pet | undefined {
  const text = readDraft(petDraft(id))?.['seen'];
  const pet = text === undefined ? undefined : parseJson(text);
  return isPet(pet) ? pet : undefined;
}
