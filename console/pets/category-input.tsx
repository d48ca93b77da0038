import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useCategories } from '../data/use-categories.ts';
import { categoryText } from './category-text.ts';

const mostOffered = 100;

type CategoryInputProps = Omit<AutocompleteProps, 'data' | 'filter' | 'value'> & { value: string };

/** Asks for a category: by its number, or by choosing one that has a name. */
export function CategoryInput(props: CategoryInputProps) {
  const { list, names } = useCategories();
  const texts = list.map(({ id }) => categoryText(id, names));
  // Whoever comes back to a choice that was made is shown the others too.
  const search = texts.includes(props.value) ? '' : props.value.trim().toLowerCase();
  const offered = texts.filter((text) => text.toLowerCase().includes(search)).slice(0, mostOffered);
  return (
    <Autocomplete {...props} data={offered} filter={({ options }) => options} autoComplete="off" spellCheck={false} />
  );
}
