import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import type { Category } from '../../client/index.ts';
import { parseInt64 } from '../../contract/int64.ts';
import { numberCategory } from '../../importer/map/category-number.ts';
import { useCategories } from '../data/queries.ts';
import { formatCount } from '../lib/formats.ts';
import { useReload } from '../lib/queries.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/texts.ts';
import { isolated, Name } from '../ui/inline.tsx';
import { categoryText, isSameName } from './category-text.ts';

const mostOffered = 100;

type CategoryInputProps = Omit<AutocompleteProps, 'data' | 'filter' | 'value'> & { value: string };

/** The field for a category: a number, or the choice of a named one. */
export function CategoryInput(props: CategoryInputProps) {
  const { list } = useCategories();
  const all = list.map(({ id }) => categoryText(id, list));
  const search = props.value.trim().toLowerCase();
  // When a choice was made before, all others are offered after it.
  const found = all.includes(props.value)
    ? [props.value, ...all.filter((text) => text !== props.value)]
    : all.filter((text) => text.toLowerCase().includes(search));
  const others = { value: texts.pets.others(formatCount(found.length - mostOffered)), disabled: true };
  const offered = [...found.slice(0, mostOffered), ...(found.length > mostOffered ? [others] : [])];
  return (
    <Autocomplete
      {...props}
      data={offered}
      filter={({ options }) => options}
      // It would cover what is wrong with it, when it gets the focus for that.
      openOnFocus={false}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** The number that somebody means by a number, by a text of {@link categoryText}, or by a name that only one category has. */
export function readCategory(text: string, categories: readonly Category[]): bigint | undefined {
  const number = parseInt64(text.trim()) ?? parseInt64(/ · (-?\d+)$/.exec(text)?.[1] ?? '');
  if (number !== undefined) return number;
  const [match, another] = categories.filter(({ name }) => isSameName(name, text) || isolated(name) === text);
  return another === undefined ? match?.id : undefined;
}

/** The category that a text would name, if it is neither a number nor a name in use. An import gives it the same number. */
export function findNewCategory(text: string, categories: readonly Category[]): Category | undefined {
  const { categoryId: id, text: name } = numberCategory(text) ?? {};
  if (id === undefined || name === undefined || name === '') return undefined;
  const wanted = name.toLowerCase();
  const isKnown = categories.some((known) => known.id === id || known.name.trim().toLowerCase() === wanted);
  return isKnown || readCategory(text, categories) !== undefined ? undefined : { id, name };
}

/** Names the number of a new category, unless somebody has named it meanwhile. */
export function useAddCategory(): (category: Category) => Promise<void> {
  const { client } = useSession();
  const reload = useReload('categories');
  return async ({ id, name }) => {
    const named = await client.categories.get(id).catch(unlessGone('category_not_found'));
    if (named === undefined) await client.categories.put(id, { name });
    void reload();
  };
}

/** A category by its name, or by its number where it has none. */
export function CategoryName({ id }: { id: bigint }) {
  const name = useCategories().names.get(id);
  return name === undefined ? <span className="id">{String(id)}</span> : <Name>{name}</Name>;
}
