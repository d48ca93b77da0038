import { Database } from 'bun:sqlite';
import { escapeInvisible } from '../../lib/visible-text.ts';
import type { MigrationStep } from '../schema.ts';
import { statement } from '../statement.ts';

// A file may have been made by somebody else. SQLite runs its triggers with our writes, and the expressions of its tables, views
// and indexes with our reads: what it consists of is looked at before any of it is used.

/** A row about a table, index, view or trigger of a file. */
export type SchemaObject = readonly [type: string, name: string, table: string, sql: string | null];

export const findObjects = statement<SchemaObject>('SELECT type, name, tbl_name, sql FROM sqlite_master');
type NamedObject = { type: string; name: string; tbl_name: string; sql: string | null };

export function readObjects(db: Database): SchemaObject[] {
  const found = db.query<NamedObject, []>(findObjects.text).all();
  return found.map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, sql]);
}

/** What other programs add for themselves: SQLite's ANALYZE, and Litestream. */
const harmless: ReadonlySet<string | null> = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
  'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
  'CREATE TABLE _litestream_lock (id INTEGER)',
]);

/** SQLite goes by the text, and not by the type of the row. */
const triggerOrView = /\b(?:trigger|view)\b/i;

/** Triggers and views that no migration makes. Takes microseconds: every start looks for them. */
export function findForeignTriggers(found: readonly SchemaObject[], steps: readonly MigrationStep[]): string[] {
  const isOwn = (sql: string) => steps.some(({ script }) => script.includes(sql));
  return found
    .filter(([, , , sql]) => sql !== null && triggerOrView.test(sql) && !isOwn(sql))
    .map((object) => `${describe(object)} is unknown`);
}

/** How a file differs from what the migrations make. Takes milliseconds. */
export function findSchemaFaults(found: readonly SchemaObject[], steps: readonly MigrationStep[]): string[] {
  const expected = makeSchema(steps);
  const [texts, names] = [new Set(expected.map(encode)), new Set(expected.map(describe))];
  const namesFound = new Set(found.map(describe));
  return [
    ...found
      .filter((object) => !texts.has(encode(object)) && !harmless.has(object[3]))
      .map((object) => `${describe(object)} is ${names.has(describe(object)) ? 'changed' : 'unknown'}`),
    ...[...names].filter((name) => !namesFound.has(name)).map((name) => `${name} is missing`),
  ];
}

/** By the last step. A backup compares several files with the same schema, which takes a hundred statements to make. */
const schemas = new WeakMap<MigrationStep, SchemaObject[]>();

/** What SQLite itself stores about the objects of a new file. */
function makeSchema(steps: readonly MigrationStep[]): SchemaObject[] {
  const last = steps.at(-1);
  const known = last && schemas.get(last);
  if (known !== undefined) return known;
  using db = new Database(':memory:');
  for (const { script } of steps) db.run(script);
  const made = readObjects(db);
  if (last !== undefined) schemas.set(last, made);
  return made;
}

const encode = (object: SchemaObject) => JSON.stringify(object);
const describe = ([type, name]: SchemaObject) => escapeInvisible(`${type} "${name}"`);
