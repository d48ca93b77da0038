import { postgresMigrations } from './schema.ts';
import type { Param } from './statement.ts';
import { type Column, type TableChange, tableChangesIn } from './table-changes.ts';

/** The type of a column on every engine: 64-bit integer or text. */
type ColumnKind = 'integer' | 'text';

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnKind>>;
  /** The columns of the primary key. Rows are sorted by them. */
  readonly key: readonly string[];
  /** Whether the engine generates its ids, each of them only once. */
  readonly givesIds: boolean;
  /** The rows that are copied; all if it is missing. */
  readonly condition?: string;
}

/** The setting that marks the target of an unfinished copy. It is not copied. */
export const unfinishedCopySetting = 'unfinished_copy';

/** The setting that tells a database from its copies. It is not copied. */
export const databaseIdSetting = 'database_id';

/** The setting that proves that a SQLite file and its write-ahead log belong together. It is not copied. */
export const logMarkSetting = 'log_mark';

const conditions: Readonly<Record<string, string>> = {
  settings: `name NOT IN ('${unfinishedCopySetting}', '${databaseIdSetting}', '${logMarkSetting}')`,
};

let known: readonly Table[] | undefined;

/**
 * All tables with data, each after those that it references. The others of SQLite are indexes. They are read from the
 * migrations at the first call: few processes copy a database.
 */
export function tables(): readonly Table[] {
  known ??= tablesOf(postgresMigrations.map(({ script }) => script).join('\n'));
  return known;
}

/** The tables that scripts for PostgreSQL leave, but those about the schema. */
export function tablesOf(script: string): Table[] {
  const found = new Map<string, Table>();
  for (const change of tableChangesIn(script)) {
    const { table: name } = change;
    if (change.kind === 'drop') found.delete(name);
    else found.set(name, change.kind === 'create' ? toTable(change) : changed(found.get(name), change));
  }
  return [...found.values()].filter(({ name }) => !name.startsWith('petstore_'));
}

function toTable({ table: name, columns, key }: TableChange & { kind: 'create' }): Table {
  const givesIds = columns.some(({ definition }) => definition.includes('AS IDENTITY'));
  const condition = conditions[name];
  return { name, columns: kindsOf(columns), key, givesIds, ...(condition !== undefined && { condition }) };
}

function changed(before: Table | undefined, { table, added, dropped }: TableChange & { kind: 'alter' }): Table {
  if (before === undefined) throw new Error(`no migration makes the table ${table}`);
  const kept = Object.entries(before.columns).filter(([column]) => !dropped.includes(column));
  return { ...before, columns: { ...Object.fromEntries(kept), ...kindsOf(added) } };
}

function kindsOf(columns: readonly Column[]): Record<string, ColumnKind> {
  return Object.fromEntries(
    columns.map(({ name, definition }) => {
      const [, kind] = /^(BIGINT|TEXT)\b/.exec(definition) ?? [];
      if (kind === undefined) throw new Error(`the column ${name} is neither BIGINT nor TEXT: ${definition}`);
      return [name, kind === 'TEXT' ? 'text' : 'integer'];
    }),
  );
}

/** A row, in the order of the table's columns. */
export type Row = readonly Param[];

export function keyOf({ columns, key }: Table, row: Row): Row {
  const names = Object.keys(columns);
  return key.map((name) => row[names.indexOf(name)] ?? null);
}

/** @throws Error when there is no such table */
export function requireTable(name: string): Table {
  const table = tables().find((entry) => entry.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}
