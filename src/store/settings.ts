import { type Queryable, statement, type Transaction } from './statement.ts';

const find = statement<readonly [value: string]>('SELECT value FROM settings WHERE name = $1');
const insert = statement<never>('INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');

const save = statement<never>(
  'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
const remove = statement<never>('DELETE FROM settings WHERE name = $1');

export async function findSetting(db: Queryable, name: string): Promise<string | undefined> {
  const [row] = await db.query(find, [name]);
  return row?.[0];
}

/** Stores a setting unless it has a value already: the first writer wins. */
export async function insertSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.query(insert, [name, value]);
}

/** Stores a setting, whatever its value was. */
export async function saveSetting(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.query(save, [name, value]);
}

export async function deleteSetting(tx: Transaction, name: string): Promise<void> {
  await tx.query(remove, [name]);
}
