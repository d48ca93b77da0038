import { createHash } from 'node:crypto';
import { findRows } from '../../store/rows.ts';
import type { Queryable } from '../../store/statement.ts';
import { keyOf, type Row, type Table } from '../../store/tables.ts';

/** What there is of a table in one database. */
export interface Content {
  rows: number;
  /** Hash (hex) over all values of all rows, in the order of their keys. */
  sha256: string;
}

export interface Comparison {
  table: string;
  source: Content;
  target: Content;
}

const batchRows = 5_000;

/** Reads a table on both sides, batch by batch in step. `onRows` is told how many rows of the source were read. */
export async function compareTable(
  table: Table,
  source: Queryable,
  target: Queryable,
  onRows: (rows: number) => void,
): Promise<Comparison> {
  const [left, right] = [new ContentReader(source, table), new ContentReader(target, table)];
  while (!left.isComplete || !right.isComplete) {
    const [rows] = await Promise.all([left.readOn(), right.readOn()]);
    onRows(rows);
    // Lets signals through, and SQLite end its read transaction: its answers alone never leave this turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { table: table.name, source: left.content(), target: right.content() };
}

class ContentReader {
  isComplete = false;
  readonly #db: Queryable;
  readonly #table: Table;
  readonly #hash = createHash('sha256');
  #rows = 0;
  #after: Row | undefined;

  constructor(db: Queryable, table: Table) {
    this.#db = db;
    this.#table = table;
  }

  /** Reads the next batch; gives the number of its rows. */
  async readOn(): Promise<number> {
    if (this.isComplete) return 0;
    const rows = await findRows(this.#db, this.#table, this.#after, batchRows);
    const last = rows.at(-1);
    if (last !== undefined) this.#after = keyOf(this.#table, last);
    this.isComplete = rows.length < batchRows;
    this.#rows += rows.length;
    this.#hash.update(rows.map(spell).join(''));
    return rows.length;
  }

  content(): Content {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/** A row as text, so that no two different rows are spelled the same: the length of a text says where it ends. */
function spell(row: Row): string {
  let text = '';
  for (const value of row) {
    if (typeof value === 'string') text += `${value.length}:${value}`;
    else text += value === null ? '-' : value;
    text += ';';
  }
  return text;
}

/** The names of the tables that are not the same on both sides. */
export function differing(comparisons: readonly Comparison[]): string[] {
  return comparisons.filter(({ source, target }) => !isEqual(source, target)).map(({ table }) => table);
}

/** A table of tables: rows and checksum, and both sides where these differ. */
export function showComparisons(comparisons: readonly Comparison[]): string {
  const lines = comparisons.flatMap(({ table, source, target }) =>
    isEqual(source, target)
      ? [line(table, source, '')]
      : [line(table, source, '  in the source'), line(table, target, '  in the copy')],
  );
  return lines.join('');
}

function line(table: string, { rows, sha256 }: Content, side: string): string {
  return `${table.padEnd(20)}${String(rows).padStart(10)} rows  sha256 ${sha256}${side}\n`;
}

function isEqual(left: Content, right: Content): boolean {
  return left.rows === right.rows && left.sha256 === right.sha256;
}
