import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import { type Queryable, statement, type Transaction } from './statement.ts';
import { copyCheckpointName, type Row } from './tables.ts';

/** How far an unfinished copy has come. All tables before this one are complete. */
export interface CopyCheckpoint {
  /** The database that is copied, without user and password. */
  source: string;
  table: string;
  /** The key of the last row that is copied; `undefined` when none of this table is. */
  after: Row | undefined;
}

const find = statement<readonly [value: string]>('SELECT value FROM settings WHERE name = $1');
const insert = statement<never>('INSERT INTO settings (name, value) VALUES ($1, $2)');
const move = statement<readonly [string]>(
  'UPDATE settings SET value = $1 WHERE name = $2 AND value = $3 RETURNING name',
);
const remove = statement<readonly [string]>('DELETE FROM settings WHERE name = $1 AND value = $2 RETURNING name');

/** The mark of a database that is not complete yet. */
export function findCopyCheckpoint(db: Queryable): MaybePromise<CopyCheckpoint | undefined> {
  return andThen(db.query(find, [copyCheckpointName]), ([row]) => row && decode(row[0]));
}

export async function insertCopyCheckpoint(tx: Transaction, mark: CopyCheckpoint): Promise<void> {
  await tx.query(insert, [copyCheckpointName, encode(mark)]);
}

/** Puts the mark from one place to another; tells whether it still was where it was thought to be. */
export async function moveCopyCheckpoint(tx: Transaction, from: CopyCheckpoint, to: CopyCheckpoint): Promise<boolean> {
  return (await tx.query(move, [encode(to), copyCheckpointName, encode(from)])).length === 1;
}

/** Takes the mark away; tells whether it still was where it was thought to be. */
export async function deleteCopyCheckpoint(tx: Transaction, mark: CopyCheckpoint): Promise<boolean> {
  return (await tx.query(remove, [copyCheckpointName, encode(mark)])).length === 1;
}

/** A mark as it is stored. JSON would round a large integer, so integers are spelled out and told from texts. */
interface StoredMark {
  source: string;
  table: string;
  after: (string | null | { integer: string })[] | null;
}

function encode({ source, table, after }: CopyCheckpoint): string {
  const spelled = after?.map((part) => (typeof part === 'bigint' ? { integer: String(part) } : part));
  return JSON.stringify({ source, table, after: spelled ?? null } satisfies StoredMark);
}

function decode(value: string): CopyCheckpoint {
  const { source, table, after } = JSON.parse(value) as StoredMark;
  return {
    source,
    table,
    after: after?.map((part) => (typeof part === 'object' && part !== null ? BigInt(part.integer) : part)),
  };
}
