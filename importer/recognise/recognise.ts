import { guessNumberedDates, type OrderOfDates, orderOfDates } from '../map/dates.ts';
import { symbols } from '../map/fees.ts';
import { type ColumnRule, columnsOf, type Plan, type Role } from '../plan.ts';
import { profileFields } from '../profile-fields.ts';
import type { Inspection } from '../source/inspect.ts';
import type { ColumnSurvey } from '../source/survey.ts';
import { findHeading, fold, isNumberHeading, speciesName } from '../words/words.ts';
import { type System, systems } from './systems.ts';

type Surveyed = Pick<Inspection, 'columns' | 'surveys' | 'rowCount'>;

/** Columns that together no other file has: those of `petstore export`. */
const ownMarks = ['id', 'name', 'categoryId', 'status'];
const ownRoles: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...profileFields.map((field) => [field, field] as const),
  ...([
    ['name', 'name'],
    ['categoryId', 'category'],
    ['category', 'category'],
  ] as const),
  ...([
    ['status', 'status'],
    ['photos', 'photos'],
  ] as const),
]);

const dateRoles: readonly Role[] = [
  ...(['birthDate', 'arrivedOn', 'outcomeOn', 'holdUntil', 'deceasedOn', 'returnedOn'] as const),
];

/** What the columns of a file mean, from their names and from all rows. What nobody can know is left open. */
export function recognise(inspection: Surveyed, now: Date): Plan {
  const { columns, surveys } = inspection;
  const isOwn = ownMarks.every((mark) => columns.includes(mark));
  const system = isOwn ? undefined : systems.find(({ marks }) => marks.every((mark) => indexIn(columns, mark) >= 0));
  const rules = isOwn ? ownRules(columns) : rulesOf(inspection, system);
  const plan: Plan = {
    system: system?.name,
    isExact: isOwn,
    columns: rules,
    leaveOut: (system?.leaveOut ?? []).flatMap(({ column, matches }) => {
      const index = indexIn(columns, column);
      return index < 0 ? [] : [{ column: columns[index] ?? column, matches }];
    }),
    numberedDates: new Map(
      columns.flatMap((column, index) => {
        const survey = surveys[index];
        const numbers = survey && guessNumberedDates(survey.filled, survey.dates, now);
        return numbers === undefined ? [] : [[column, numbers] as const];
      }),
    ),
    answers: new Map(),
    codes: new Map(
      Object.entries(system?.codes ?? {}).flatMap(([heading, words]) => {
        const column = columns[indexIn(columns, heading)];
        if (column === undefined) return [];
        return [[column, new Map(Object.entries(words).map(([word, value]) => [fold(word), value]))] as const];
      }),
    ),
  };
  const [fee = ''] = columnsOf(plan, 'fee');
  const { currency } = splitCurrency(fee);
  const { order } = shownDateOrder(inspection, plan);
  return { ...plan, currency, dateOrder: order === 'unclear' || order === 'none' ? system?.dateOrder : order };
}

/** The order of day and month that the dates of all rows show. */
export function shownDateOrder({ columns, surveys }: Surveyed, plan: Plan): OrderOfDates {
  const dated = new Set(dateRoles.flatMap((role) => columnsOf(plan, role)));
  return orderOfDates(surveys.filter((_, index) => dated.has(columns[index] ?? '')).map(({ dates }) => dates));
}

function ownRules(columns: readonly string[]): ColumnRule[] {
  return [...ownRoles].flatMap(([column, role]) => (columns.includes(column) ? [{ column, role }] : []));
}

interface Found extends ColumnRule {
  readonly rank: number;
  readonly survey: ColumnSurvey | undefined;
}

