import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Category, PetStatus, Profile } from '../../client/index.ts';
import { findNameError } from '../../contract/names.ts';
import { aboutFields, type ProfileField, profileFields } from '../../importer/profile-fields.ts';
import { useCategories } from '../data/queries.ts';
import type { Draft } from '../lib/draft-format.ts';
import { useDraftFields } from '../lib/drafts.ts';
import { type FieldErrors, readFieldErrors, textInput, useFormMutation } from '../lib/mutations.ts';
import { CurrencyQuestion, useCurrency } from '../profiles/currency.tsx';
import { fieldLabel } from '../profiles/profile-fields.ts';
import { readForm, withCurrency } from '../profiles/profile-form.ts';
import { SharedChip } from '../profiles/shared-chip.tsx';
import { texts } from '../texts/page-texts.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Name, statusChoices } from '../ui/inline.tsx';
import { CategoryInput, findNewCategory, readCategory, useAddCategory } from './categories.tsx';
import { categoryText } from './category-text.ts';
import { type AnimalTexts, animalFields } from './change-animal.ts';

const words = texts.pets;

/** What is typed in the form. `category` is how people write a category, and `seen` what is stored with the draft. */
type PetFields = Omit<AnimalTexts, 'categoryId'> & { readonly category: string; readonly seen: string };

export function usePetForm(
  draft: string,
  initial: AnimalTexts,
  seen: string,
  save: (texts: AnimalTexts) => Promise<unknown>,
) {
  const { list } = useCategories();
  const { categoryId, ...others } = initial;
  const categoryOf = (id: string) => (id === '' ? '' : categoryText(BigInt(id), list));
  const first = { ...others, category: categoryOf(categoryId), seen };
  const saved = useDraftFields<PetFields & Draft>(draft, first, true);
  const { fields, change } = saved;
  // The form can be open before the categories are there.
  const areKnown = list.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for them, and not for what is typed
  useEffect(() => {
    if (areKnown && fields.category === categoryId) change({ category: categoryOf(categoryId) });
  }, [areKnown]);
  const [added, setAdded] = useState<string>();
  const addCategory = useAddCategory();
  const currency = useCurrency();
  const offered = findNewCategory(fields.category, list);
  const newCategory = offered?.name === added ? offered : undefined;
  const chosenId = newCategory?.id ?? readCategory(fields.category, list);
  const send = async (texts: AnimalTexts) => {
    if (newCategory !== undefined) await addCategory(newCategory);
    await save(texts);
  };
  const form = useFormMutation(send, { fields: animalFields, fieldErrorsOf });
  return {
    form,
    fields,
    saved,
    change,
    category: { id: chosenId, offered, isAdded: newCategory !== undefined, setAdded },
    /** Sends what is typed, or shows what is wrong with it. `before` is the profile as it was when editing began. */
    submit(before: Profile) {
      const { name, category, seen: _, ...typed } = fields;
      const texts = withCurrency(typed, currency);
      const read = readForm(before, texts);
      const errors = Object.entries({
        name: nameError(name),
        categoryId: categoryError(category, chosenId, offered),
        ...('errors' in read && read.errors),
      }).filter(([, error]) => error !== undefined);
      if (errors.length > 0) form.reject(Object.fromEntries(errors) as FieldErrors);
      else form.submit({ ...texts, name, categoryId: String(chosenId) });
    },
    /** Shows other texts, and sends them. */
    resubmit(texts: AnimalTexts, nowSeen: string) {
      const { categoryId: id, ...rest } = texts;
      change({ ...rest, category: categoryOf(id), seen: nowSeen });
      form.submit(texts);
    },
  };
}

interface PetFormDialogProps {
  title: string;
  form: ReturnType<typeof usePetForm>;
  /** The profile as it was when editing began. */
  before: Profile;
  statuses: readonly PetStatus[];
  /** Whether most of the profile is behind a heading. */
  isFolded?: boolean;
  hasProfile?: boolean;
  /** The animal, if it is there already. */
  petId?: bigint;
  submitLabel: string;
  children?: ReactNode;
}

