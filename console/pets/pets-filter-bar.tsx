import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { type PetSort, type PetStatus, petStatuses } from '../../client/index.ts';
import { maxSearchLength } from '../../client/limits.ts';
import { parseInt64 } from '../../client/transport/int64.ts';
import { useCategories } from '../data/queries.ts';
import { brief } from '../listing/status-filter.tsx';
import { statusChoices } from '../ui/words.ts';
import { CategoryInput, categoryText, readCategory } from './categories.tsx';

interface PetsFilterBarProps {
  filters: PetsFilters;
  onFilter: (filters: PetsFilters) => void;
}

export function PetsFilterBar({ filters, onFilter }: PetsFilterBarProps) {
  const { q, status, categoryId } = filters;
  const isFiltered = q !== undefined || status !== undefined || categoryId !== undefined;
  return (
    <Group align="flex-start" gap="sm" role="search" aria-label="Filter the animals">
      <NameSearch q={q} onSearch={(wanted) => onFilter({ ...filters, q: wanted })} />
      <NativeSelect
        label="Status"
        data={[{ value: '', label: 'all' }, ...statusChoices]}
        value={filters.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filters, status: petStatuses.find((status) => status === value) })
        }
      />
      <CategoryFilter
        categoryId={filters.categoryId}
        onChoose={(chosen) => onFilter({ ...filters, categoryId: chosen })}
      />
      <NativeSelect
        label="Order"
        data={[...orders]}
        value={filters.sort}
        onChange={({ currentTarget: { value } }) => onFilter({ ...filters, sort: readSort(value) })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          mt={{ base: 0, xs: 25 }}
          onClick={() => onFilter({ ...filters, q: undefined, status: undefined, categoryId: undefined })}
        >
          Show all
        </Button>
      )}
    </Group>
  );
}

/** The first one is what somebody gets who does not choose. */
const orders = [
  { value: '-id', label: 'newest first' },
  { value: 'id', label: 'oldest first' },
  { value: 'name', label: 'by name' },
  { value: '-updatedAt', label: 'last changed first' },
] as const satisfies readonly { value: PetSort; label: string }[];

function readSort(text: string): PetSort {
  return orders.find(({ value }) => value === text)?.value ?? orders[0].value;
}

interface NameSearchProps {
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

/** After the last key, before it searches by itself. */
const pauseMs = 400;

/** Finds animals by what is typed. */
function NameSearch({ q = '', onSearch }: NameSearchProps) {
  // What was typed stays as it is until another search is chosen elsewhere.
  const [typed, setTyped] = useState({ text: q, at: q });
  const text = typed.at === q || typed.text.trim() === q ? typed.text : q;
  const wanted = text.trim();
  const search = () => {
    if (wanted !== q) onSearch(wanted || undefined);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for a pause in typing
  useEffect(() => {
    const timer = setTimeout(search, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <Box component="form" onSubmit={submit} flex="1 1 260px" maw={{ xs: 360 }}>
      <TextInput
        type="search"
        label="Search"
        placeholder="Name, breed, number or reference"
        maxLength={maxSearchLength}
        value={text}
        onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, at: q })}
      />
    </Box>
  );
}

interface CategoryFilterProps {
  categoryId: bigint | undefined;
  onChoose: (categoryId: bigint | undefined) => void;
}

/** Takes a category when it is chosen, or when somebody has typed one and goes on. */
function CategoryFilter({ categoryId, onChoose }: CategoryFilterProps) {
  const { list } = useCategories();
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
        value={text ?? (categoryId === undefined ? '' : categoryText(categoryId, list))}
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

export interface PetsFilters {
  /** What somebody looks for. */
  readonly q: string | undefined;
  readonly sort: PetSort;
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
  const q = params.get('q')?.slice(0, maxSearchLength).toWellFormed() || undefined;
  return { filters: { q, sort: readSort(params.get('sort') ?? ''), status, categoryId }, hints };
}

export function writePetsFilters({ q, sort, status, categoryId }: PetsFilters): Record<string, string> {
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(categoryId !== undefined && { category: String(categoryId) }),
    ...(sort !== orders[0].value && { sort }),
  };
}
