import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import type { Category } from '../../client/index.ts';
import { parseInt64 } from '../../client/transport/int64.ts';
import { useCategories } from '../data/queries.ts';
import { isolated, Name } from '../ui/name.tsx';

const mostOffered = 100;

type CategoryInputProps = Omit<AutocompleteProps, 'data' | 'filter' | 'value'> & { value: string };

/** The field for a category: a number, or the choice of a named one. */
export function CategoryInput(props: CategoryInputProps) {
  const { list, names } = useCategories();
  const texts = list.map(({ id }) => categoryText(id, names));
  // When a choice was made before, all others are offered, too.
  const search = texts.includes(props.value) ? '' : props.value.trim().toLowerCase();
  const offered = texts.filter((text) => text.toLowerCase().includes(search)).slice(0, mostOffered);
  return (
    <Autocomplete {...props} data={offered} filter={({ options }) => options} autoComplete="off" spellCheck={false} />
  );
}

/** A category as it stands in a field: its name, where it has one, and its number. */
export function categoryText(id: bigint, names: ReadonlyMap<bigint, string>): string {
  const name = names.get(id);
  return name === undefined ? String(id) : `${isolated(name)} · ${id}`;
}

/** The number that somebody means by a number, by a text of {@link categoryText}, or by a name that only one category has. */
export function readCategory(text: string, categories: readonly Category[]): bigint | undefined {
  const number = parseInt64(text.trim()) ?? parseInt64(/ · (-?\d+)$/.exec(text)?.[1] ?? '');
  if (number !== undefined) return number;
  const wanted = text.trim().toLowerCase();
  const [match, another] = categories.filter(({ name }) => name.trim().toLowerCase() === wanted);
  return another === undefined ? match?.id : undefined;
}

/** A category by its name, where it has one, and by its number. */
export function CategoryName({ id }: { id: bigint }) {
  const name = useCategories().names.get(id);
  return (
    <>
      {name !== undefined && (
        <>
          <Name>{name}</Name>{' '}
        </>
      )}
      <Text span inherit className="id" {...(name !== undefined && { c: 'dimmed' })}>
        {String(id)}
      </Text>
    </>
  );
}
