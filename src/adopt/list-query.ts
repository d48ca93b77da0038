import { maxSearchLength } from '../../client/limits.ts';
import { type PetSort, type PetStatus, petStatuses } from '../catalogue/pets/model.ts';
import { maxTerms } from '../catalogue/pets/search-rules.ts';
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
export interface PublicQuery {
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
const maxCursorLength = 3_000;

/** The members in the order of an address, each with how it is read from texts of people and other sites. */
const readers: { readonly [Name in keyof Required<PublicQuery>]: (values: readonly string[]) => PublicQuery[Name] } = {
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
export function readPublicQuery(query: string, statuses: readonly PetStatus[]): PublicQuery {
  if (query === '' || query.length > maxLength) return {};
  const given = new URLSearchParams(query);
  const known: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const values = given.getAll(name);
    const value = values.length === 0 ? undefined : read(values);
    if (value !== undefined) known[name] = value;
  }
  const { status, ...others }: PublicQuery = known;
  return status !== undefined && statuses.length > 1 && statuses.includes(status) ? { ...others, status } : others;
}

/** The query of an address: the same for the same list. Empty for the whole list. */
export function printPublicQuery(query: PublicQuery): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(readers)) {
    const value = query[name as keyof PublicQuery];
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  return params.toString();
}

export function withQuery(address: string, query: PublicQuery): string {
  const text = printPublicQuery(query);
  return text === '' ? address : `${address}?${text}`;
}

export function withoutCursor({ cursor: _, ...query }: PublicQuery): PublicQuery {
  return query;
}

/** Whether this is a part of the list: neither all animals nor in another order. */
export function isFiltered({ cursor: _, sort: __, ...filters }: PublicQuery): boolean {
  return Object.keys(filters).length > 0;
}

function readText([text = '']: readonly string[]): string | undefined {
  const isUsable = text !== '' && text.length <= maxSearchLength && !/\p{Cc}/u.test(text);
  return isUsable ? text : undefined;
}

/** A search of at most as many words as are searched for. */
function readSearch(text: string): string | undefined {
  const clean = text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxSearchLength)
    .toWellFormed();
  if (clean === '') return undefined;
  const terms = foldTerms(clean);
  return terms.length > maxTerms ? terms.slice(0, maxTerms).join(' ') : clean;
}
