import type { Category } from '../../../contract/pet.ts';
import { anyOf, foldTerms } from '../../lib/fold-text.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { findInventoryRange } from '../../record/inventory/sql.ts';
import type { Queryable } from '../../store/statement.ts';
import { findCategoryNames } from '../categories/sql.ts';
import { findSpecies } from '../profiles/sql.ts';
import type { AnimalKind } from './filter-sql.ts';
import type { ListingQuery } from './sorted-sql.ts';

/** Kinds of animals by the stems of words in the names of their categories and species. */
export type KindIndex = ReadonlyMap<string, AnimalKind>;

/** What a search says about the kind of an animal, and its other words. */
export interface KindSearch {
  readonly kinds: readonly AnimalKind[];
  readonly isYoung: boolean;
  readonly terms: readonly string[];
}

/** Words of any language of the page for a kind and for its young, folded. */
const families = [
  {
    kind: ['cat', 'katze', 'chat', 'chatte', 'gato', 'gata'],
    young: ['kitten', 'katzchen', 'katzenbaby', 'chaton', 'gatito', 'gatita'],
  },
  {
    kind: ['dog', 'hund', 'chien', 'perro', 'perra'],
    young: ['puppy', 'pup', 'welpe', 'hundebaby', 'chiot', 'cachorro', 'cachorra'],
  },
].map(({ kind, young }) => ({ kind: kind.map(stemOf), young: young.map(stemOf) }));

/** Categories and species of which the names are read. */
const maxNames = 100;

/** What a search means whose words can name kinds. */
export async function readSearch(
  db: Queryable,
  words: readonly string[],
  today: bigint,
): Promise<Pick<ListingQuery, 'kinds' | 'terms' | 'bornAfter'>> {
  const { counts } = await findInventoryRange(db, undefined, maxNames);
  const names = await findCategoryNames(db, [...new Set(counts.map(({ categoryId }) => categoryId))]);
  const named = [...names].map(([id, name]) => ({ id, name }));
  const { kinds, isYoung, terms } = readKinds(words, indexKinds(named, await findSpecies(db, maxNames)));
  const yearAgo = new Date(Number(today) * dayMs);
  return {
    kinds,
    terms: kinds.length > 0 && terms.length === 0 ? undefined : terms,
    ...(isYoung && { bornAfter: BigInt(yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1) / dayMs) }),
  };
}

export function indexKinds(categories: readonly Category[], species: readonly string[]): KindIndex {
  const index = new Map<string, { categoryIds: bigint[]; species: string[] }>();
  const kindsOf = (name: string) =>
    [...new Set(foldTerms(name).map(stemOf))].map((stem) => {
      const kind = index.get(stem) ?? { categoryIds: [], species: [] };
      index.set(stem, kind);
      return kind;
    });
  for (const { id, name } of categories) for (const kind of kindsOf(name)) kind.categoryIds.push(id);
  for (const name of species) for (const kind of kindsOf(name)) kind.species.push(name);
  return index;
}

/** Reads the words of a search that name kinds: `calm kittens` are young cats with the word `calm`. */
export function readKinds(terms: readonly string[], index: KindIndex): KindSearch {
  const read = terms.map((term) => {
    const stems = anyOf(term.trimEnd()).map(stemOf);
    const family = families.find(({ kind, young }) =>
      stems.some((stem) => kind.includes(stem) || young.includes(stem)),
    );
    const kinds = [...new Set([...stems, ...(family?.kind ?? [])])].flatMap((name) => index.get(name) ?? []);
    const kind = kinds.length === 0 ? undefined : joinKinds(kinds);
    return { term, kind, isYoung: kind !== undefined && stems.some((stem) => family?.young.includes(stem)) };
  });
  return {
    kinds: read.flatMap(({ kind }) => kind ?? []),
    isYoung: read.some(({ isYoung }) => isYoung),
    terms: read.flatMap(({ term, kind }) => (kind === undefined ? term : [])),
  };
}

function joinKinds(kinds: readonly AnimalKind[]): AnimalKind {
  const [categoryIds, species] = [kinds.flatMap((kind) => kind.categoryIds), kinds.flatMap((kind) => kind.species)];
  return { categoryIds: [...new Set(categoryIds)], species: [...new Set(species)] };
}

/**
 * A word without its usual endings in English and German: `kitty`, `kitten` and `kittens` are one. Each row of endings can be
 * read in one way only: otherwise a long one could be read in so many that it would stop the service.
 */
function stemOf(word: string): string {
  return word.replace(/^(.{3,}?)(?:ies|er|[ensy])*$/, '$1');
}
