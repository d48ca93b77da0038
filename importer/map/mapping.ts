import type { NewPet, Profile } from '../../client/types.gen.ts';
import { maxNoteLength } from '../../contract/limits.ts';
import { nameRule } from '../../contract/name-rule.ts';
import { findNameError } from '../../contract/names.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import { columnsOf, type Plan, type Role } from '../plan.ts';
import { isShortenedNumber } from '../source/number-text.ts';
import type { SourceRow } from '../source/source.ts';
import { speciesName } from '../words/words.ts';
import { type Categories, type NumberedCategory, numberCategory } from './category-number.ts';
import { possibleDates, type StayDates, withoutEnd } from './dates.ts';
import { createFactReader, readReference } from './facts.ts';
import { createRowCells, type RowCells, type Unread } from './row-cells.ts';
import { createStanding, type Standing, type Undecided } from './standing.ts';
import { leaveOut } from './status-map.ts';
import { cutText } from './texts.ts';
import { UnusableMappingError } from './unusable-mapping-error.ts';

export interface MappedAnimal {
  readonly kind: 'animal';
  readonly newPet: NewPet;
  /** Missing where no column gives any of it. */
  readonly profile?: Profile;
  readonly photos: readonly string[];
  /** What staff have written of it. */
  readonly note?: string;
  /** What the category is called; missing where its number stands alone. */
  readonly categoryName?: string | undefined;
  /** The name of the category, where `categoryName` is another spelling of it. */
  readonly takenFor?: string | undefined;
  readonly unread: readonly Unread[];
  /** What somebody must say before the animal can be shown. */
  readonly undecided?: Undecided | undefined;
  /** The text of a status that only the `*` of the map stands for. */
  readonly caught?: Undecided | undefined;
  /** Whether the row says nothing of the status, and the plan's default counts. */
  readonly hasDefaultStatus: boolean;
}

/** The rules say that it is not to be imported. Some systems write the further photos of an animal as such rows. */
export interface LeftOutRow {
  readonly kind: 'leftOut';
  readonly further?: { readonly reference: string; readonly photos: readonly string[] };
}

export type MappedRow = MappedAnimal | LeftOutRow | { kind: 'unusable'; faults: readonly ImportFault[] };

/** Makes one row into an animal, or returns why it cannot be. */
export type Mapping = (row: SourceRow) => MappedRow;

export interface MappingOptions {
  /** What the service calls its categories. */
  readonly categories?: Categories | undefined;
  /** The day by which dates are in the future. */
  readonly now: Date;
}

/** Binds a plan to the columns of a file. @throws UnusableMappingError with all problems */
export function createMapping(plan: Plan, columns: readonly string[], { categories, now }: MappingOptions): Mapping {
  requireColumns(plan, columns);
  const cells = createRowCells(plan, columns);
  const reader = createFactReader(plan, cells, now);
  const standingOf = createStanding(plan, cells);
  const categoryOf = categoryReader(plan, cells, categories);
  const leaveOuts = plan.leaveOut.map(({ column, matches }) => ({ matches, index: columns.indexOf(column) }));
  return ({ cells: row, fault }) => {
    if (fault !== undefined) return { kind: 'unusable', faults: [fault] };
    if (leaveOuts.some(({ matches, index }) => matches.test((row[index] ?? '').trim()))) {
      const reference = referenceOf(row);
      return {
        kind: 'leftOut',
        ...(typeof reference === 'string' && { further: { reference, photos: photosOf(row) } }),
      };
    }
    const unread: Unread[] = [];
    const report = (one: Unread) => void unread.push(one);
    const { holdUntil, deceasedOn, hasDied, returnedOn, ...given } = reader.days(row, report);
    const standing = standingOf(row, {
      outcomeOn: given.outcomeOn !== undefined,
      deceasedOn: hasDied,
      returnedOn: returnedOn !== undefined,
    });
    if (standing === leaveOut) return { kind: 'leftOut' };
    const unusable: ImportFault[] = [];
    const reference = referenceOf(row);
    const category = categoryOf(row);
    const name = nameOf(row, reference, 'reason' in category ? undefined : category.text);
    if (typeof reference === 'object') unusable.push(reference);
    else if (name === undefined) unusable.push(makeFault('no_name'));
    if ('reason' in category) unusable.push(category);
    if (typeof reference === 'object' || 'reason' in category || name === undefined)
      return { kind: 'unusable', faults: unusable };

    const stay = { ...given, outcomeOn: deceasedOn ?? given.outcomeOn };
    const { dates, faults } = possibleDates(stay, now);
    for (const { field, fault } of faults) {
      const role: Role = field === 'birth' ? 'birthDate' : field;
      report({ column: columnsOf(plan, role)[0] ?? field, text: textOfDay(stay[field]), role, fault });
    }
    const profile = toProfile(reader.facts(row, report), { ...dates, holdUntil }, { standing, reference });
    const { categoryId, text: categoryName, takenFor } = category;
    const { status, undecided, caught, isDefault = false } = standing;
    return {
      kind: 'animal',
      newPet: { name, categoryId, status },
      ...(Object.keys(profile).length > 0 && { profile }),
      ...noteOf(row),
      photos: photosOf(row),
      categoryName,
      takenFor,
      unread,
      undecided,
      caught,
      hasDefaultStatus: isDefault,
    };
  };

  function photosOf(row: readonly string[]): string[] {
    return splitPhotos(cells.raw('photos', row).map(({ text }) => text));
  }

  function noteOf(row: readonly string[]): Pick<MappedAnimal, 'note'> {
    const text = cells.told('note', row).map((cell) => cell.text);
    return text.length === 0 ? {} : { note: cutText(text.join('\n'), maxNoteLength) };
  }

  function referenceOf(row: readonly string[]): string | ImportFault {
    for (const role of ['reference', 'microchip'] as const) {
      for (const { column, text } of cells.told(role, row)) {
        const reference = readReference(text);
        if (typeof reference === 'object')
          return makeFault('unusable_number', column, text, reference.reason, ...reference.values);
        if (reference !== '') return reference;
      }
    }
    return '';
  }

  /** Some systems mark names with an asterisk. An animal without a name is called by its reference. */
  function nameOf(row: readonly string[], reference: string | ImportFault, kind = ''): string | undefined {
    const fallback = typeof reference === 'string' && reference !== '' ? publicName(reference, kind) : undefined;
    const [told] = cells.told('name', row);
    if (told === undefined) return fallback;
    const text = plan.isExact ? told.text : told.text.replaceAll(/\s+/g, ' ').replace(/^\*+\s*/, '');
    const name = cutText(text, nameRule.maxLength);
    return findNameError(name) === undefined ? name : fallback;
  }
}

