import { postgresMigrations } from './schema.ts';
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

/** The setting that proves that a SQLite file and its write-ahead log belong together. It is not copied. */
export const logMarkSetting = 'log_mark';

const conditions: Readonly<Record<string, string>> = {
  settings: `name NOT IN ('${unfinishedCopySetting}', '${databaseIdSetting}', '${logMarkSetting}')`,
};

/** All tables with data, each after those that it references. The others of SQLite are indexes. */
export const tables: readonly Table[] = tablesOf(postgresMigrations.map(({ script }) => script).join('\n'));

/** The tables that scripts for PostgreSQL make, but those about the schema. */
export function tablesOf(script: string): Table[] {
  const found = new Map<string, Table>();
  for (const [, name = '', text = ''] of script.matchAll(/^(?:CREATE|ALTER) TABLE (\w+)([^;]*);/gm)) {
    const added = [...text.matchAll(/(?:^ {2}|ADD COLUMN )(\w+) (BIGINT|TEXT)(.*)/gm)].map(
      ([, column = '', type, rest = '']) => ({
        column,
        kind: type === 'TEXT' ? ('text' as const) : ('integer' as const),
        isKey: rest.includes('PRIMARY KEY'),
      }),
    );
    const earlier = found.get(name);
    const several = /PRIMARY KEY \((.*)\)/.exec(text)?.[1];
    const condition = conditions[name];
    found.set(name, {
      name,
      columns: { ...earlier?.columns, ...Object.fromEntries(added.map(({ column, kind }) => [column, kind])) },
      key: earlier?.key ?? several?.split(', ') ?? added.flatMap(({ column, isKey }) => (isKey ? [column] : [])),
      givesIds: earlier?.givesIds ?? text.includes('AS IDENTITY'),
      ...(condition !== undefined && { condition }),
    });
  }
  return [...found.values()].filter(({ name }) => !name.startsWith('petstore_'));
}

/** A row, in the order of the table's columns. */
export type Row = readonly Param[];

export function keyOf({ columns, key }: Table, row: Row): Row {
  const names = Object.keys(columns);
  return key.map((name) => row[names.indexOf(name)] ?? null);
}

/** @throws Error when there is no such table */
export function requireTable(name: string): Table {
  const table = tables.find((entry) => entry.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}
