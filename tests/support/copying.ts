import { databaseIdSetting, tables, unfinishedCopySetting } from '../../src/store/tables.ts';
import type { ScratchDatabase } from './engines.ts';
import { cleanEnv, type Finished, petstore, run } from './program.ts';
import { until } from './until.ts';

/** Runs `petstore copy` to its end. */
export function copy(from: ScratchDatabase, to: ScratchDatabase, flags: readonly string[] = []): Promise<Finished> {
  return run(['copy', '--from', from.url, '--to', to.url, ...flags]);
}

/** Starts `petstore copy` and does not wait. */
export function startCopy(from: ScratchDatabase, to: ScratchDatabase) {
  return Bun.spawn(petstore('copy', '--from', from.url, '--to', to.url), {
    env: cleanEnv({}),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** All rows of all tables, read directly from the database, without the id that is its own. */
export async function contentOf(database: ScratchDatabase): Promise<Record<string, unknown[][]>> {
  const content: Record<string, unknown[][]> = {};
  for (const { name, columns, key } of tables) {
    const rows = await database.run(
      `SELECT ${Object.keys(columns).join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
    );
    content[name] = rows.filter(([first]) => first !== databaseIdSetting).map((row) => [...row]);
  }
  return content;
}

/** A digest of the content: for each table the number of rows and a hash over them. */
export async function digestOf(database: ScratchDatabase): Promise<Record<string, string>> {
  const content = Object.entries(await contentOf(database));
  const hash = (rows: unknown[][]) => Bun.SHA256.hash(rows.map((row) => JSON.stringify(row.map(String))).join(), 'hex');
  return Object.fromEntries(content.map(([name, rows]) => [name, `${rows.length} ${hash(rows)}`]));
}

/** The setting that marks an unfinished copy; `undefined` if the database is not one. */
export async function unfinishedCopyIn(database: ScratchDatabase): Promise<string | undefined> {
  const sql = `SELECT value FROM settings WHERE name = '${unfinishedCopySetting}'`;
  const [row] = await database.run(sql).catch(() => []);
  return row === undefined ? undefined : String(row[0]);
}

/** Waits until a copy other than `before` has added animals to the database, and returns its setting. */
export async function untilCopying(database: ScratchDatabase, before?: string): Promise<string> {
  const look = async () => {
    const copy = await unfinishedCopyIn(database);
    const [row] = await database.run('SELECT count(*) FROM pets').catch(() => []);
    return copy !== undefined && copy !== before && Number(row?.[0]) > 0 ? copy : undefined;
  };
  return await until('the copy to copy animals', look, (copy) => copy !== undefined);
}

/** Creates a database with enough animals that a copy takes a moment. */
export async function addManyPets(database: ScratchDatabase, count: number): Promise<void> {
  expectDone(await run(['migrate', '--database-url', database.url]));
  await database.run(
    `INSERT INTO pets (name, category_id, status)
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
     SELECT 'Bella 🐕 ' || number, number % 20, 'available' FROM numbers`,
  );
}

function expectDone({ exitCode, stderr }: Finished): void {
  if (exitCode !== 0) throw new Error(stderr);
}
