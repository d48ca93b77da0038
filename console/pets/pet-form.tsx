import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isPet } from '../../client/guards.gen.ts';
import { type Category, type PetStatus, petStatuses } from '../../client/index.ts';
import { findNameError } from '../../client/resources/names.ts';
import type { Pet } from '../../client/resources/pets.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { useCategories } from '../data/queries.ts';
import { RestoredHint, readDraft, useDraftFields } from '../lib/drafts.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { statusChoices } from '../ui/words.ts';
import { CategoryInput, findNewCategory, readCategory, useAddCategory } from './categories.tsx';
import { petDraft } from './drafts.ts';

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
  const addCategory = useAddCategory();
  const [added, setAdded] = useState<string>();
  const saveAll = async ({ newCategory, ...values }: PetValues & { newCategory: Category | undefined }) => {
    if (newCategory !== undefined) await addCategory(newCategory);
    await save(values);
  };
  const form = useFormMutation(saveAll, { fields: petFields });
  const errors = form.fieldErrors;
  const offered = findNewCategory(category, list);
  const newCategory = offered?.name === added ? offered : undefined;
  const categoryId = newCategory?.id ?? readCategory(category, list);

  const submit = () => {
    const wrongName = nameError(name);
    const wrongCategory = categoryError(category, categoryId, offered);
    if (wrongName === undefined && wrongCategory === undefined && categoryId !== undefined)
      return form.submit({ name, categoryId, status, newCategory });
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
        description={errors['categoryId'] === undefined && offered === undefined && describe(categoryId, names)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        withAsterisk={false}
        value={category}
        onChange={(text) => change({ category: text })}
        error={errors['categoryId']}
      />
      {offered !== undefined && (
        <Checkbox
          label={
            <>
              Add the new category “<Name>{offered.name}</Name>”
            </>
          }
          checked={newCategory !== undefined}
          onChange={({ currentTarget }) => setAdded(currentTarget.checked ? offered.name : undefined)}
        />
      )}
      {withStatus && (
        <NativeSelect
          label="Status"
          data={statusChoices}
          value={status}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
          error={errors['status']}
        />
      )}
    </FormDialog>
  );
}

/** Describes the category with the entered number. */
function describe(categoryId: bigint | undefined, names: ReadonlyMap<bigint, string>): string | undefined {
  if (categoryId === undefined) return 'Choose one, type the name of a new one, or type a number.';
  return names.has(categoryId) ? undefined : 'This number has no name yet; that is fine.';
}

/** The fields of an animal, as the server names them. */
const petFields = ['name', 'categoryId', 'status'];

function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  const fault = findNameError(name);
  return fault && `The name ${fault}.`;
}

/** Why the text of the category field is not valid. `offered` is the new category that it could be, and is if `categoryId` is its id. */
function categoryError(text: string, categoryId: bigint | undefined, offered: Category | undefined) {
  if (text.trim() === '') return 'Choose a category, or enter the name of a new one.';
  const fault = offered && findNameError(offered.name);
  if (fault !== undefined) return `The name ${fault}.`;
  if (categoryId !== undefined) return undefined;
  return offered === undefined
    ? 'Unknown category. Choose one from the list, or enter a number.'
    : 'Unknown category. Choose one from the list, or add it below.';
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
