import { execute } from './queries.ts';
import { type Queryable, statement, type Transaction } from './statement.ts';
import { unfinishedCopySetting } from './tables.ts';

/** Shows whether a database can be read. */
export const readSomething = statement<readonly [bigint]>('SELECT count(*) FROM settings');
const find = statement<readonly [value: string]>('SELECT value FROM settings WHERE name = $1');
const touch = statement<readonly [string]>(
  'UPDATE settings SET value = value WHERE name = $1 AND value = $2 RETURNING name',
);
const lengthen = execute<[]>("UPDATE settings SET value = value || ' '");
const shorten = execute<[]>('UPDATE settings SET value = substr(value, 1, length(value) - 1)');

export async function findSetting(db: Queryable, name: string): Promise<string | undefined> {
  const [row] = await db.query(find, [name]);
  return row?.[0];
}

/** Stores a setting unless it has a value already: the first writer wins. */
export const insertSetting = execute<[name: string, value: string]>(
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
);

export const saveSetting = execute<[name: string, value: string]>(
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);

/** Writes all settings, and leaves them as they were. SQLite writes no page for a row that is updated to the same bytes. */
export async function rewriteSettings(tx: Transaction): Promise<void> {
  await lengthen(tx);
  await shorten(tx);
}

export const deleteSetting = execute<[name: string]>('DELETE FROM settings WHERE name = $1');

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
