import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { pageTexts } from '../../texts/page-texts.ts';
import type { ChoiceErrors, ChoicesProps, ColumnChoices } from './choices.ts';
import { guessStatuses } from './guess-choices.ts';

const words = pageTexts.import;

const none = '';
const sameForAll = 'same';

/** Fields that assign columns. */
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
          label={words.nameColumn}
          description={words.nameNote}
          error={errors.name}
          {...field(words.chooseColumn, choices.name, (name) => change({ name }))}
        />
        <NativeSelect
          label={words.otherName}
          {...field(words.nothing, choices.otherName, (otherName) => change({ otherName }))}
        />
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          name="category"
          label={words.category}
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
        label={words.status}
        description={words.statusNote}
        {...field(words.allAvailable, choices.status, (status) =>
          change({ status, statuses: guessStatuses((status === undefined ? [] : source.texts[status]) ?? []) }),
        )}
      />
    </SimpleGrid>
  );
}
