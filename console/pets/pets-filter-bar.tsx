import { Box, Button, Group, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type PetStatus, petStatuses } from '../../client/index.ts';
import { parseInt64 } from '../../client/transport/int64.ts';
import { useCategories } from '../data/queries.ts';
import { isolated } from '../ui/name.tsx';
import { CategoryInput, categoryText, readCategory } from './categories.tsx';

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

/** Which animals are shown. */
export interface PetsFilters {
  readonly status: PetStatus | undefined;
  readonly categoryId: bigint | undefined;
}

/** The filters that stand in an address, and a hint for each that cannot be used. */
export function readPetsFilters(params: URLSearchParams): { filters: PetsFilters; hints: string[] } {
  const hints: string[] = [];
  const statusText = params.get('status') ?? '';
  const status = petStatuses.find((known) => known === statusText);
  if (statusText !== '' && status === undefined) {
    hints.push(
      `The address asks for animals that are “${brief(statusText)}”. There is no such status, so it is left out.`,
    );
  }
  const categoryText = params.get('category') ?? '';
  const categoryId = parseInt64(categoryText.trim());
  if (categoryText !== '' && categoryId === undefined) {
    hints.push(`The address asks for the category “${brief(categoryText)}”. That is no number, so it is left out.`);
  }
  return { filters: { status, categoryId }, hints };
}

/** The filters as an address has them. */
export function writePetsFilters({ status, categoryId }: PetsFilters): Record<string, string> {
  return { ...(status && { status }), ...(categoryId !== undefined && { category: String(categoryId) }) };
}

function brief(text: string): string {
  return isolated(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
