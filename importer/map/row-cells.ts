import type { ImportFault } from '../faults.ts';
import { answerOf, type Plan, type Role } from '../plan.ts';
import { cleanText, toPlain } from './texts.ts';

/** A text that is not read: the fact is left out, and the animal is not. */
export interface Unread {
  readonly column: string;
  /** What the row has there, trimmed. */
  readonly text: string;
  readonly role: Role;
  /** Why not, in words that go on after the text; missing where it is a word that is not known. */
  readonly fault?: ImportFault | undefined;
}

export type Report = (unread: Unread) => void;

export interface Cell {
  readonly column: string;
  /** Without what only spreadsheets and web pages need; empty where the cell has nothing to say. */
  readonly text: string;
  readonly isInverse: boolean;
}

/** Finds the cells of a row by what they give. */
export interface RowCells {
  has(role: Role): boolean;
  /** Those that say something, the most telling first; also that a sex is not known. */
  told(role: Role, row: readonly string[]): Cell[];
  /** As the file has them, the most telling first. */
  raw(role: Role, row: readonly string[]): Cell[];
}

export function createRowCells(plan: Plan, names: readonly string[]): RowCells {
  const { columns, isExact } = plan;
  const places = Map.groupBy(
    columns.map(({ column, role, isInverse = false }) => ({ column, role, isInverse, index: names.indexOf(column) })),
    ({ role }) => role,
  );
  const cellsOf = (role: Role, row: readonly string[], clean: (text: string) => string): Cell[] =>
    (places.get(role) ?? []).map(({ column, index, isInverse }) => ({
      column,
      isInverse,
      text: clean(row[index] ?? ''),
    }));
  const answered = ({ column, text, isInverse }: Cell): Cell => {
    const answer = answerOf(plan, column, text);
    return { column, isInverse, text: answer === 'nothing' ? '' : (answer ?? text) };
  };
  return {
    has: (role) => places.has(role),
    told: (role, row) =>
      cellsOf(role, row, (text) => (role === 'sex' && !isExact ? toPlain(text) : cleanText(text, isExact)))
        .map(answered)
        .filter(({ text }) => text !== ''),
    raw: (role, row) => cellsOf(role, row, (text) => text.trim()),
  };
}
