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
import { type Bind, type Condition, conditionTexts } from '../../store/keyset.ts';
import type { RowTest } from '../../store/search/sorted-selection.ts';
import type { Param } from '../../store/statement.ts';
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

/** Tests of what other tables have about an animal. */
export function testsOf(filters: ListingFilters): RowTest[] {
  const { tag = [] } = filters;
  return [...inProfile(profileTests(filters)), ...holdTests(filters), ...tag.map(hasTag)];
}

/** Tests that an animal without a profile passes. */
function holdTests({ notHeldOn, publicOn, missing = [] }: ListingFilters): RowTest[] {
  const held = (day: string, petId: string) =>
    `(SELECT 1 FROM pet_profiles AS held WHERE held.pet_id = ${petId} AND held.hold_until >= ${day})`;
  const tests: RowTest[] = [];
  if (notHeldOn !== undefined) tests.push((bind, petId) => `${held(bind(notHeldOn), petId)} IS NULL`);
  if (publicOn !== undefined) tests.push((bind, petId) => `${hiddenOn(bind(publicOn), petId)} IS NULL`);
  const lacks = (petId: string) =>
    missing.map((part) => `(SELECT 1 FROM ${rowsWith[part]} AND pet_id = ${petId} LIMIT 1) IS NULL`);
  if (missing.length > 0) tests.push((_, petId) => `(${lacks(petId).join(' OR ')})`);
  return tests;
}

const rowsWith: Record<ListingPart, string> = {
  photo: 'pet_photos WHERE position >= 0',
  description: 'pet_profiles AS described WHERE description IS NOT NULL',
  age: 'pet_profiles AS aged WHERE birth_date IS NOT NULL',
};

function profileTests({ goodWith = [], heldOn, ...filters }: ListingFilters): Condition[] {
  return [
    ...filterFields.flatMap((name) => {
      const value = filters[name];
      return value === undefined ? [] : [fieldTest(name, typeof value === 'boolean' ? [value ? 1n : 0n] : value)];
    }),
    ...(heldOn === undefined ? [] : [(bind: Bind) => `hold_until >= ${bind(heldOn)}`]),
    ...goodWith.map((whom) => `${companionColumn(whom)} = 1`),
    ...dateFilters.flatMap(({ field, name, isAfter }) => {
      const day = filters[name];
      return day === undefined ? [] : [isAfter ? dateTest(field, day, 'NOT ') : dateTest(field, day - 1n)];
    }),
  ];
}

/** A text has any spelling of one of the values. One whose folding is not stored yet is compared as it is. */
function fieldTest(name: (typeof filterFields)[number], values: readonly (string | bigint)[]): Condition {
  const column = columnOf(name);
  if (declaredFields[name].kind !== 'text') return (bind) => isIn(column, values, bind);
  const spelling = `SELECT text_key FROM spellings WHERE field = '${name}' AND spellings.text = pet_profiles.${column}`;
  const keys = values.flatMap((value) => [foldSpelling(String(value)), value]);
  return (bind) => isIn(`coalesce((${spelling}), ${column})`, keys, bind);
}

/** Whether a date is up to a day, or not. Of one that is known to the month or the year, the rest has no meaning. */
function dateTest(name: (typeof dateFilters)[number]['field'], day: bigint, negation = ''): Condition {
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

export function isOfKind({ categoryIds, species }: AnimalKind): Condition {
  return (bind) => {
    const hasCategory = categoryIds.length > 0 ? [isIn('category_id', categoryIds, bind)] : [];
    const hasSpecies = species.length > 0 ? inProfile([(own) => isIn('species', species, own)]) : [];
    return `(${[...hasCategory, ...hasSpecies.map((test) => test(bind, 'id'))].join(' OR ')})`;
  };
}

function isIn(column: string, values: readonly Param[], bind: Bind): string {
  return `${column} IN (${values.map(bind).join(', ')})`;
}

function hasTag(tag: string): RowTest {
  return (bind, petId) =>
    `1 = (SELECT 1 FROM pet_tags AS other WHERE other.pet_id = ${petId} AND other.tag = ${bind(tag)})`;
}

/** The ids of a list that reads the profiles themselves. */
export const ownProfile = 'pet_profiles.pet_id';

/**
 * Whether the profile of an animal passes some tests; nothing if there are none. Not EXISTS, from which PostgreSQL would make a
 * join and may read all profiles first.
 */
function inProfile(tests: readonly Condition[]): RowTest[] {
  if (tests.length === 0) return [];
  return [
    (bind, petId) => {
      const all = conditionTexts(tests, bind).join(' AND ');
      return petId === ownProfile ? all : `1 = (SELECT 1 FROM pet_profiles WHERE ${ownProfile} = ${petId} AND ${all})`;
    },
  ];
}
