import { parseInt64 } from '../../../contract/int64.ts';
import { maxSearchLength } from '../../../contract/limits.ts';
import { type PetSort, type PetStatus, petStatuses } from '../../../contract/pet.ts';
import { type PublicLanguage, publicLanguages } from '../../../contract/shelter.ts';
import { maxTerms } from '../../animals/pets/search-rules.ts';
import { foldTerms } from '../../lib/fold-text.ts';
import {
  type Companion,
  companions,
  type PetSex,
  type PetSize,
  petSexes,
  petSizes,
} from '../../record/shapes/profile-model.ts';

/** The orders that visitors can choose. */
export const publicSorts = ['-createdAt', 'id', 'name'] as const satisfies readonly PetSort[];
type PublicSort = (typeof publicSorts)[number];

/** The ages that visitors can choose, in whole years: from the first and below the second. Their labels tell these, too. */
export const ageYears = { young: [undefined, 1], adult: [1, 8], senior: [8, undefined] } as const;
export type PublicAge = keyof typeof ageYears;
export const publicAges = Object.keys(ageYears) as readonly PublicAge[];

/** What a visitor wants to see. The members have the names of the parameters in an address. */
export interface PublicQuery {
  readonly q?: string;
  readonly categoryId?: bigint;
  readonly species?: string;
  readonly age?: PublicAge;
  readonly sex?: PetSex;
  readonly size?: PetSize;
  readonly goodWith?: readonly Companion[];
  readonly tag?: string;
  readonly status?: PetStatus;
  readonly sort?: PublicSort;
  /** The animals that the visitor has remembered. Each link carries them on, because nothing else keeps them. */
  readonly keep?: readonly bigint[];
  /** The language that the visitor has chosen. Each link carries it on, too. */
  readonly lang?: PublicLanguage;
  /** Where the page begins. */
  readonly cursor?: string;
}

/** As many as a page has. */
export const maxKept = 20;

export const defaultSort: PublicSort = '-createdAt';

const maxLength = 4_096;
const maxCursorLength = 3_000;

/** The members in the order of an address, each with how it is read from texts of people and other sites. */
const readers: { readonly [Name in keyof Required<PublicQuery>]: (values: readonly string[]) => PublicQuery[Name] } = {
  q: ([text = '']) => readSearch(text),
  categoryId: ([text = '']) => parseInt64(text),
  species: readText,
  age: ([text]) => publicAges.find((known) => known === text),
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
  keep(values) {
    const ids = new Set(values.flatMap((value) => parseInt64(value) ?? []));
    return ids.size === 0 ? undefined : [...ids].slice(0, maxKept);
  },
  lang: ([text]) => publicLanguages.find((known) => known === text),
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

/** What leaves a part of the list, without its order and its pages. */
export function filtersOf(query: PublicQuery): PublicQuery {
  const { cursor: _, sort: __, ...filters } = askedIn(query);
  return filters;
}

/** What a list depends on: all but what a visitor takes along. */
export function askedIn({ keep: _, lang: __, ...asked }: PublicQuery): PublicQuery {
  return asked;
}

/** What a visitor takes along to another list. */
export function keptIn({ keep = [], ...query }: PublicQuery): PublicQuery {
  return keep.length === 0 ? langIn(query) : { keep, ...langIn(query) };
}

/** The language, where it was chosen. */
export function langIn({ lang }: PublicQuery): PublicQuery {
  return lang === undefined ? {} : { lang };
}

export function isFiltered(query: PublicQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/** Whether a list waits for its turn: more than an index would have to be read. */
export function takesTurn({ status: _, categoryId: __, sort, ...others }: PublicQuery): boolean {
  return sort === 'name' || isFiltered(others);
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
