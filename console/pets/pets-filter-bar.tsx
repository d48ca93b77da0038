import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { isWhereabouts } from '../../client/guards.gen.ts';
import { petStatuses } from '../../client/index.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { maxSearchLength } from '../../contract/limits.ts';
import { type ListingPart, listingParts } from '../../contract/pet.ts';
import { type AnimalOptions, type AnimalSort, type AnimalState, animalSorts, useCategories } from '../data/queries.ts';
import { brief } from '../listing/status-filter.tsx';
import { type Session, useSession } from '../session/session.tsx';
import { texts } from '../texts/texts.ts';
import { placeChoices, statusChoices } from '../ui/inline.tsx';
import { useIsNarrow } from '../ui/page.tsx';
import { categoryText } from './category-text.ts';

interface PetsFilterBarProps {
  filters: PetsFilters;
  isFiltered: boolean;
  /** Without the search. */
  filterCount: number;
  onFilter: (filters: PetsFilters) => void;
}

export function PetsFilterBar({ filters, isFiltered, filterCount, onFilter }: PetsFilterBarProps) {
  const { can } = useSession();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const search = (q: string | undefined) => {
    const isUsual = filters.status === usualState(filters, can);
    onFilter({ ...filters, q, status: isUsual ? usualState({ ...filters, q }, can) : filters.status });
  };
  return (
    <Group align="flex-end" gap="sm" role="search" aria-label={texts.listing.filter(texts.pets.animals)}>
      <NameSearch q={filters.q} onSearch={search} />
      {isNarrow && (
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {texts.pets.filters(filterCount)}
        </Button>
      )}
      {(isOpen || !isNarrow) && (
        <>
          <Filter
            label={texts.listing.status}
            choices={[...(can('listings:read') ? [hereChoice()] : []), ...statusChoices()]}
            chosen={filters.status}
            onChoose={(text) => onFilter({ ...filters, status: readState(text) })}
          />
          <CategoryFilter
            categoryId={filters.categoryId}
            onChoose={(chosen) => onFilter({ ...filters, categoryId: chosen })}
          />
          {can('listings:read') && (
            <>
              <Filter
                label={texts.whereItIs}
                choices={placeChoices()}
                chosen={filters.whereabouts}
                onChoose={(text) => onFilter({ ...filters, whereabouts: isWhereabouts(text) ? text : undefined })}
              />
              <Filter
                label={texts.pets.hold}
                choices={holds.map((held) => ({ value: `${held}`, label: texts.pets.holds[`${held}`] }))}
                chosen={filters.onHold}
                onChoose={(text) => onFilter({ ...filters, onHold: readHold(text) })}
              />
              <Filter
                label={texts.pets.without}
                choices={missingChoices()}
                chosen={filters.missing?.join()}
                onChoose={(text) => onFilter({ ...filters, missing: readMissing(text) })}
              />
            </>
          )}
          <NativeSelect
            label={texts.pets.order}
            flex="1 1 120px"
            maw={240}
            data={animalSorts.map((value) => ({ value, label: texts.pets.orders[value] }))}
            value={filters.sort}
            onChange={({ currentTarget: { value } }) => onFilter({ ...filters, sort: readSort(value) })}
          />
          {isFiltered && (
            <Button
              variant="subtle"
              onClick={() => onFilter({ ...readPetsFilters(showAll, can).filters, sort: filters.sort })}
            >
              {texts.pets.showAll}
            </Button>
          )}
        </>
      )}
    </Group>
  );
}

interface FilterProps {
  label: string;
  choices: readonly { value: string; label: string }[];
  chosen: string | boolean | undefined;
  /** Told an empty text for all. */
  onChoose: (text: string) => void;
}

