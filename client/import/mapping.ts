import { isPetStatus } from '../guards.gen.ts';
import { findNameError } from '../names.ts';
import type { NewPet, PetStatus, Profile } from '../types.gen.ts';
import { type NumberedCategory, numberCategory } from './category-number.ts';
import { withoutFormulaProtection } from './formulas.ts';
import { findColumns } from './header.ts';
import { type DateOrder, type ProfileField, profileFields, readProfileCell } from './profile-cells.ts';
import { leaveOut, type StatusMap, statusChoice } from './status-map.ts';
import { UnusableMappingError } from './unusable-mapping-error.ts';

/** How the rows of a table become animals. */
export interface MappingRules {
  /** The first of these columns whose cell is not blank gives the name. */
  nameColumns: readonly string[];
  category: { kind: 'column'; column: string } | { kind: 'fixed'; categoryId: bigint };
  /**
   * Without a map, the cells of the column must be availabilities. An empty cell that has no entry leaves the status out: an
   * animal is then sold if its profile says how it left. Of one with another status that is not read.
   */
  status: { kind: 'none' } | { kind: 'column'; column: string; map?: StatusMap | undefined };
  /** Columns that give fields of the profile. Of two that give the same field, the later one counts. */
  profile?: readonly ProfileRule[];
  /** The column with the addresses or file names of photos. */
  photos?: string | undefined;
  /** Rows that are no animals to import. */
  leaveOut?: readonly LeaveOutRule[];
  /** What dates with slashes mean. Without it they are not read. */
  dateOrder?: DateOrder | undefined;
}

/** Leaves out the rows whose cell in this column matches, without the blanks around it. */
export interface LeaveOutRule {
  readonly column: string;
  readonly matches: RegExp;
}

export type ProfileRule = { column: string; field: ProfileField } | { column: string; attribute: string };

export interface MappedAnimal {
  kind: 'animal';
  newPet: NewPet;
  /** Missing where no column gives any of it. */
  profile?: Profile;
  /** Missing where there are none. */
  photos?: readonly string[];
  /** The text in the row for which the category number stands; missing where the number itself is there. */
  categoryName?: string;
}

/** `leftOut`: the rules say that it is not to be imported. */
type MappedRow = MappedAnimal | { kind: 'leftOut' } | { kind: 'unusable'; reason: string };

/** Makes one row, its cells in the order of the columns, into an animal, or returns why it cannot be. */
export type Mapping = (cells: readonly string[]) => MappedRow;

type Row = readonly string[];
/** Finds a column by its name; what it gives reads the cell of a row. */
type FindColumn = (column: string) => (row: Row) => string;
/** Reads one field of the animal, or reports why it cannot. */
type Field<Value> = (row: Row, report: (reason: string) => void) => Value | undefined;

/** Binds the rules to the columns of a table. @throws UnusableMappingError with all problems */
export function createMapping(rules: MappingRules, columns: readonly string[]): Mapping {
  const problems = new Set<string>();
  const findColumn: FindColumn = (column) => {
    const [position = -1, ...others] = findColumns(columns, column);
    if (position < 0) problems.add(`There is no column "${column}". The columns are: ${columns.join(', ')}.`);
    if (others.length > 0) problems.add(`There are two columns "${column}". Rename one of them.`);
    return (row) => row[position] ?? '';
  };
  const readName = nameField(rules.nameColumns, findColumn);
  const readCategory = categoryField(rules.category, findColumn);
  const readStatus = statusField(rules.status, findColumn);
  const readProfile = profileOf(rules, findColumn);
  const isLeftOut = leaveOutOf(rules.leaveOut ?? [], findColumn);
  const readPhotos = rules.photos === undefined ? undefined : findColumn(rules.photos);
  if (problems.size > 0) throw new UnusableMappingError([...problems]);
  return (row) => {
    if (isLeftOut(row)) return { kind: 'leftOut' };
    const reasons: string[] = [];
    const report = (reason: string) => reasons.push(reason);
    if (row.length !== columns.length) report(`The row has ${row.length} cells, the header has ${columns.length}.`);
    const name = readName(row, report);
    const category = readCategory(row, report);
    const given = readStatus(row, report);
    if (given === leaveOut) return { kind: 'leftOut' };
    const known = readProfile(row, report);
    const status = given ?? (known?.outcomeType && 'sold');
    const profile = status === 'sold' ? known : withoutOutcome(known ?? {});
    if (reasons.length > 0 || name === undefined || category === undefined) {
      return { kind: 'unusable', reason: reasons.join(' ') };
    }
    const { categoryId, text } = category;
    const newPet = status === undefined ? { name, categoryId } : { name, categoryId, status };
    const photos = splitPhotos(readPhotos?.(row) ?? '');
    return {
      kind: 'animal',
      newPet,
      ...(profile && Object.keys(profile).length > 0 && { profile }),
      ...(photos.length > 0 && { photos }),
      ...(text !== undefined && { categoryName: text }),
    };
  };
}

