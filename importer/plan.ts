import type { PetStatus } from '../client/types.gen.ts';
import type { DateOrder, NumberedDates } from './map/dates.ts';
import type { StatusMap } from './map/status-map.ts';
import type { HeadingField } from './words/meanings.ts';
import { fold } from './words/words.ts';

/** What a column gives: a field of the profile or what only files have; `attribute` keeps it under its own name. */
export type Role = HeadingField | 'attribute';

export interface ColumnRule {
  readonly column: string;
  readonly role: Role;
  /** A flag that says the contrary, such as `NoDogs`. */
  readonly isInverse?: true | undefined;
}

/**
 * What words in a column stand for, whatever tables tell: by column, then by folded text. An empty text stands
 * for an empty cell, and `date` for any day of an outcome. Values are words of the column's field, or `nothing`; where columns tell who is
 * for adoption, one of `standings`.
 */
export type Answers = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** How the rows of a file become animals. */
export interface Plan {
  /** The system whose export it is, as people call it. */
  readonly system?: string | undefined;
  /** Whether texts are exactly what they are to be, as in our own exports. */
  readonly isExact: boolean;
  /** Of several columns with one role, the first that says something counts. A column may have several roles. */
  readonly columns: readonly ColumnRule[];
  /** One category for all animals, instead of a column. */
  readonly categoryId?: bigint | undefined;
  readonly leaveOut: readonly LeaveOutRule[];
  /** Without it, dates in which either number can be the day are not read. */
  readonly dateOrder?: DateOrder | undefined;
  /** What plain numbers in columns of dates are. */
  readonly numberedDates: ReadonlyMap<string, NumberedDates>;
  /** The currency (ISO 4217) of fees without one. */
  readonly currency?: string | undefined;
  /** Of animals of which no column tells whether they are for adoption. */
  readonly defaultStatus?: PetStatus | undefined;
  /** What the user has said of the texts in the columns of the status. */
  readonly statusMap?: StatusMap | undefined;
  /** What the system's codes stand for. */
  readonly codes: Answers;
  /** What somebody has said. */
  readonly answers: Answers;
}

/** Leaves out the rows whose cell in this column matches, without the blanks around it. */
export interface LeaveOutRule {
  readonly column: string;
  readonly matches: RegExp;
}

export function columnsOf({ columns }: Plan, role: Role): readonly string[] {
  return columns.flatMap((rule) => (rule.role === role ? [rule.column] : []));
}

/** Gives a role to these columns and to no others. */
export function withRole(plan: Plan, role: Role, columns: readonly string[]): Plan {
  const others = plan.columns.filter((rule) => rule.role !== role);
  return { ...plan, columns: [...others, ...columns.map((column) => ({ column, role }))] };
}

/** What a text in a column was said to stand for; `undefined` where nobody has. */
export function answerOf({ answers, codes }: Plan, column: string, text: string): string | undefined {
  const folded = fold(text);
  return answers.get(column)?.get(folded) ?? codes.get(column)?.get(folded);
}

/** Without a value the answer is taken back. */
export function withAnswer(plan: Plan, column: string, text: string, value: string | undefined): Plan {
  const ofColumn = new Map(plan.answers.get(column));
  if (value === undefined) ofColumn.delete(fold(text));
  else ofColumn.set(fold(text), value);
  return { ...plan, answers: new Map(plan.answers).set(column, ofColumn) };
}
