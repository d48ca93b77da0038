import { type Queryable, statement, type Transaction } from './statement.ts';
import { unfinishedCopySetting } from './tables.ts';

const find = statement<readonly [value: string]>('SELECT value FROM settings WHERE name = $1');
const insert = statement<never>('INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');
const save = statement<never>(
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
const touch = statement<readonly [string]>(
  'UPDATE settings SET value = value WHERE name = $1 AND value = $2 RETURNING name',
);
const lengthen = statement<never>("UPDATE settings SET value = value || ' '");
const shorten = statement<never>('UPDATE settings SET value = substr(value, 1, length(value) - 1)');
const remove = statement<never>('DELETE FROM settings WHERE name = $1');

export async function findSetting(db: Queryable, name: string): Promise<string | undefined> {
  const [row] = await db.query(find, [name]);
  return row?.[0];
}

/** Stores a setting unless it has a value already: the first writer wins. */
export async function insertSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.query(insert, [name, value]);
}

/** Stores or replaces a setting. */
export async function saveSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.query(save, [name, value]);
}

/** Writes all settings, and leaves them as they were. SQLite writes no page for a row that is updated to the same bytes. */
export async function rewriteSettings(tx: Transaction): Promise<void> {
  await tx.query(lengthen, []);
  await tx.query(shorten, []);
}

export async function deleteSetting(tx: Transaction, name: string): Promise<void> {
  await tx.query(remove, [name]);
}

/** The setting of a database that is the target of a copy, until the copy is complete. */
export interface UnfinishedCopy {
  /** The database that is copied, without user and password. */
  source: string;
  /** Distinguishes runs of `petstore copy`: of two on one target, the one that began last owns it. */
  runId: string;
}

export async function findUnfinishedCopy(db: Queryable): Promise<UnfinishedCopy | undefined> {
  const value = await findSetting(db, unfinishedCopySetting);
  return value === undefined ? undefined : (JSON.parse(value) as UnfinishedCopy);
}

/** Makes this run the owner of the target. */
export async function saveUnfinishedCopy(tx: Transaction, copy: UnfinishedCopy): Promise<void> {
  await saveSetting(tx, unfinishedCopySetting, encode(copy));
}

/** Writes the row as it is if this run still owns the target, and returns whether it does. */
export async function touchUnfinishedCopy(tx: Transaction, copy: UnfinishedCopy): Promise<boolean> {
  return (await tx.query(touch, [unfinishedCopySetting, encode(copy)])).length === 1;
}

function encode({ source, runId }: UnfinishedCopy): string {
  return JSON.stringify({ source, runId } satisfies UnfinishedCopy);
}
