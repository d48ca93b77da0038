import { type PetSort, type PetStatus, petStatuses } from '../catalogue/pets/model.ts';
import {
  type Companion,
  companions,
  type PetSex,
  type PetSize,
  petSexes,
  petSizes,
} from '../catalogue/profiles/model.ts';
import { foldTerms } from '../lib/fold-text.ts';
import { parseInt64 } from '../lib/int64.ts';

/** The orders that visitors can choose. */
export const publicSorts = ['-createdAt', 'id', 'name'] as const satisfies readonly PetSort[];
type PublicSort = (typeof publicSorts)[number];

/** What a visitor wants to see. The members have the names of the parameters in an address. */
export interface ListQuery {
  readonly q?: string;
  readonly categoryId?: bigint;
  readonly species?: string;
  readonly sex?: PetSex;
  readonly size?: PetSize;
  readonly goodWith?: readonly Companion[];
  readonly tag?: string;
  readonly status?: PetStatus;
  readonly sort?: PublicSort;
  /** Where the page begins. */
  readonly cursor?: string;
}

export const defaultSort: PublicSort = '-createdAt';

const maxLength = 4_096;
const maxTextLength = 100;
const maxCursorLength = 3_000;
const maxTerms = 10;

/** The members in the order of an address, each with how it is read from texts of people and other sites. */
const readers: { readonly [Name in keyof Required<ListQuery>]: (values: readonly string[]) => ListQuery[Name] } = {
  q: ([text = '']) => readSearch(text),
  categoryId: ([text = '']) => parseInt64(text),
  species: readText,
  sex: ([text]) => petSexes.find((known) => known === text),
  size: ([text]) => petSizes.find((known) => known === text),
  goodWith(values) {
    const chosen = companions.filter((whom) => values.includes(whom));
    return chosen.length === 0 ? undefined : chosen;
  },
  tag: readText,
  status: ([text]) => petStatuses.find((known) => known === text),
  sort([text]) {
    const sort = publicSorts.find((known) => known === text);
    return sort === defaultSort ? undefined : sort;
  },
  cursor: ([text = '']) => (/^[\w-]+$/.test(text) && text.length <= maxCursorLength ? text : undefined),
};

/** Reads a query. Unknown parameters, which other sites add, and unusable values are ignored. */
export function readListQuery(query: string, statuses: readonly PetStatus[]): ListQuery {
  if (query === '' || query.length > maxLength) return {};
  const given = new URLSearchParams(query);
  const known: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const values = given.getAll(name);
    const value = values.length === 0 ? undefined : read(values);
    if (value !== undefined) known[name] = value;
  }
  const { status, ...others }: ListQuery = known;
  return status !== undefined && statuses.length > 1 && statuses.includes(status) ? { ...others, status } : others;
}

/** The query of an address: the same for the same list. Empty for the whole list. */
export function printListQuery(query: ListQuery): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(readers)) {
    const value = query[name as keyof ListQuery];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  return params.toString();
}

/** An address with a query. */
export function withQuery(address: string, query: ListQuery): string {
  const text = printListQuery(query);
  return text === '' ? address : `${address}?${text}`;
}

/** The same list from its beginning. */
export function withoutCursor({ cursor: _, ...query }: ListQuery): ListQuery {
  return query;
}

/** Whether this is a part of the list: neither all animals nor in another order. */
export function isFiltered({ cursor: _, sort: __, ...filters }: ListQuery): boolean {
  return Object.keys(filters).length > 0;
}

function readText([text = '']: readonly string[]): string | undefined {
  const isUsable = text !== '' && text.length <= maxTextLength && !/\p{Cc}/u.test(text);
  return isUsable ? text : undefined;
}

/** A search of at most as many words as are searched for. */
function readSearch(text: string): string | undefined {
  const clean = text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxTextLength)
    .toWellFormed();
  if (clean === '') return undefined;
  const terms = foldTerms(clean);
  return terms.length > maxTerms ? terms.slice(0, maxTerms).join(' ') : clean;
}
