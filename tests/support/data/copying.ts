import { copyCommand } from '../../../cli/operator/copy.ts';
import { databaseIdSetting, logMarkSetting, tables, unfinishedCopySetting } from '../../../src/store/tables.ts';
import type { ScratchDatabase } from '../engines.ts';
import { runHere } from '../process/command.ts';
import { cleanEnv, type Finished, petstore, shortLived } from '../process/program.ts';

/** Runs `petstore copy` to its end. */
export function copy(from: ScratchDatabase, to: ScratchDatabase, flags: readonly string[] = []): Promise<Finished> {
  return runHere(copyCommand(), ['--from', from.url, '--to', to.url, ...flags]);
}

/** Starts `petstore copy` and does not wait. */
export function startCopy(from: string, to: string) {
  return Bun.spawn(petstore('copy', '--from', from, '--to', to), {
    env: cleanEnv(shortLived),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** All rows of all tables, read directly from the database, without the settings that are its own. */
export async function contentOf(database: ScratchDatabase): Promise<Record<string, unknown[][]>> {
  const selects = tables().map(
    ({ name, columns, key }) => `SELECT ${Object.keys(columns).join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
  );
  const results = await runAll(database, selects);
  const isOwn = (name: unknown) => name === databaseIdSetting || name === logMarkSetting;
  const withoutOwn = (rows: unknown[][]) => rows.filter(([first]) => !isOwn(first));
  return Object.fromEntries(
    tables().map(({ name }, index) => [name, withoutOwn(results[index] ?? []).map((row) => [...row])]),
  );
}

/** Runs several SELECT statements: on PostgreSQL as one message, because each connection costs a process there. */
async function runAll(database: ScratchDatabase, selects: readonly string[]): Promise<unknown[][][]> {
  if (database.url.startsWith('postgres:')) return (await database.run(selects.join('; '))) as unknown[][][];
  return await Promise.all(selects.map((select) => database.run(select)));
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

/** Adds animals to a database that has the tables. */
export async function addManyPets(database: ScratchDatabase, count: number, lastName: string): Promise<void> {
  await database.run(
    `INSERT INTO pets (name, category_id, status)
     WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
     SELECT CASE number WHEN ${count} THEN '${lastName}' ELSE 'Bella 🐕 ' || number END, number % 20, 'available'
     FROM numbers`,
  );
}