/** The name is not trimmed. An export has an apostrophe before names that begin like a formula. */
function nameField(nameColumns: readonly string[], findColumn: FindColumn): Field<string> {
  const cells = nameColumns.map(findColumn);
  return (row, report) => {
    const cell = cells.map((read) => read(row)).find((text) => text.trim() !== '');
    const name = cell === undefined ? undefined : withoutFormulaProtection(cell);
    const nameError = name === undefined ? undefined : findNameError(name);
    if (name === undefined) report(`There is no name: ${nameColumns.join(', ')} is empty.`);
    if (nameError !== undefined) report(`The name ${nameError}.`);
    return name;
  };
}

function categoryField(rule: MappingRules['category'], findColumn: FindColumn): Field<NumberedCategory> {
  if (rule.kind === 'fixed') return () => ({ categoryId: rule.categoryId, text: undefined });
  const cell = findColumn(rule.column);
  return (row, report) => {
    const text = cell(row);
    const category = numberCategory(text);
    if (text.trim() === '') report(`There is no category: ${rule.column} is empty.`);
    else if (category === undefined) report(`The category number ${brief(text)} does not fit into 64 bits.`);
    return category;
  };
}

function statusField(rule: MappingRules['status'], findColumn: FindColumn): Field<PetStatus | typeof leaveOut> {
  if (rule.kind === 'none') return () => undefined;
  const { column, map } = rule;
  const cell = findColumn(column);
  return (row, report) => {
    const text = cell(row).trim();
    if (map === undefined && isPetStatus(text)) return text;
    const status = map?.get(text) ?? map?.get('*');
    if (status !== undefined || text === '') return status;
    report(map ? `There is no status for "${text}".` : `${column} is "${text}", not ${statusChoice}.`);
    return undefined;
  };
}

function leaveOutOf(rules: readonly LeaveOutRule[], findColumn: FindColumn): (row: Row) => boolean {
  const cells = rules.map(({ column, matches }) => ({ matches, read: findColumn(column) }));
  return (row) => cells.some(({ matches, read }) => matches.test(read(row).trim()));
}

function profileOf({ profile: rules = [], dateOrder }: MappingRules, findColumn: FindColumn): Field<Profile> {
  // Rows that say the same make the same profile, with its members in the same order, in whatever order the rules are.
  const readers = rules.toSorted(byPlace).map((rule) => ({ rule, read: findColumn(rule.column) }));
  return (row, report) => {
    let profile: Profile = {};
    for (const { rule, read } of readers) {
      const cell = withoutFormulaProtection(read(row));
      const given = 'field' in rule ? readProfileCell(rule.field, cell, dateOrder) : attribute(rule.attribute, cell);
      if (typeof given === 'string') report(`${rule.column} is "${brief(cell)}", which ${given}.`);
      else profile = merge(profile, given);
    }
    return profile;
  };
}

/** What is known of an animal that has not left, or not yet as far as the service knows. */
export function withoutOutcome({ outcomeType: _, outcomeOn: __, ...profile }: Profile): Profile {
  return profile;
}

/** In the order of the fields, then attributes by name. */
function byPlace(one: ProfileRule, other: ProfileRule): number {
  const place = (rule: ProfileRule) => ('field' in rule ? profileFields.indexOf(rule.field) : profileFields.length);
  const nameOf = (rule: ProfileRule) => ('field' in rule ? '' : rule.attribute);
  return place(one) - place(other) || (nameOf(one) < nameOf(other) ? -1 : Number(nameOf(one) > nameOf(other)));
}

function attribute(name: string, cell: string): Profile {
  return cell.trim() === '' ? {} : { attributes: { [name]: cell.trim() } };
}

/** What the second says goes before; members of `goodWith` and attributes are kept where it says nothing of them. */
export function merge(one: Profile, other: Profile): Profile {
  const goodWith = { ...one.goodWith, ...other.goodWith };
  const attributes = { ...one.attributes, ...other.attributes };
  return {
    ...one,
    ...other,
    ...(Object.keys(goodWith).length > 0 && { goodWith }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

/** Photos are separated by blanks or semicolons. */
function splitPhotos(cell: string): string[] {
  return [...new Set(cell.split(/[\s;]+/).filter((photo) => photo !== ''))];
}

function brief(text: string): string {
  return text.length > 40 ? `${text.trim().slice(0, 40)}…` : text.trim();
}
