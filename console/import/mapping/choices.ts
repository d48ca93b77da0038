import { parseInt64 } from '../../../contract/int64.ts';
import { Categories } from '../../../importer/map/category-number.ts';
import { createMapping, type Mapping } from '../../../importer/map/mapping.ts';
import { tellsStanding } from '../../../importer/map/standing.ts';
import { type ColumnRule, columnsOf, type Plan, type Role, withRole } from '../../../importer/plan.ts';
import { recognise } from '../../../importer/recognise/recognise.ts';
import { today } from '../../lib/formats.ts';
import { texts } from '../../texts/page-texts.ts';
import type { SourceFile } from '../file/source-file.ts';

const words = texts.import;

/** The user's choices for a file. */
export interface ImportChoices {
  readonly plan: Plan;
  /** One category for all rows, whose number is typed. */
  readonly isSameCategory: boolean;
  readonly categoryText: string;
  readonly updatesKnown: boolean;
  /** Whether the file is right about what somebody has changed here. */
  readonly overwrites: boolean;
  /** Named by the rows, or after the references. */
  readonly photos: readonly File[];
}

export interface ChoicesProps {
  source: SourceFile;
  choices: ImportChoices;
  onChange: (choices: ImportChoices) => void;
}

export type ChoiceErrors = Partial<Record<'name' | 'category' | 'categoryText' | 'defaultStatus', string>>;

/** `currency` is that of amounts that have none, where the file does not say it. */
export function guessChoices(source: SourceFile, currency?: string): ImportChoices {
  const plan = recognise(source, today());
  return {
    plan: { ...plan, currency: plan.currency ?? currency },
    isSameCategory: false,
    categoryText: '',
    updatesKnown: false,
    overwrites: false,
    photos: [],
  };
}

export function findErrors({ plan, isSameCategory, categoryText }: ImportChoices): ChoiceErrors {
  const has = (role: Role) => columnsOf(plan, role).length > 0;
  return {
    ...(!has('name') && !has('reference') && { name: words.nameMissing }),
    ...(!isSameCategory && !has('category') && { category: words.categoryMissing }),
    ...(isSameCategory && parseInt64(categoryText.trim()) === undefined && { categoryText: words.categoryNumberWrong }),
    ...(!tellsStanding(plan) && plan.defaultStatus === undefined && { defaultStatus: words.defaultStatusMissing }),
  };
}

/** The mapping of these choices, from the first row on; `undefined` while something is missing. */
export function toMapping(choices: ImportChoices, { columns, categories }: SourceFile): Mapping | undefined {
  if (Object.keys(findErrors(choices)).length > 0) return undefined;
  const { plan, isSameCategory, categoryText } = choices;
  const categoryId = isSameCategory ? parseInt64(categoryText.trim()) : undefined;
  const defaultStatus = asksDefault(plan) ? plan.defaultStatus : undefined;
  return createMapping({ ...plan, categoryId, defaultStatus }, columns, {
    categories: new Categories(categories),
    now: today(),
  });
}

/** Texts that say nothing of the status are asked for one by one; days and flags that are missing are not. */
export function asksDefault(plan: Plan): boolean {
  return (['status', 'stage', 'outcomeType'] as const).every((role) => columnsOf(plan, role).length === 0);
}

export function hasReference({ plan }: ImportChoices): boolean {
  return columnsOf(plan, 'reference').length > 0;
}

/** Roles that have fields of their own in the form. */
const ownFields = ['name', 'category', 'status', 'reference'] as const;
const isOwn = ({ role }: ColumnRule) => ownFields.some((one) => one === role);

/** What else a column gives. */
export function roleOf({ columns }: Plan, column: string): Role | undefined {
  return columns.find((rule) => rule.column === column && !isOwn(rule))?.role;
}

/** Which field of the form a column is chosen in. */
export function ownFieldOf(plan: Plan, column: string): (typeof ownFields)[number] | undefined {
  return ownFields.find((role) => columnsOf(plan, role).includes(column));
}

export function withRoleOf(plan: Plan, column: string, role: Role | undefined): Plan {
  const without = plan.columns.filter((rule) => rule.column !== column || isOwn(rule));
  // Of several columns of one role the one that was chosen counts.
  return { ...plan, columns: role === undefined ? without : [{ column, role }, ...without] };
}

export function withColumn(plan: Plan, role: Role, column: string | undefined): Plan {
  return withRole(plan, role, column === undefined ? [] : [column]);
}
