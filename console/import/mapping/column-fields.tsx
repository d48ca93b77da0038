import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { ChoiceErrors, ChoicesProps, ColumnChoices } from './choices.ts';
import { guessStatuses } from './guess-choices.ts';

const none = '';
const sameForAll = 'same for all';

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
  const category = field('Choose a column', isSame ? undefined : choices.category, (column) =>
    change({ category: column }),
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Stack gap="sm">
        <NativeSelect
          name="name"
          label="Name"
          description="What the animal is called"
          error={errors.name}
          {...field('Choose a column', choices.name, (name) => change({ name }))}
        />
        <NativeSelect
          label="If the name is empty, use"
          {...field('nothing', choices.otherName, (otherName) => change({ otherName }))}
        />
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          name="category"
          label="Category"
          description="A number, or a word that gets one"
          error={errors.category}
          data={[...category.data, { value: sameForAll, label: 'The same for all rows' }]}
          value={isSame ? sameForAll : category.value}
          onChange={(event) =>
            event.currentTarget.value === sameForAll ? change({ category: sameForAll }) : category.onChange(event)
          }
        />
        {isSame && (
          <TextInput
            name="categoryText"
            label="Category number"
            inputMode="numeric"
            value={choices.categoryText}
            error={errors.categoryText}
            onChange={({ currentTarget }) => change({ categoryText: currentTarget.value })}
          />
        )}
      </Stack>
      <NativeSelect
        label="Status"
        description="Where it is empty, an animal is available"
        {...field('All are available', choices.status, (status) =>
          change({ status, statuses: guessStatuses((status === undefined ? [] : source.texts[status]) ?? []) }),
        )}
      />
    </SimpleGrid>
  );
}
