import type { PetStatus } from '../../../client/index.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import type { DateOrder } from '../../../importer/map/dates.ts';
import { isTelling, standings } from '../../../importer/map/standing.ts';
import { parseStatusMap, splitList } from '../../../importer/map/status-map.ts';
import { UnusableMappingError } from '../../../importer/map/unusable-mapping-error.ts';
import { columnsOf, type Plan, type Role, withAnswer, withRole } from '../../../importer/plan.ts';
import { type ProfileField, profileFields } from '../../../importer/profile-fields.ts';
import { fold } from '../../../importer/words/words.ts';

export interface PlanOptions {
  name?: string;
  category?: string;
  categoryId?: string;
  status?: string;
  statusMap?: string;
  defaultStatus?: PetStatus;
  profile?: string;
  attributes?: string;
  dates?: DateOrder;
  currency?: string;
  photos?: string;
  word?: readonly string[];
}

/** The plan with what the options say instead. @throws UnusableMappingError with everything that is wrong */
export function applyOptions(recognised: Plan, options: PlanOptions, columns: readonly string[]): Plan {
  const problems: string[] = [];
  const find = (name: string) => {
    const found = findColumn(columns, name);
    if (found === undefined) problems.push(`There is no column "${name}". The columns are: ${columns.join(', ')}.`);
    return found ?? name;
  };
  const give = (plan: Plan, role: Role, text: string | undefined) =>
    text === undefined
      ? plan
      : withRole(
          plan,
          role,
          splitList(text)
            .filter((name) => name !== '')
            .map(find),
        );
  let plan = give(give(give(recognised, 'name', options.name), 'status', options.status), 'photos', options.photos);
  plan = give(give(plan, 'category', options.category), 'attribute', options.attributes);
  if (options.categoryId !== undefined) {
    const categoryId = parseInt64(options.categoryId);
    if (options.category !== undefined) problems.push('Give either --category or --category-id, not both.');
    if (categoryId === undefined)
      problems.push(`--category-id must be a whole number of 64 bits, such as 3; it is "${options.categoryId}".`);
    plan = { ...plan, categoryId };
  }
  if (options.statusMap !== undefined) {
    if (columnsOf(plan, 'status').length === 0) problems.push('--status-map needs --status, the column that it reads.');
    plan = { ...plan, statusMap: collect(problems, () => parseStatusMap(options.statusMap ?? '')) };
  }
  for (const [field, column] of fieldsOf(options.profile, problems))
    plan = withRole(plan, field, column === '' ? [] : [find(column)]);
  for (const word of options.word ?? []) plan = answerWord(plan, word, columns, problems);
  if (problems.length > 0) throw new UnusableMappingError(problems);
  const { dates = plan.dateOrder, currency = plan.currency, defaultStatus } = options;
  return { ...plan, dateOrder: dates, currency: currency?.toUpperCase(), defaultStatus };
}

function collect<Value>(problems: string[], parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof UnusableMappingError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

/** The column of this name, or else the one that differs only in case, blanks and punctuation. */
export function findColumn(columns: readonly string[], name: string): string | undefined {
  const trimmed = name.trim();
  return (
    columns.find((column) => column === trimmed) ??
    columns.find((column) => fold(column) !== '' && fold(column) === fold(trimmed))
  );
}

/** Reads `breed=Breed,birthDate=Date of birth,size=`; a field without a column is left out. */
function fieldsOf(text: string | undefined, problems: string[]): [field: ProfileField, column: string][] {
  if (text === undefined) return [];
  return splitList(text).flatMap((entry): [ProfileField, string][] => {
    const [field = '', ...rest] = entry.split('=');
    const name = field.trim();
    const known = profileFields.find((one) => one === name);
    if (rest.length === 0)
      problems.push(
        `--profile has the entry "${entry}", which is not of the form FIELD=COLUMN, or FIELD= for no column.`,
      );
    else if (known === undefined)
      problems.push(`A profile has no field "${name}". Its fields are: ${profileFields.join(', ')}.`);
    else return [[known, rest.join('=').trim()]];
    return [];
  });
}

/** Reads `Outcome Type:FOSTER=available`: what a text in a column stands for. */
function answerWord(plan: Plan, entry: string, columns: readonly string[], problems: string[]): Plan {
  const at = entry.lastIndexOf('=');
  const column = columns
    .filter((name) => fold(entry).startsWith(fold(name)) && entry.slice(name.length).trimStart().startsWith(':'))
    .toSorted((one, other) => other.length - one.length)[0];
  const value = entry.slice(at + 1).trim();
  if (at < 0 || column === undefined || value === '') {
    problems.push(
      `--word "${entry}" is not of the form COLUMN:TEXT=VALUE with one of the columns: ${columns.join(', ')}.`,
    );
    return plan;
  }
  if (!plan.columns.some((rule) => rule.column === column)) {
    problems.push(`--word "${entry}": nothing is read from ${column}. Say what it gives with --status or --profile.`);
    return plan;
  }
  const text = entry.slice(entry.indexOf(':', column.length) + 1, at);
  if (isTelling(plan, column) && !standings.some((standing) => standing === value))
    problems.push(`--word "${entry}" must end in one of: ${standings.join(', ')}.`);
  return withAnswer(plan, column, text, value);
}
