import { indexPets } from '../animals/pets/index-rules.ts';
import { restartIndexes } from '../animals/pets/index-sql.ts';
import { StartError } from '../lib/errors.ts';
import { deleteRows, findRows, insertRows } from '../store/rows.ts';
import {
  deleteSetting,
  findUnfinishedCopy,
  saveUnfinishedCopy,
  touchUnfinishedCopy,
  type UnfinishedCopy,
} from '../store/settings.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import type { Command } from '../store/store.ts';
import { type Row, requireTable, tables, unfinishedCopySetting } from '../store/tables.ts';
import type { GivenIds } from './history-rules.ts';

export type CopyStart =
  | { kind: 'empty' }
  | { kind: 'unfinished copy'; source: string }
  | { kind: 'not empty'; tables: readonly string[] };

/**
 * Marks a target as unfinished, and takes it over from an earlier run. A database with rows of its own is left alone. A run may
 * mark its target before it begins to copy.
 */
export const beginCopy: Command<UnfinishedCopy, CopyStart> = {
  name: 'beginCopy',
  async run(tx, copy) {
    const earlier = await findUnfinishedCopy(tx);
    const filled = earlier === undefined ? await findFilledTables(tx) : [];
    if (filled.length > 0) return { kind: 'not empty', tables: filled };
    await saveUnfinishedCopy(tx, copy);
    const isMarked = earlier?.runId === copy.runId;
    return earlier === undefined || isMarked ? { kind: 'empty' } : { kind: 'unfinished copy', source: earlier.source };
  },
};

/** Deletes up to `limit` rows of an earlier run, and returns how many. */
export const clearCopy: Command<{ copy: UnfinishedCopy; limit: number }, number> = {
  name: 'clearCopy',
  async run(tx, { copy, limit }) {
    await requireOwner(tx, copy);
    for (const table of tables().toReversed()) {
      const deleted = await deleteRows(tx, table, limit);
      if (deleted > 0) return deleted;
    }
    await restartIndexes(tx);
    return 0;
  },
};

export const copyRows: Command<{ copy: UnfinishedCopy; table: string; rows: readonly Row[] }, void> = {
  name: 'copyRows',
  async run(tx, { copy, table, rows }) {
    await requireOwner(tx, copy);
    await insertRows(tx, requireTable(table), rows);
    // Nobody runs the background jobs of a target, and reads look at every animal that is not in the indexes.
    if (table === 'pets') while (await indexPets.run(tx, null));
  },
};

/** Turns a complete copy into a database that can be served, and that continues after the ids that its source has given. */
export const finishCopy: Command<{ copy: UnfinishedCopy; ids: readonly GivenIds[] }, void> = {
  name: 'finishCopy',
  async run(tx, { copy, ids }) {
    await requireOwner(tx, copy);
    for (const { raise, highest } of ids) if (highest > 0n) await tx.query(raise, [highest]);
    await deleteSetting(tx, unfinishedCopySetting);
  },
};

/**
 * Writes the row, so that a run that takes the target over at the same moment conflicts with this one.
 * @throws StartError when another run has taken it over
 */
async function requireOwner(tx: Transaction, copy: UnfinishedCopy): Promise<void> {
  if (!(await touchUnfinishedCopy(tx, copy))) throw takenOver();
}

export function takenOver(): StartError {
  return new StartError('another "petstore copy" into the same database has started; this one has stopped');
}

export async function findFilledTables(db: Queryable): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tables()) {
    if ((await findRows(db, table, undefined, 1)).length > 0) filled.push(table.name);
  }
  return filled;
}
