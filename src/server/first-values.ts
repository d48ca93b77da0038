import { randomBase62 } from '../lib/random.ts';
import { insertIfAbsent } from '../record/settings/stored-rules.ts';
import { findSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { databaseIdSetting } from '../store/tables.ts';

const databaseIdLength = 22;
const cursorSecretLength = 43;

/** What tells a database from its copies, in the place of its photos and in its backups. */
export function prepareDatabaseId(store: Store): Promise<string> {
  return prepareValue(store, databaseIdSetting, databaseIdLength);
}

/** The secret behind cursors, names of photos, forms of the public page and places of rate limits. */
export function prepareCursorSecret(store: Store): Promise<string> {
  return prepareValue(store, 'cursor_secret', cursorSecretLength);
}

/** A random value that the first start makes. Of nodes that start at the same time, all get the same one. */
async function prepareValue(store: Store, name: string, length: number): Promise<string> {
  return (
    (await findSetting(store.reader, name)) ??
    (await store.write(insertIfAbsent, { name, proposal: randomBase62(length) }))
  );
}
