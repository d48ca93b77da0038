import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { SourceFile } from '../file/source-file.ts';
import type { ChoiceErrors, Choices } from './choices.ts';
import { guessStatuses } from './guess-choices.ts';

interface ColumnFieldsProps {
  source: SourceFile;
  choices: Choices;
  errors: ChoiceErrors;
  onChange: (choices: Choices) => void;
}

const none = '';
const sameForAll = 'same for all';

/** Fields that assign columns. */
export function ColumnFields({ source, choices, errors, onChange }: ColumnFieldsProps) {
  const columns = source.columns
    .map((column, index) => ({ value: String(index), label: column.trim() }))
    .filter(({ label }) => label !== '');
  const change = (changes: Partial<Choices>) => onChange({ ...choices, ...changes });
  const chooseStatus = (text: string) => {
    const status = readColumn(text);
    const texts = status === undefined ? [] : source.texts[status];
    change({ status, statuses: guessStatuses(texts ?? []) });
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <Stack gap="sm">
        <NativeSelect
          name="name"
          label="Name"
          description="What the animal is called"
          data={[{ value: none, label: 'Choose a column' }, ...columns]}
          value={writeColumn(choices.name)}
          error={errors.name}
          onChange={({ currentTarget }) => change({ name: readColumn(currentTarget.value) })}
        />
        <NativeSelect
          label="If the name is empty, use"
          data={[{ value: none, label: 'nothing' }, ...columns]}
          value={writeColumn(choices.otherName)}
          onChange={({ currentTarget }) => change({ otherName: readColumn(currentTarget.value) })}
        />
      </Stack>
      <Stack gap="sm">
        <NativeSelect
          name="category"
          label="Category"
          description="A number, or a word that gets one"
          data={[
            { value: none, label: 'Choose a column' },
            ...columns,
            { value: sameForAll, label: 'The same for all rows' },
          ]}
          value={choices.category === sameForAll ? sameForAll : writeColumn(choices.category)}
          error={errors.category}
          onChange={({ currentTarget: { value } }) =>
            change({ category: value === sameForAll ? sameForAll : readColumn(value) })
          }
        />
        {choices.category === sameForAll && (
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
        data={[{ value: none, label: 'All are available' }, ...columns]}
        value={writeColumn(choices.status)}
        onChange={({ currentTarget }) => chooseStatus(currentTarget.value)}
      />
    </SimpleGrid>
  );
}

function readColumn(value: string): number | undefined {
  return value === none ? undefined : Number(value);
}

function writeColumn(column: number | undefined): string {
  return column === undefined ? none : String(column);
}
