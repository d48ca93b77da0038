import { stringifyJson } from '../../../client/transport/json.ts';
import { isRecord } from '../../../client/transport/shape.ts';
import { toKebab } from './command-name.ts';
import { formatColumns } from './text-columns.ts';

/** Texts are shortened to this many columns at a terminal, so that one of them does not hide the other columns. */
const maxCellWidth = 48;

/** How much of a table a terminal shows, and whether it can print bold text. */
export interface TableStyle {
  /** The width of the terminal; `undefined` for a file or a pipe, which get whole values and lines. */
  columns: number | undefined;
  isBold: boolean;
}

/**
 * Entries of a list as a table that grows: a column for each member that any of them has had. When entries have others than
 * those before, or wider values, the header is printed again, so that every cell is below its heading.
 */
export class EntryTable {
  readonly #style: TableStyle;
  #paths: readonly string[] = [];
  readonly #isText = new Set<string>();
  readonly #widths: number[] = [];

  constructor(style: TableStyle) {
    this.#style = style;
  }

  get isEmpty(): boolean {
    return this.#paths.length === 0;
  }

  /** The lines of further entries; empty when there are none. */
  add(entries: readonly unknown[]): string {
    const rows = entries.map((entry) => new Map(flatten(entry, '')));
    const paths = [...new Set([...this.#paths, ...rows.flatMap((row) => [...row.keys()])])];
    const header = paths.map((path) => headingOf(path, paths));
    this.#paths = paths;
    for (const row of rows) for (const [path, value] of row) if (!isNumeric(value)) this.#isText.add(path);
    const isNumber = paths.map((path) => !this.#isText.has(path));
    const cells = rows.map((row) => paths.map((path) => (row.has(path) ? textOf(row.get(path)) : '')));
    const isTerminal = this.#style.columns !== undefined;
    const style = { ...this.#style, header, isNumber, widths: this.#widths };
    return formatColumns(cells, { ...style, ...(isTerminal && { maxCellWidth }) });
  }
}

/** One resource as lines of names and values, and a table for each list in it. */
export function formatRecord(record: unknown, style: TableStyle): string {
  const lists = listsOf(record);
  const cells = flatten(record, '').filter(([path]) => !lists.some(([name]) => name === path));
  const rows = cells.map(([path, value]) => [wordsOf(path), textOf(value)]);
  const lines = formatColumns(rows);
  const tables = lists.map(([name, entries]) => `\n${wordsOf(name)}:\n${new EntryTable(style).add(entries)}`);
  return `${lines}${tables.join('')}`;
}

function listsOf(record: unknown): [name: string, entries: unknown[]][] {
  if (!isRecord(record)) return [];
  const members = Object.entries(record).filter((member): member is [string, unknown[]] => isListOfRecords(member[1]));
  return members.filter(([, entries]) => entries.length > 0);
}

/** The values in a value, each with the names of the members that lead to it. */
function flatten(value: unknown, path: string): [path: string, value: unknown][] {
  if (!isRecord(value)) return value === undefined ? [] : [[path === '' ? 'value' : path, value]];
  return Object.entries(value).flatMap(([name, member]) => flatten(member, path === '' ? name : `${path}.${name}`));
}

/** The last name of a path, or all of them where two columns would have the same. */
function headingOf(path: string, paths: readonly string[]): string {
  const last = lastName(path);
  const isUnique = paths.filter((other) => lastName(other) === last).length === 1;
  return wordsOf(isUnique ? last : path).toUpperCase();
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function wordsOf(path: string): string {
  return toKebab(path).replaceAll(/[.-]/g, ' ');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return shortDataUrl(value).replaceAll(/\r?\n/g, ' ↵ ');
  if (isListOfRecords(value)) return String(value.length);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return stringifyJson(value);
}

/** A `data:` URL tells a reader nothing but its size. */
function shortDataUrl(text: string): string {
  const [, start] = /^(data:[^,]{1,100},)/.exec(text) ?? [];
  return start === undefined ? text : `${start}… (${text.length} characters)`;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'bigint' || typeof value === 'number' || isListOfRecords(value);
}

function isListOfRecords(value: unknown): value is unknown[] {
  return Array.isArray(value) && (value.length === 0 || value.some(isRecord));
}
