import type { ListingPart, PetStatus } from '../../../contract/pet.ts';
import { declaredFields } from '../../../contract/profile-fields.ts';
import { foldSpelling } from '../../lib/fold-text.ts';
import { dayMs } from '../../lib/timestamp.ts';
import {
  type Companion,
  dateFilters,
  type FieldFilters,
  fieldsOf,
  filterFields,
} from '../../record/shapes/profile-model.ts';
import type { Scan } from '../../store/bounded-scan.ts';
import type { RowTest } from '../../store/search/sorted-selection.ts';
import type { Param } from '../../store/statement.ts';
import { hasStatus, petsOf } from '../pets/sql.ts';
import { columnOf, companionColumn, hiddenOn } from '../profiles/sql.ts';

/** The animals that a list wants: with one of the values of each filter of the profile. */
export interface ListingFilters extends FieldFilters {
  status?: PetStatus | undefined;
  /** Animals with one of these statuses, each of which is named once. */
  statuses?: readonly PetStatus[] | undefined;
  categoryId?: bigint | undefined;
  /** Animals that get along with all of these. */
  goodWith?: readonly Companion[] | undefined;
  /** Animals that have all of these tags. */
  tag?: readonly string[] | undefined;
  /** Animals that were changed at that time or later (epoch milliseconds). */
  changedSince?: bigint | undefined;
  /** Animals that lack one of these. */
  missing?: readonly ListingPart[] | undefined;
  /** Animals that are on hold on this day, and those that are not. */
  heldOn?: bigint | undefined;
  notHeldOn?: bigint | undefined;
  /** Animals that the public may see on this day, if it may see their statuses. */
  publicOn?: bigint | undefined;
  /** Only these animals, without those that do not exist. */
  id?: readonly bigint[] | undefined;
}

/** Animals that are of one of these categories or species. */
export interface AnimalKind {
  readonly categoryIds: readonly bigint[];
  readonly species: readonly string[];
}

/** Whether the inventory has the number of matching animals, apart from hidden ones, because the filters are none but these. */
export function isCounted({
  status: _,
  statuses: __,
  categoryId: ___,
  publicOn: ____,
  ...others
}: ListingFilters): boolean {
  return Object.values(others).every((value) => value === undefined);
}

/**
 * Reads the rows of one index, the one that is likely to have the fewest, and tests the other conditions row by row.
 * @param spelling of the wanted species, where it has only one
 */
export function scanListings(filters: ListingFilters, spelling?: string): Scan {
  const { status, statuses, categoryId, tag = [], id } = filters;
  const [firstTag, ...otherTags] = tag;
  if (firstTag !== undefined && id === undefined) return scanTag(filters, firstTag, otherTags);
  if (spelling !== undefined && (status ?? statuses ?? categoryId ?? id) === undefined) {
    return scanSpecies(filters, spelling);
  }
  return scanPets(filters);
}

function scanPets({ status, statuses, categoryId, id, changedSince, ...others }: ListingFilters): Scan {
  return {
    ...petsOf(categoryId),
    id: 'id',
    conditions: [...(id === undefined ? [] : [isOneOf(id)]), ...statusOf(status)],
    anyOf: statuses?.map(hasStatus),
    indexed: categoryId === undefined ? undefined : ['category_id', categoryId],
    filters: [...changedAt(changedSince), ...aboutPet(others, 'pets.id')],
  };
}

/**
 * Tests of all filters but `status`, `statuses` and `categoryId`, for statements in which the name `id` and the column
 * `updated_at` are those of the animal.
 */
export function testsOf({ status: _, statuses: __, categoryId: ___, ...filters }: ListingFilters): RowTest[] {
  const { id, changedSince } = filters;
  return [...(id === undefined ? [] : [isOneOf(id)]), ...changedAt(changedSince), ...aboutPet(filters, 'id')];
}

function scanTag(filters: ListingFilters, tag: string, others: readonly string[]): Scan {
  const own = 'pet_tags.pet_id';
  return {
    table: 'pet_tags',
    id: 'pet_id',
    conditions: [],
    indexed: ['tag', tag],
    filters: [...inTable('pets', 'id', petTests(filters), own), ...aboutPet({ ...filters, tag: others }, own)],
  };
}

function scanSpecies({ species: _, ...filters }: ListingFilters, spelling: string): Scan {
  return {
    table: 'pet_profiles',
    id: 'pet_id',
    conditions: [],
    indexed: ['species', spelling],
    filters: [
      ...profileTests(filters),
      ...holdTests(filters, 'pet_profiles.pet_id'),
      ...inTable('pets', 'id', petTests(filters), 'pet_profiles.pet_id'),
    ],
  };
}

/** Tests of the profile and the tags of an animal, whose id is in the column `petId`. */
function aboutPet(filters: ListingFilters, petId: string): RowTest[] {
  const { tag = [] } = filters;
  return [
    ...inTable('pet_profiles', 'pet_id', profileTests(filters), petId),
    ...holdTests(filters, petId),
    ...tag.flatMap((word) => hasTag(word, petId)),
  ];
}

/** Tests that an animal without a profile passes. */
function holdTests({ notHeldOn, publicOn, missing = [] }: ListingFilters, petId: string): RowTest[] {
  const held = (day: string) =>
    `(SELECT 1 FROM pet_profiles AS held WHERE held.pet_id = ${petId} AND held.hold_until >= ${day})`;
  const tests: RowTest[] = [];
  if (notHeldOn !== undefined) tests.push((bind) => `${held(bind(notHeldOn))} IS NULL`);
  if (publicOn !== undefined) tests.push((bind) => `${hiddenOn(bind(publicOn), petId)} IS NULL`);
  const lacks = missing.map((part) => `(SELECT 1 FROM ${rowsWith[part]} AND pet_id = ${petId} LIMIT 1) IS NULL`);
  if (lacks.length > 0) tests.push(() => `(${lacks.join(' OR ')})`);
  return tests;
}

