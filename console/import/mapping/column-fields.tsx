import { Fieldset, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { profileFields } from '../../../client/import/profile-cells.ts';
import { petStatuses } from '../../../client/index.ts';
import { fieldLabel } from '../../profiles/profile-fields.ts';
import { texts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import { statusChoices } from '../../ui/inline.tsx';
import { Note } from '../../ui/page.tsx';
import type { SourceFile } from '../file/source-file.ts';
import {
  type ChoiceErrors,
  type ChoicesProps,
  type ColumnChoices,
  guessStatuses,
  type ProfileChoice,
  textsToMap,
} from './choices.ts';

const words = texts.import;

const none = '';
const sameForAll = 'same';

export function ColumnFields({ source, choices, errors, onChange }: ChoicesProps & { errors: ChoiceErrors }) {
  const columns = source.columns
    .map((column, index) => ({ value: String(index), label: column.trim() }))
    .filter(({ label }) => label !== '');
  const change = (changes: Partial<ColumnChoices>) => onChange({ ...choices, ...changes });
  /** The field for a column; `first` stands for none. */
  const field = (first: string, column: number | undefined, choose: (column: number | undefined) => void) => ({
    data: [{ value: none, label: first }, ...columns],
    value: column === undefined ? none : String(column),
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) =>
      choose(value === none ? undefined : Number(value)),
  });
  const isSame = choices.category === sameForAll;
  const category = field(words.chooseColumn, isSame ? undefined : choices.category, (column) =>
    change({ category: column }),
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Stack gap="sm">
        <NativeSelect
          name="name"
          label={texts.ui.name}
          description={words.nameNote}
          error={errors.name}
          {...field(words.chooseColumn, choices.name, (name) => change({ name }))}
        />
        <NativeSelect
          label={words.otherName}
          {...field(texts.pets.nothing, choices.otherName, (otherName) => change({ otherName }))}
        />
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          name="category"
          label={texts.pets.category}
          description={words.categoryNote}
          error={errors.category}
          data={[...category.data, { value: sameForAll, label: words.sameForAll }]}
          value={isSame ? sameForAll : category.value}
          onChange={(event) =>
            event.currentTarget.value === sameForAll ? change({ category: sameForAll }) : category.onChange(event)
          }
        />
        {isSame && (
          <TextInput
            name="categoryText"
            label={words.categoryNumber}
            inputMode="numeric"
            value={choices.categoryText}
            error={errors.categoryText}
            onChange={({ currentTarget }) => change({ categoryText: currentTarget.value })}
          />
        )}
      </Stack>
      <NativeSelect
        label={texts.listing.status}
        description={words.statusNote}
        {...field(words.allAvailable, choices.status, (status) =>
          change({ status, statuses: guessStatuses((status === undefined ? [] : source.texts[status]) ?? []) }),
        )}
      />
    </SimpleGrid>
  );
}

export function StatusTexts({ source, choices, onChange }: ChoicesProps) {
  const texts = textsToMap(choices, source);
  if (texts === undefined) {
    return <Note>{words.tooManyTexts(petStatuses.join(', '))}</Note>;
  }
  if (texts.length === 0) return null;
  const choose = (text: string, value: string) => {
    const statuses = new Map(choices.statuses);
    const status = petStatuses.find((known) => known === value);
    if (status === undefined) statuses.delete(text);
    else statuses.set(text, status);
    onChange({ ...choices, statuses });
  };
  return (
    <Fieldset legend={words.statusTexts}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {texts.map((text) => (
          <NativeSelect
            key={text}
            label={<span className="name">{text}</span>}
            data={[words.leaveRowsOut, ...statusChoices()]}
            value={choices.statuses.get(text) ?? words.leaveRowsOut}
            onChange={({ currentTarget }) => choose(text, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

const leaveOut = '';
const options: { value: ProfileChoice; label: string }[] = [
  ...profileFields.map((field) => ({ value: field, label: fieldLabel(field) })),
  { value: 'attribute', label: words.ownName },
];

export function ProfileColumns({ source, choices, onChange }: ChoicesProps) {
  const columns = source.columns
    .map((column, index) => ({ label: column.trim(), index, example: exampleIn(source, index) }))
    .filter(({ label }) => label !== '');
  const { name, otherName, category, status } = choices;
  const used = [name, otherName, category, status, ...choices.profile.keys()];
  const others = columns.filter(({ index }) => !used.includes(index));
  const choose = (chosen: readonly (readonly [number, ProfileChoice | undefined])[]) => {
    const profile = new Map(choices.profile);
    for (const [index, choice] of chosen) {
      if (choice === undefined) profile.delete(index);
      else profile.set(index, choice);
    }
    onChange({ ...choices, profile });
  };
  return (
    <Fieldset legend={words.more}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {columns.map(({ label, index, example }) => (
            <NativeSelect
              key={index}
              label={<span className="name">{label}</span>}
              description={<span className="name">{example === '' ? words.emptyExample : words.example(example)}</span>}
              data={[{ value: leaveOut, label: words.leaveOut }, ...options]}
              value={choices.profile.get(index) ?? leaveOut}
              onChange={({ currentTarget: { value } }) =>
                choose([[index, options.find((option) => option.value === value)?.value]])
              }
            />
          ))}
        </SimpleGrid>
        {others.length > 0 && (
          <Text size="sm">
            <SmallButton {...wrapped} onClick={() => choose(others.map(({ index }) => [index, 'attribute']))}>
              {words.keepOthers(others.length)}
            </SmallButton>
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

/** A button whose label may take several lines. */
const wrapped = { h: 'auto', mih: 30, py: 4, styles: { label: { whiteSpace: 'normal', lineHeight: 1.4 } } } as const;

const maxExample = 30;

function exampleIn({ firstRows }: SourceFile, index: number): string {
  const cell = firstRows.map(({ cells }) => (cells[index] ?? '').trim()).find((text) => text !== '') ?? '';
  return cell.length > maxExample ? `${cell.slice(0, maxExample).toWellFormed()}…` : cell;
}
