import { Database } from 'bun:sqlite';
import { sqliteMigrations } from './schema.ts';
import type { Param } from './statement.ts';

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

/** A setting of release 1.1.0 about the write-ahead log of a SQLite file. It is not copied. */
export const logMarkSetting = 'log_mark';

const conditions: Readonly<Record<string, string>> = {
  settings: `name NOT IN ('${unfinishedCopySetting}', '${databaseIdSetting}', '${logMarkSetting}')`,
};

/** What only SQLite has: indexes that are tables, and the column that says what is in them. */
const ownOfSqlite: ReadonlySet<string> = new Set(['pets_indexed', 'pet_names', 'pet_changes', 'is_indexed']);

const readColumns = `
  SELECT tables.name AS "table", columns.name, columns.type, columns.pk, sql LIKE '%AUTOINCREMENT%' AS givesIds
  FROM sqlite_master AS tables JOIN pragma_table_list AS kinds USING (name) JOIN pragma_table_info(tables.name) AS columns
  WHERE kinds.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tables.name NOT LIKE 'petstore\\_%' ESCAPE '\\'
  ORDER BY tables.rowid, columns.cid`;

interface FoundColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  readonly givesIds: number;
}

let known: readonly Table[] | undefined;

/**
 * All tables with data, each after those that it references: those that the migrations of SQLite make in memory. This takes
 * milliseconds, at the first call: few processes copy a database.
 */
export function tables(): readonly Table[] {
  known ??= readTables();
  return known;
}

function readTables(): Table[] {
  using db = new Database(':memory:');
  for (const { script } of sqliteMigrations) db.run(script);
  const found = db.query<FoundColumn, []>(readColumns).all();
  const columns = found.filter(({ table, name }) => !ownOfSqlite.has(table) && !ownOfSqlite.has(name));
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => {
    const condition = conditions[name];
    return {
      name,
      columns: Object.fromEntries(own.map((column) => [column.name, column.type === 'TEXT' ? 'text' : 'integer'])),
      key: own
        .filter(({ pk }) => pk > 0)
        .toSorted((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      givesIds: own.some(({ givesIds }) => givesIds === 1),
      ...(condition !== undefined && { condition }),
    };
  });
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