/** The form for all that is known of an animal. An error is shown at the field that it is about. */
export function PetFormDialog(props: PetFormDialogProps) {
  const { form: state, before, statuses, isFolded = false, hasProfile = true, petId, children, ...dialog } = props;
  const { names } = useCategories();
  const { form, fields, change, category } = state;
  const errors = form.fieldErrors;
  const [isOpen, setOpen] = useState(!isFolded || profileFields.some((name) => fields[name] !== ''));
  const input = (name: ProfileField | 'name' | 'status') =>
    textInput(fields[name] ?? '', errors[name], (text) => change({ [name]: text }));
  return (
    <FormDialog {...dialog} isSheet draft={state.saved} state={form} onSubmit={() => state.submit(before)}>
      <TextInput label={texts.ui.name} required withAsterisk={false} {...input('name')} />
      <CategoryInput
        label={words.category}
        description={
          errors['categoryId'] === undefined && category.offered === undefined && describe(category.id, names)
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        required
        withAsterisk={false}
        value={fields.category}
        onChange={(text) => change({ category: text })}
        error={errors['categoryId']}
      />
      {category.offered !== undefined && (
        <Checkbox
          label={words.addCategory(<Name>{category.offered.name}</Name>)}
          checked={category.isAdded}
          onChange={({ currentTarget }) =>
            category.setAdded(currentTarget.checked ? category.offered?.name : undefined)
          }
        />
      )}
      <NativeSelect
        label={texts.listing.status}
        data={statusChoices().filter(({ value }) => statuses.includes(value))}
        {...input('status')}
      />
      {children}
      {hasProfile && (
        <details
          className="more"
          open={isOpen || profileFields.some((name) => errors[name] !== undefined)}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{words.moreAbout}</summary>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {shownFields(fields.status).map((name) => (
              <ProfileInput key={name} name={name} petId={petId} {...input(name)} />
            ))}
          </SimpleGrid>
        </details>
      )}
    </FormDialog>
  );
}

/** How an animal has left is said of one that is no longer here. */
function shownFields(status: string): readonly ProfileField[] {
  return profileFields.filter((name) => status === 'sold' || (name !== 'outcomeType' && name !== 'outcomeOn'));
}

interface ProfileInputProps extends ReturnType<typeof textInput> {
  name: ProfileField;
  label?: string | undefined;
  petId?: bigint | undefined;
}

export function ProfileInput({ name, label = fieldLabel(name), petId, ...input }: ProfileInputProps) {
  const { kind, words = ['yes', 'no'], hint, placeholder, hasLines } = aboutFields[name];
  const said = texts.profiles;
  const shared = { ...input, label, description: said.hint(name, hint) };
  if (kind === 'flag' || kind === 'word') {
    // Nobody tells it from what was left empty, so it is offered only where it is stored.
    const shown = words.filter((word) => word !== 'unknown' || word === input.value);
    const options = shown.map((word) => ({ value: word, label: said.word(word) }));
    return <NativeSelect {...shared} data={[{ value: '', label: said.notKnown }, ...options]} />;
  }
  if (hasLines) return <Textarea {...shared} autosize minRows={3} maxRows={12} style={{ gridColumn: '1 / -1' }} />;
  if (kind === 'fee') {
    return (
      <Stack gap="xs">
        <TextInput {...shared} placeholder={placeholder} />
        <CurrencyQuestion amount={input.value} />
      </Stack>
    );
  }
  if (name === 'microchip') {
    return (
      <Stack gap="xs">
        <TextInput {...shared} />
        <SharedChip chip={input.value} petId={petId} />
      </Stack>
    );
  }
  const isDay = kind === 'date' && name !== 'birthDate';
  return <TextInput {...shared} {...(isDay && { type: 'date' })} placeholder={placeholder} />;
}

/** The server names `goodWith` as one field, whose error belongs to the first of the three, and a profile in an animal as one. */
function fieldErrorsOf(error: unknown): FieldErrors {
  const { goodWith, ...errors } = readFieldErrors(error);
  return goodWith === undefined ? errors : { ...errors, 'goodWith.children': goodWith };
}

function describe(categoryId: bigint | undefined, names: ReadonlyMap<bigint, string>): string | undefined {
  if (categoryId === undefined) return words.categoryAdvice;
  return names.has(categoryId) ? undefined : words.unnamedCategory;
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return texts.ui.nameMissing;
  const fault = findNameError(name);
  return fault && texts.ui.nameFault(fault, name);
}

/** Why the text of the category field is not valid. `offered` is the new category that it could be, and is if `categoryId` is its id. */
function categoryError(text: string, categoryId: bigint | undefined, offered: Category | undefined) {
  if (text.trim() === '') return words.categoryMissing;
  const fault = offered && findNameError(offered.name);
  if (fault !== undefined) return texts.ui.nameFault(fault, offered?.name ?? '');
  if (categoryId !== undefined) return undefined;
  return offered === undefined ? words.categoryUnknown : words.categoryNew;
}
