import { Fieldset, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { profileFields } from '../../../client/import/profile-cells.ts';
import { fieldLabel } from '../../profiles/profile-fields.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { SmallButton } from '../../ui/action-button.tsx';
import type { SourceFile } from '../file/source-file.ts';
import type { ChoicesProps, ColumnChoices, ProfileChoice } from './choices.ts';

const words = pageTexts.import;

const leaveOut = '';
const options: { value: ProfileChoice; label: string }[] = [
  ...profileFields.map((field) => ({ value: field, label: fieldLabel(field) })),
  { value: 'attribute', label: words.ownName },
];

/** What the columns of a file say of the profile: one choice for each column. */
export function ProfileColumns({ source, choices, onChange }: ChoicesProps) {
  const columns = source.columns
    .map((column, index) => ({ label: column.trim(), index, example: exampleIn(source, index) }))
    .filter(({ label }) => label !== '');
  const others = columns.filter(({ index }) => !isUsed(choices, index));
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
            <SmallButton onClick={() => choose(others.map(({ index }) => [index, 'attribute']))}>
              {words.keepOthers(others.length)}
            </SmallButton>
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

function isUsed({ name, otherName, category, status, profile }: ColumnChoices, index: number): boolean {
  return [name, otherName, category, status].includes(index) || profile.has(index);
}

const maxExample = 30;

function exampleIn({ firstRows }: SourceFile, index: number): string {
  const cell = firstRows.map(({ cells }) => (cells[index] ?? '').trim()).find((text) => text !== '') ?? '';
  return cell.length > maxExample ? `${cell.slice(0, maxExample).toWellFormed()}…` : cell;
}