function rulesOf({ columns, surveys, rowCount }: Surveyed, system: System | undefined): ColumnRule[] {
  const folded = new Map(Object.entries(system?.roles ?? {}).map(([heading, roles]) => [fold(heading), roles]));
  const inverse = new Set(system?.inverse?.map(fold));
  const found = columns
    .flatMap((column, index): Found[] => {
      const survey = surveys[index];
      const isInverse = inverse.has(fold(column)) ? true : undefined;
      const roles = folded.get(fold(column));
      if (roles !== undefined) return roles.map((role) => ({ column, role, isInverse, rank: -1, survey }));
      if (isNumberHeading(column) && survey !== undefined && isNumbering(survey, rowCount))
        return [{ column, role: 'reference', rank: lastRank, survey }];
      const heading = findHeading(column) ?? findHeading(splitCurrency(column).heading);
      return heading === undefined ? [] : [{ column, role: heading.field, isInverse, rank: heading.rank, survey }];
    })
    .toSorted((one, other) => one.rank - other.rank);
  const has = (role: Role) => found.some((rule) => rule.role === role);
  const identity = findReference(found, rowCount);
  const rules = found.flatMap((rule): ColumnRule[] => {
    const { column, role, isInverse } = rule;
    const as = (...roles: Role[]) => roles.map((one) => ({ column, role: one, isInverse }));
    switch (role) {
      case 'reference':
        return rule === identity ? as('reference') : [];
      case 'microchip':
        return rule === identity ? as('reference', 'microchip') : as('microchip');
      case 'type':
        return isOfSpecies(rule.survey) && !has('species') ? as('species') : has('category') ? [] : as('category');
      case 'eventOn':
        if (has('outcomeType')) return has('outcomeOn') ? [] : as('outcomeOn');
        return has('intakeType') && !has('arrivedOn') ? as('arrivedOn') : [];
      default:
        return as(role);
    }
  });
  if (rules.some(({ role }) => role === 'category')) return rules;
  const species = rules.find(({ role }) => role === 'species');
  return species === undefined ? rules : [...rules, { column: species.column, role: 'category' }];
}

/** Splits `Adoption fee (EUR)` and `fee_usd` into heading and currency. */
function splitCurrency(column: string): { heading: string; currency?: string } {
  const [, heading, mark] = /^(.*?)[\s_(-]+(eur|usd|gbp|cad|aud|nzd|chf|brl|mxn|[€$£])\)?$/i.exec(column) ?? [];
  if (heading === undefined || mark === undefined) return { heading: column };
  return { heading, currency: symbols[mark] ?? mark.toUpperCase() };
}

/** Names of columns differ in case, blanks and punctuation. */
function indexIn(columns: readonly string[], heading: string): number {
  const exact = columns.indexOf(heading);
  return exact >= 0 ? exact : columns.findIndex((column) => fold(column) === fold(heading));
}

/** Most of its words are species. */
function isOfSpecies(survey: ColumnSurvey | undefined): boolean {
  const counts = [...(survey?.texts ?? [])];
  const known = counts.filter(([text]) => speciesName(text) !== undefined);
  const sum = (of: typeof counts) => of.reduce((total, [, count]) => total + count, 0);
  return known.length > 0 && sum(known) * 2 >= sum(counts);
}

/**
 * The column by which animals are known again: a number of theirs, or else their chips, if nearly all have one. An animal that comes
 * back has its number again, and a number that most share is none.
 */
function findReference(found: readonly Found[], rowCount: number): Found | undefined {
  const isGood = ({ survey, role }: Found) =>
    survey?.repeated !== undefined &&
    survey.filled > 0 &&
    survey.shortened < survey.filled &&
    survey.filled >= rowCount * (role === 'microchip' ? 0.9 : 0.5);
  const numbers = found.filter(({ role }) => role === 'reference');
  const chips = found.filter(({ role }) => role === 'microchip');
  const isUsual = ({ survey }: Found) => survey !== undefined && survey.filled * 2 >= rowCount;
  return numbers.find(isGood) ?? chips.find(isGood) ?? numbers[0] ?? chips.find(isUsual);
}

/** Of the columns of one role that which tells least. */
const lastRank = Number.MAX_SAFE_INTEGER;

/** Whether nearly all rows have a number of their own, which is not that of the row. */
function isNumbering({ filled, repeated, isCounting }: ColumnSurvey, rowCount: number): boolean {
  return repeated === 0 && !isCounting && filled >= rowCount * 0.9;
}

/** Columns without another role whose texts are distinct in all rows: animals could be known again by them. */
export function distinctColumns({ columns, surveys, rowCount }: Surveyed, plan: Plan): string[] {
  const used = new Set(plan.columns.map(({ column }) => column));
  return columns.filter((column, index) => {
    const survey = surveys[index];
    return !used.has(column) && rowCount > 1 && survey?.filled === rowCount && survey.repeated === 0;
  });
}