/** The number of a chip leads to the owner: the public sees its end. */
function publicName(reference: string, kind: string): string {
  return /^\d{9,}$/.test(reference) ? `${kind} …${reference.slice(-4)}`.trim() : reference;
}

function textOfDay(day: { date: string } | string | undefined): string {
  return typeof day === 'object' ? day.date : (day ?? '');
}

function requireColumns({ columns }: Plan, names: readonly string[]): void {
  const missing = new Set(columns.map(({ column }) => column).filter((column) => !names.includes(column)));
  if (missing.size === 0) return;
  throw new UnusableMappingError(
    [...missing].map((column) => `There is no column "${column}". The columns are: ${names.join(', ')}.`),
  );
}

/** A shortened number is of no use, but the name of the category beside it is; beside another number it is the name of that. */
function categoryReader(plan: Plan, cells: RowCells, categories: Categories | undefined) {
  const numbers = numberCategories(categories);
  const isSpecies = (column: string) => !plan.isExact && columnsOf(plan, 'species').includes(column);
  return (row: readonly string[]): NumberedCategory | ImportFault => {
    if (plan.categoryId !== undefined) return { categoryId: plan.categoryId, text: undefined };
    let fault = makeFault('no_category', columnsOf(plan, 'category').join(', '));
    const told = cells.told('category', row);
    for (const { column, text } of told) {
      const category = numbers(isSpecies(column) ? (speciesName(text) ?? text) : text);
      if (isShortenedNumber(text)) fault = makeFault('unusable_number', column, text, 'shortened');
      else if (category === undefined) fault = makeFault('large_category', text);
      else if (category.text !== undefined) return category;
      else return { ...category, text: told.find((cell) => numbers(cell.text)?.text !== undefined)?.text };
    }
    return fault;
  };
}

function numberCategories(categories: Categories | undefined) {
  const byText = new Map<string, ReturnType<typeof numberCategory>>();
  return (text: string) => {
    if (!byText.has(text)) byText.set(text, categories === undefined ? numberCategory(text) : categories.number(text));
    return byText.get(text);
  };
}

function toProfile(
  facts: Profile,
  days: StayDates & { readonly holdUntil: string | undefined },
  { standing, reference }: { standing: Standing; reference: string },
): Profile {
  const { status, outcomeType, whereabouts, holdReason } = standing;
  const { birth, arrivedOn, outcomeOn, holdUntil } = days;
  return {
    ...facts,
    ...(birth && { birthDate: birth.date, birthDatePrecision: birth.precision }),
    ...(arrivedOn !== undefined && { arrivedOn }),
    ...(holdUntil !== undefined && { holdUntil }),
    ...(reference !== '' && { reference }),
    // How it left is only known of one that has left.
    ...(status === 'sold' && { ...(outcomeType && { outcomeType }), ...(outcomeOn !== undefined && { outcomeOn }) }),
    ...(whereabouts && status !== 'sold' && { whereabouts }),
    ...(holdReason !== undefined && { holdReason, holdUntil: holdUntil ?? withoutEnd }),
  };
}

const ending = '\\.(?:jpe?g|png|webp|gif|heic|heif|avif|tiff?|bmp)';

/** What stands between photos: names of files and addresses may have blanks, and addresses commas. */
const separators = new RegExp(
  [
    '\\s*[;|\\n\\r\\t]\\s*',
    `(?<=${ending}(?:\\?\\S*)?)\\s*,\\s*`,
    '\\s*,\\s*(?=https?:\\/\\/)',
    `(?<=${ending}(?:\\?\\S*)?)\\s+`,
    '\\s+(?=https?:\\/\\/)',
  ].join('|'),
  'i',
);

/** The photos that cells name, each once: addresses or names of files, separated in any usual way, or a JSON array of them. */
function splitPhotos(cells: readonly string[]): string[] {
  return [...new Set(cells.flatMap((cell) => (cell.startsWith('[') ? parseNames(cell) : cell.split(separators))))]
    .map((photo) => photo.trim())
    .filter((photo) => photo !== '' && !/^(?:none|null|n\/?a|-)$/i.test(photo));
}

function parseNames(cell: string): string[] {
  try {
    const names: unknown = JSON.parse(cell);
    if (Array.isArray(names)) return names.filter((name) => typeof name === 'string');
  } catch {}
  return cell.split(separators);
}