const rowsWith: Record<ListingPart, string> = {
  photo: 'pet_photos WHERE position >= 0',
  description: 'pet_profiles AS described WHERE description IS NOT NULL',
  age: 'pet_profiles AS aged WHERE birth_date IS NOT NULL',
};

function petTests({ status, statuses, categoryId, changedSince }: ListingFilters): RowTest[] {
  const isAny = statuses && `status IN (${statuses.map((one) => `'${one}'`).join(', ')})`;
  return [
    ...statusOf(status),
    ...(isAny === undefined ? [] : [() => isAny]),
    ...equals('category_id', categoryId),
    ...changedAt(changedSince),
  ];
}

function statusOf(status: PetStatus | undefined): RowTest[] {
  return status === undefined ? [] : [() => hasStatus(status)];
}

function changedAt(since: bigint | undefined): RowTest[] {
  return since === undefined ? [] : [(bind) => `updated_at >= ${bind(since)}`];
}

function profileTests({ goodWith = [], heldOn, ...filters }: ListingFilters): RowTest[] {
  return [
    ...filterFields.flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [fieldTest(name, typeof value === 'boolean' ? [value ? 1n : 0n] : value)];
    }),
    ...(heldOn === undefined ? [] : [(bind: (value: Param) => string) => `hold_until >= ${bind(heldOn)}`]),
    ...goodWith.map(
      (whom): RowTest =>
        () =>
          `${companionColumn(whom)} = 1`,
    ),
    ...dateFilters.flatMap(({ field, name, isAfter }) => {
      const day = filters[name];
      return day === undefined ? [] : [isAfter ? dateTest(field, day, 'NOT ') : dateTest(field, day - 1n)];
    }),
  ];
}

/** A text has any spelling of one of the values. One whose folding is not stored yet is compared as it is. */
function fieldTest(name: (typeof filterFields)[number], values: readonly (string | bigint)[]): RowTest {
  const column = columnOf(name);
  if (declaredFields[name].kind !== 'text') return (bind) => isIn(column, values, bind);
  const spelling = `SELECT text_key FROM spellings WHERE field = '${name}' AND spellings.text = pet_profiles.${column}`;
  const keys = values.flatMap((value) => [foldSpelling(String(value)), value]);
  return (bind) => isIn(`coalesce((${spelling}), ${column})`, keys, bind);
}

/** Whether a date is up to a day, or not. Of one that is known to the month or the year, the rest has no meaning. */
function dateTest(name: (typeof dateFilters)[number]['field'], day: bigint, negation = ''): RowTest {
  const column = columnOf(name);
  const precision = fieldsOf('word').find((word) => 'of' in declaredFields[word] && declaredFields[word].of === name);
  if (precision === undefined) return (bind) => `${negation}${column} <= ${bind(day)}`;
  const date = new Date(Number(day) * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const lastDayOf = (months: number) => new Date(0).setUTCFullYear(year, months, 0) / dayMs;
  const lastDays = { day, month: lastDayOf(month + 1), year: lastDayOf(12) };
  return (bind) => {
    const isUpTo = Object.entries(lastDays).map(
      ([known, last]) => `${columnOf(precision)} = '${known}' AND ${column} <= ${bind(BigInt(last))}`,
    );
    return `${negation}(${isUpTo.join(' OR ')})`;
  };
}

/** As `testsOf`, also for the column `category_id`. */
export function isOfKind({ categoryIds, species }: AnimalKind): RowTest {
  return (bind) => {
    const hasCategory = categoryIds.length > 0 ? [isIn('category_id', categoryIds, bind)] : [];
    const isSpecies = () => isIn('species', species, bind);
    const tests = species.length > 0 ? inTable('pet_profiles', 'pet_id', [isSpecies], 'id') : [];
    return `(${[...hasCategory, ...tests.map((test) => test(bind))].join(' OR ')})`;
  };
}

function equals(column: string, value: Param | undefined): RowTest[] {
  return value === undefined ? [] : [(bind) => `${column} = ${bind(value)}`];
}

function isOneOf(ids: readonly bigint[]): RowTest {
  return (bind) => isIn('id', ids, bind);
}

function isIn(column: string, values: readonly Param[], bind: (value: Param) => string): string {
  return `${column} IN (${values.map(bind).join(', ')})`;
}

function hasTag(tag: string, petId: string): RowTest[] {
  return inTable('pet_tags AS other', 'other.pet_id', [(bind) => `other.tag = ${bind(tag)}`], petId);
}

/**
 * Whether the row of an animal in another table passes the tests; nothing if there are none. `tests` leave one row at most.
 * Not EXISTS, from which PostgreSQL would make a join and may read the other table first, all of it.
 */
function inTable(table: string, id: string, tests: readonly RowTest[], petId: string): RowTest[] {
  if (tests.length === 0) return [];
  const column = id.includes('.') ? id : `${table}.${id}`;
  return [
    (bind) =>
      `1 = (SELECT 1 FROM ${table} WHERE ${column} = ${petId} AND ${tests.map((make) => make(bind)).join(' AND ')})`,
  ];
}
