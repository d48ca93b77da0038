import type { PetStatus } from '../../../contract/pet.ts';
import { type KindIndex, readKinds } from '../../animals/listings/kind-rules.ts';
import type { Listing } from '../../animals/listings/model.ts';
import { narrowToVisible } from '../../animals/listings/public-view.ts';
import { findInOrder, type ListingQuery } from '../../animals/listings/sorted-sql.ts';
import { loadListings } from '../../animals/listings/sql.ts';
import { termsOf } from '../../animals/pets/search-rules.ts';
import { isCrowded, nextTurn } from '../../lib/next-tick.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Position, Reader } from '../../store/statement.ts';
import { ageYears, defaultSort, filtersOf, type PublicAge, type PublicQuery } from './list-query.ts';

/** How often a page is read on where filters leave few of the animals that are read at once. */
const maxReads = 5;

/** How many readings a search can have. */
export const maxReadings = 2;

/** What a list has. */
export interface Shown {
  /** The statuses of each part of the list, one part after the other. */
  readonly statuses: readonly (readonly PetStatus[])[];
  /** As days since 1970-01-01. */
  readonly today: bigint;
  /** The kinds that a search can name. */
  readonly kinds?: KindIndex;
}

/** A place in a list; without `id` where a part of the list begins. */
export interface Place extends Partial<Position> {
  readonly part: number;
}

export interface AnimalRange {
  readonly after?: Place | undefined;
  readonly limit: number;
  /** Parts of the list that one reading has at most. */
  readonly maxSteps?: number;
}

/** The ids of a page, and where the next one begins. */
export interface FoundAnimals {
  readonly ids: readonly bigint[];
  readonly next: Place | undefined;
}

/**
 * A page of the animals that everybody may see. The page is short only if far more animals would have to be read to fill it,
 * or very many requests want that at once.
 */
export async function findAnimals(
  db: Reader,
  shown: Shown,
  query: PublicQuery,
  { after, limit, maxSteps }: AnimalRange,
): Promise<FoundAnimals> {
  const parts = partsOf(query, shown);
  const ids: bigint[] = [];
  const readFrom = async ({ part, id, key }: Place, wanted: number) => {
    const range = { after: id, key, limit: wanted };
    const { rows, next } = await findInOrder(db, parts[part]?.query ?? {}, range, maxSteps);
    return { found: rows.map(([petId]) => petId), next: next && { part, ...next } };
  };
  const following = (part: number): Place | undefined => {
    const isWanted = ids.length === 0 || parts[part]?.reading === parts[part + 1]?.reading;
    return isWanted && part + 1 < parts.length ? { part: part + 1 } : undefined;
  };
  let place: Place | undefined = after ?? { part: 0 };
  for (let reads = 0; place !== undefined && ids.length < limit; reads++) {
    if (place.id !== undefined && reads > 0 && (reads >= maxReads || isCrowded())) break;
    // Other requests are served in between.
    if (reads > 0) await nextTurn();
    const { found, next } = await readFrom(place, limit - ids.length);
    ids.push(...found);
    place = next ?? following(place.part);
  }
  // There is a next page only if the following part has an animal, or may have one.
  while (place !== undefined && place.id === undefined) {
    await nextTurn();
    const { found, next } = await readFrom(place, 1);
    if (found.length > 0 || next !== undefined) break;
    place = following(place.part);
  }
  return { ids, next: place };
}

/** How many animals are compared with another one, and how many of them are shown. */
const [maxCompared, maxSimilar] = [20, 4];
/** As much as another breed, or an unknown age, sets animals apart. */
const apartDays = 1_000;

/** Animals of the same kind, those first that are near in breed and age. */
export async function findSimilar(db: Reader, shown: Shown, { id, profile, category }: Listing): Promise<Listing[]> {
  const { species, breed, birthDate } = profile;
  const kind = species === undefined ? { categoryId: category.id } : { species };
  const { ids } = await findAnimals(db, shown, kind, { limit: maxCompared, maxSteps: 1 });
  const rows = await loadListings(db, ids);
  const distanceTo = ({ profile: { breed: otherBreed, birthDate: otherDate } }: Listing) =>
    (breed !== undefined && breed === otherBreed ? 0 : apartDays) +
    (birthDate === undefined || otherDate === undefined ? apartDays : Math.abs(Number(birthDate - otherDate)));
  const others = rows.filter((other) => other.id !== id);
  return others.toSorted((one, other) => distanceTo(one) - distanceTo(other)).slice(0, maxSimilar);
}

/** A part of a list: animals of some statuses, by one reading of the search. */
interface Part {
  readonly query: ListingQuery;
  readonly reading: number;
}

/**
 * Words that name a kind are read so, and as words of texts only if that finds nothing: then the list has all parts of the
 * second reading.
 */
function partsOf(query: PublicQuery, { statuses, today, kinds: index = new Map() }: Shown): Part[] {
  const { q, tag, status, age, species, sex, size, ...filters } = filtersOf(query);
  const terms = termsOf(q, true);
  const some = <Value>(value: Value | undefined) => (value === undefined ? undefined : [value]);
  const values = { tag: some(tag), species: some(species), sex: some(sex), size: some(size) };
  const all = { ...filters, ...values, sort: query.sort ?? defaultSort };
  const byWords: ListingQuery = { ...all, ...bornIn(age, today), terms };
  const { kinds, isYoung, terms: others } = readKinds(terms ?? [], index);
  const byKind: ListingQuery = {
    ...all,
    ...bornIn(age ?? (isYoung ? 'young' : undefined), today),
    kinds,
    terms: others.length === 0 ? undefined : others,
  };
  const groups = status === undefined ? statuses : [[status]];
  return (kinds.length === 0 ? [byWords] : [byKind, byWords]).flatMap((query, reading) =>
    groups.map((group) => ({ query: { ...query, ...narrowToVisible({}, { statuses: group, today }) }, reading })),
  );
}

function bornIn(age: PublicAge | undefined, today: bigint): Pick<ListingQuery, 'bornBefore' | 'bornAfter'> {
  if (age === undefined) return {};
  const [bornUpTo, bornAfter] = ageYears[age].map((years) => {
    const date = new Date(Number(today) * dayMs);
    return years && BigInt(date.setUTCFullYear(date.getUTCFullYear() - years) / dayMs);
  });
  return { bornBefore: bornUpTo && bornUpTo + 1n, bornAfter };
}
