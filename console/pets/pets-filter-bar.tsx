import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { petStatuses } from '../../client/index.ts';
import { useCategories } from '../data/use-categories.ts';
import { CategoryInput } from './category-input.tsx';
import { categoryText, readCategory } from './category-text.ts';
import type { PetsFilters } from './pets-filters.ts';

interface PetsFilterBarProps {
  filters: PetsFilters;
  onFilter: (filters: PetsFilters) => void;
}

/** Chooses which animals are shown. */
export function PetsFilterBar({ filters, onFilter }: PetsFilterBarProps) {
  const isFiltered = filters.status !== undefined || filters.categoryId !== undefined;
  return (
    <Group align="flex-start" gap="sm" role="search" aria-label="Filter the animals">
      <NativeSelect
        label="Status"
        data={[{ value: '', label: 'all' }, ...petStatuses]}
        value={filters.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filters, status: petStatuses.find((status) => status === value) })
        }
      />
      <CategoryFilter categoryId={filters.categoryId} onChoose={(categoryId) => onFilter({ ...filters, categoryId })} />
      {isFiltered && (
        <Button
          variant="subtle"
          mt={{ base: 0, xs: 25 }}
          onClick={() => onFilter({ status: undefined, categoryId: undefined })}
        >
          Show all
        </Button>
      )}
    </Group>
  );
}

interface CategoryFilterProps {
  categoryId: bigint | undefined;
  onChoose: (categoryId: bigint | undefined) => void;
}

/** Takes a category when it is chosen, or when somebody has typed one and goes on. */
function CategoryFilter({ categoryId, onChoose }: CategoryFilterProps) {
  const { list, names } = useCategories();
  // What is being typed is about the category that was chosen then: with another one it is over.
  const [typed, setTyped] = useState<{ text: string; at: bigint | undefined }>();
  const [isWrong, setWrong] = useState(false);
  const text = typed !== undefined && typed.at === categoryId ? typed.text : undefined;

  const take = (wanted: string) => {
    const chosen = readCategory(wanted, list);
    const isUsable = wanted.trim() === '' || chosen !== undefined;
    setWrong(!isUsable);
    if (!isUsable) return;
    setTyped(undefined);
    if (chosen !== categoryId) onChoose(chosen);
  };
  const takeTyped = () => {
    if (text !== undefined) take(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    takeTyped();
  };

  return (
    <Box component="form" onSubmit={submit} flex="1 1 160px" maw={{ xs: 240 }}>
      <CategoryInput
        label="Category"
        placeholder="all"
        value={text ?? (categoryId === undefined ? '' : categoryText(categoryId, names))}
        onChange={(next) => {
          setTyped({ text: next, at: categoryId });
          setWrong(false);
        }}
        onOptionSubmit={take}
        onBlur={takeTyped}
        error={isWrong && 'Type a number, or choose a name.'}
      />
    </Box>
  );
}
