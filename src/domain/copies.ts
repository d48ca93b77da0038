import {
  type CopyCheckpoint,
  deleteCopyCheckpoint,
  findCopyCheckpoint,
  insertCopyCheckpoint,
  moveCopyCheckpoint,
} from '../store/copy-checkpoint.ts';
import { deleteRows, findRows, insertRows } from '../store/rows.ts';
import type { Statement, Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import { keyOf, type Row, requireTable, type Table, tables } from '../store/tables.ts';

/** What a copy finds where it is to go. */
export type CopyStart =
  | { kind: 'begun' | 'resumed'; mark: CopyCheckpoint }
  | { kind: 'other copy'; source: string }
  | { kind: 'not empty'; tables: readonly string[] };

/** Marks an empty database as an unfinished copy of a source, or finds the mark of one that was begun before. */
export const beginCopy: Command<{ source: string }, CopyStart> = {
  name: 'beginCopy',
  async run(tx, { source }) {
    const known = await findCopyCheckpoint(tx);
    if (known !== undefined) {
      const isOurs = known.source === source && tables.some(({ name }) => name === known.table);
      return isOurs ? { kind: 'resumed', mark: known } : { kind: 'other copy', source: known.source };
    }
    const filled = await findFilledTables(tx);
    if (filled.length > 0) return { kind: 'not empty', tables: filled };
    const mark = { source, table: tables[0].name, after: undefined };
    await insertCopyCheckpoint(tx, mark);
    return { kind: 'begun', mark };
  },
};

/**
 * Removes up to `limit` rows that lie behind the mark, and tells how many it were: after a rewind they are the old
 * ones, else there are none. Gives `undefined` when another copy has moved the mark.
 */
export const trimCopy: Command<{ mark: CopyCheckpoint; limit: number }, number | undefined> = {
  name: 'trimCopy',
  async run(tx, { mark, limit }) {
    if (!(await moveCopyCheckpoint(tx, mark, mark))) return undefined;
    for (const table of tablesFrom(mark.table).toReversed()) {
      const after = table.name === mark.table ? mark.after : undefined;
      const removed = await deleteRows(tx, table, after, limit);
      if (removed > 0) return removed;
    }
    return 0;
  },
};

/** Adds the next rows of a table and moves the mark behind them. Gives `undefined` when another copy has moved it. */
export const copyRows: Command<
  { mark: CopyCheckpoint; table: string; rows: readonly Row[] },
  CopyCheckpoint | undefined
> = {
  name: 'copyRows',
  async run(tx, { mark, table: name, rows }) {
    const table = requireTable(name);
    const last = rows.at(-1);
    const moved = { ...mark, table: name, after: last && keyOf(table, last) };
    if (!(await moveCopyCheckpoint(tx, mark, moved))) return undefined;
    await insertRows(tx, table, rows);
    return moved;
  },
};

/** Puts the mark before the first row of a table: from there on everything is to be copied again. */
export const rewindCopy: Command<{ mark: CopyCheckpoint; table: string }, boolean> = {
  name: 'rewindCopy',
  run: (tx, { mark, table }) => moveCopyCheckpoint(tx, mark, { ...mark, table, after: undefined }),
};

export interface CopyEnd {
  mark: CopyCheckpoint;
  /** The highest id that the source has given in a table, with the statement by which the target goes on above it. */
  ids: readonly { raise: Statement<readonly unknown[]>; highest: bigint }[];
}

/** Turns a complete copy into a database that can be served. Tells whether no other copy has moved the mark. */
export const finishCopy: Command<CopyEnd, boolean> = {
  name: 'finishCopy',
  async run(tx, { mark, ids }) {
    if (!(await deleteCopyCheckpoint(tx, mark))) return false;
    for (const { raise, highest } of ids) await tx.query(raise, [highest]);
    return true;
  },
};

/** A table and all that come after it. */
export function tablesFrom(name: string): readonly Table[] {
  return tables.slice(tables.indexOf(requireTable(name)));
}

async function findFilledTables(tx: Transaction): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables) {
    if ((await findRows(tx, table, undefined, 1)).length > 0) filled.push(table.name);
  }
  return filled;
}
