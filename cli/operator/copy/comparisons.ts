import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isEqual } from '../../../src/lib/objects.ts';
import { findRows } from '../../../src/store/rows.ts';
import type { Queryable } from '../../../src/store/statement.ts';
import { keyOf, type Row, type Table } from '../../../src/store/tables.ts';

export interface TableContent {
  rows: number;
  /** Hash (hex) of all values of all rows, in the order of their keys. */
  sha256: string;
}

export interface Comparison {
  table: string;
  source: TableContent;
  target: TableContent;
}

const batchRows = 5_000;

/** Reads a table on both sides. `onRows` is called with the number of rows read from the source. */
export async function compareTable(
  table: Table,
  source: Queryable,
  target: Queryable,
  onRows: (rows: number) => void,
): Promise<Comparison> {
  const contents = await Promise.all([readContent(table, source, onRows), readContent(table, target)]);
  return { table: table.name, source: contents[0], target: contents[1] };
}

async function readContent(table: Table, db: Queryable, onRows?: (rows: number) => void): Promise<TableContent> {
  const hash = createHash('sha256');
  let rows = 0;
  let batch: Row[];
  let last: Row | undefined;
  do {
    batch = await findRows(db, table, last && keyOf(table, last), batchRows);
    last = batch.at(-1);
    hash.update(batch.map(encode).join(''));
    rows += batch.length;
    onRows?.(batch.length);
    // Reads from SQLite never leave the event-loop tick. Without this, signals would wait and its read transaction stay open.
    await setImmediate();
  } while (batch.length === batchRows);
  return { rows, sha256: hash.digest('hex') };
}

/** A row as text. A string comes with its length, so that no two different rows have the same text. */
function encode(row: Row): string {
  let text = '';
  for (const value of row) {
    if (typeof value === 'string') text += `${value.length}:${value}`;
    else text += value === null ? '-' : value;
    text += ';';
  }
  return text;
}

export function differing(comparisons: readonly Comparison[]): string[] {
  return comparisons.filter(({ source, target }) => !isEqual(source, target)).map(({ table }) => table);
}

/** A line for each table with its rows and checksum, or two lines where the sides differ. */
export function showComparisons(comparisons: readonly Comparison[]): string {
  const lines = comparisons.flatMap(({ table, source, target }) =>
    isEqual(source, target)
      ? [line(table, source, '')]
      : [line(table, source, '  in the source'), line(table, target, '  in the copy')],
  );
  return lines.join('');
}

function line(table: string, { rows, sha256 }: TableContent, side: string): string {
  return `${table.padEnd(20)}${String(rows).padStart(10)} rows  sha256 ${sha256}${side}\n`;
}