function Filter({ label, choices, chosen = '', onChoose }: FilterProps) {
  return (
    <NativeSelect
      label={label}
      flex="1 1 120px"
      maw={240}
      data={[{ value: '', label: texts.listing.all }, ...choices]}
      value={String(chosen)}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

const holds = [true, false] as const;
const all = 'all';
const showAll = new URLSearchParams({ status: all });

const hereChoice = () => ({ value: 'here', label: texts.pets.here });

function readState(text: string): AnimalState | undefined {
  return text === 'here' ? text : petStatuses.find((status) => status === text);
}

function readHold(text: string): boolean | undefined {
  return holds.find((held) => String(held) === text);
}

const missingChoices = () => Object.entries(texts.pets.missing).map(([value, label]) => ({ value, label }));

function readMissing(text: string): ListingPart[] | undefined {
  const parts = listingParts.filter((part) => text.split(',').includes(part));
  return parts.length === 0 ? undefined : parts;
}

function readSort(text: string): AnimalSort {
  return animalSorts.find((order) => order === text) ?? animalSorts[0];
}

/** After the last key, before it searches by itself. */
const pauseMs = 400;

function NameSearch({ q = '', onSearch }: { q: string | undefined; onSearch: (q: string | undefined) => void }) {
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
    <Box component="form" onSubmit={submit} flex="1 1 160px" maw={{ xs: 360 }}>
      <TextInput
        type="search"
        label={texts.pets.search}
        placeholder={texts.data.searchHint}
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

function CategoryFilter({ categoryId, onChoose }: CategoryFilterProps) {
  const { list, names } = useCategories();
  const options = useMemo(() => {
    const named = list.map(({ id }) => ({ value: String(id), label: categoryText(id, list) }));
    return named.sort((one, other) => byName.compare(one.label, other.label));
  }, [list]);
  const isNamed = categoryId === undefined || names.has(categoryId);
  const unnamed = { value: String(categoryId), label: texts.pets.unnamed(String(categoryId)) };
  return (
    <Filter
      label={texts.pets.category}
      choices={[...(isNamed ? [] : [unnamed]), ...options]}
      chosen={categoryId === undefined ? undefined : String(categoryId)}
      onChoose={(text) => onChoose(parseInt64(text))}
    />
  );
}

const byName = new Intl.Collator(undefined, { numeric: true });

/** What each filter is called in an address. */
const names = {
  q: 'q',
  status: 'status',
  categoryId: 'category',
  whereabouts: 'where',
  onHold: 'held',
  missing: 'missing',
  sort: 'sort',
} as const;

type PetsFilters = ReturnType<typeof readPetsFilters>['filters'];

/** What is shown where an address names no status: who is here, or all that its other filters find. */
function usualState({ sort: _, status: __, ...others }: Filters, can: Session['can']): AnimalState | undefined {
  return can('listings:read') && Object.values(others).every((value) => value === undefined) ? 'here' : undefined;
}

type Filters = Pick<AnimalOptions, 'q' | 'sort' | 'status' | 'categoryId' | 'whereabouts' | 'onHold' | 'missing'>;

/** The filters that stand in an address, and a hint for each that cannot be used. */
export function readPetsFilters(params: URLSearchParams, can: Session['can']) {
  const text = (name: keyof typeof names) => params.get(names[name]) ?? '';
  const place = text('whereabouts');
  const q = text('q').slice(0, maxSearchLength).toWellFormed() || undefined;
  const named = {
    q,
    sort: readSort(text('sort')),
    status: readState(text('status')),
    categoryId: parseInt64(text('categoryId').trim()),
    whereabouts: isWhereabouts(place) ? place : undefined,
    /** Whether visitors do not see them because of their hold. */
    onHold: readHold(text('onHold')),
    missing: readMissing(text('missing')),
  };
  const filters = { ...named, ...(text('status') === '' && { status: usualState(named, can) }) };
  const { noSuchStatus, noSuchCategory } = texts.pets;
  const isWrong = (name: 'status' | 'categoryId') => !['', all].includes(text(name)) && filters[name] === undefined;
  const hints = [
    ...(isWrong('status') ? [noSuchStatus(brief(text('status')))] : []),
    ...(isWrong('categoryId') ? [noSuchCategory(brief(text('categoryId')))] : []),
  ];
  const filterCount = Object.entries(filters).filter(
    ([name, value]) => name !== 'q' && name !== 'sort' && value !== undefined && value !== 'here',
  ).length;
  return { filters, filterCount, isFiltered: filterCount > 0 || q !== undefined, hints };
}

export function writePetsFilters(filters: PetsFilters, can: Session['can']): Record<string, string> {
  const { status, sort } = filters;
  const chosen = Object.entries({
    ...filters,
    sort: sort === animalSorts[0] ? undefined : sort,
    status: status === usualState(filters, can) ? undefined : (status ?? all),
  });
  return Object.fromEntries(
    chosen.flatMap(([name, value]) =>
      value === undefined ? [] : [[names[name as keyof typeof names], String(value)]],
    ),
  );
}
