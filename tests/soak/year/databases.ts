import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileDatabase } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import type { engineNames } from '../trial.ts';

export interface TableSize {
  readonly rows: number;
  /** With its indexes. */
  readonly bytes: number;
}

/** The database of a simulated year. */
export interface YearDatabase {
  readonly url: string;
  /** What else a service on it needs. */
  readonly settings: Record<string, string>;
  /** Where the service has photos. */
  readonly media: string;
  run(sql: string): Promise<unknown[][]>;
  /** Sets its own clock, where it has one, to a time (epoch ms), from which it goes on. */
  setClock(now: number): Promise<unknown>;
  measureTables(): Promise<Map<string, TableSize>>;
  measure(): Promise<{ bytes: number; freeBytes: number; walBytes: number }>;
  remove(): Promise<void>;
}

/** @param now what its clock says, if it has one (epoch ms) */
export async function openDatabase(
  engine: (typeof engineNames)[number],
  folder: string,
  now: number,
): Promise<YearDatabase> {
  return engine === 'sqlite' ? openFile(join(folder, 'petstore.db')) : await openPostgres(join(folder, 'media'), now);
}

/** The tables of a search index are named after it. */
const indexOf = (name: string) => /^(pet_words|pet_text_words|pet_note_words)_/.exec(name)?.[1];

function openFile(path: string): YearDatabase {
  const database = fileDatabase(path);
  const { run } = database;
  const number = async (sql: string) => Number((await run(sql))[0]?.[0]);
  return {
    ...database,
    settings: {},
    media: `${path}.media`,
    setClock: async () => undefined,
    async measureTables() {
      const tables = new Map<string, TableSize>();
      const sizes = await run(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize)
         FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
      );
      for (const [own, bytes] of sizes) {
        const index = indexOf(String(own));
        const name = index ?? String(own);
        const rows = index === undefined ? await number(`SELECT count(*) FROM ${name}`) : 0;
        tables.set(name, { rows, bytes: (tables.get(name)?.bytes ?? 0) + Number(bytes) });
      }
      return tables;
    },
    async measure() {
      return {
        bytes: statSync(path).size,
        freeBytes: (await number('PRAGMA freelist_count')) * (await number('PRAGMA page_size')),
        walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      };
    },
  };
}

/** The server's own clock cannot be set, so the name under which the service asks for it leads to another one. */
async function openPostgres(media: string, now: number): Promise<YearDatabase> {
  // No power fails here.
  const server = await PostgresServer.start({ fsync: 'off', full_page_writes: 'off' });
  const database = await server.makeDatabase('petstore');
  const { run } = database;
  await run('CREATE SCHEMA simulated');
  await run(`CREATE TABLE simulated.clock AS SELECT pg_catalog.clock_timestamp() AS set_at, ${now}::bigint AS ms`);
  await run(
    `CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
     'SELECT to_timestamp(ms / 1000.0) + (pg_catalog.clock_timestamp() - set_at) FROM simulated.clock'`,
  );
  await run(`ALTER DATABASE petstore SET search_path = public, simulated, pg_catalog`);
  mkdirSync(media);
  return {
    ...database,
    settings: { PETSTORE_MEDIA_URL: `file:${media}` },
    media,
    setClock: (now) => run(`UPDATE simulated.clock SET set_at = pg_catalog.clock_timestamp(), ms = ${now}`),
    async measureTables() {
      const rows = await run(
        `SELECT c.relname, pg_total_relation_size(c.oid),
           (xpath('/row/c/text()', query_to_xml('SELECT count(*) AS c FROM public.' || c.relname, false, true, '')))[1]::text
         FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
      );
      return new Map(
        rows.map(([table, bytes, count]) => [String(table), { rows: Number(count), bytes: Number(bytes) }]),
      );
    },
    async measure() {
      const [[bytes] = []] = await run('SELECT pg_database_size(current_database())');
      return { bytes: Number(bytes), freeBytes: 0, walBytes: 0 };
    },
    remove: () => server.remove(),
  };
}
