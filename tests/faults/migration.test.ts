import { Database } from 'bun:sqlite';
import { beforeEach, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateCommand } from '../../cli/operator/migrate.ts';
import { checkDatabase } from '../../src/operator/check-database.ts';
import initial from '../../src/store/migrations/0001.sqlite.sql' with { type: 'text' };
import { planMigration } from '../../src/store/open-store.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { runOnFile } from '../support/engines.ts';
import { findDiskObstacle, makeDisk } from '../support/faults/disk.ts';
import { runHere } from '../support/process/command.ts';
import { cleanEnv, petstore, run, shortLived } from '../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const animals = 1_000;
const obstacle = findDiskObstacle();
let folder: ScratchFolder;
let path: string;
let databaseUrl: string;
beforeEach(() => {
  folder = makeScratchFolder();
  path = join(folder.path, 'petstore.db');
  databaseUrl = `sqlite:${path}`;
});

/** Makes a file of 1.0.0. */
function makeFile(): void {
  const db = new Database(path);
  db.run(initial);
  db.run(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${animals})
     INSERT INTO pets (name, category_id, status) SELECT 'Zoë ' || n, n % 7, 'available' FROM numbers`,
  );
  for (const mark of ['application_id = 0x70657473', 'user_version = 1']) db.run(`PRAGMA ${mark}`);
  db.close();
}

const migrateHere = () => runHere(migrateCommand(), ['--database-url', databaseUrl]);
const copies = () => readdirSync(folder.path).filter((name) => name.includes('.schema-'));
const timeOf = (name: string) => statSync(join(folder.path, name), { throwIfNoEntry: false })?.mtimeMs;
const isFinished = (name: string) => name.endsWith('.backup');
const schema = () => runOnFile(path, 'SELECT name, sql FROM sqlite_master');

async function expectComplete(): Promise<void> {
  const findings: string[] = [];
  for await (const { name, state } of checkDatabase(databaseUrl)) if (state !== 'ok') findings.push(name);
  expect(findings).toEqual([]);
  const counts = "SELECT (SELECT count(*) FROM pets), (SELECT count(*) FROM pets WHERE name_key = 'zoe ' || id)";
  expect(runOnFile(path, counts)).toEqual([[BigInt(animals), BigInt(animals)]]);
}

test.skipIf(obstacle !== undefined)(
  'a migration that is killed changes nothing, however often, and leaves one copy at most until one succeeds',
  async () => {
    makeFile();
    const before = schema();
    // Its commit waits for the disk.
    const disk = makeDisk();
    disk.fail('hang-flush', 'petstore.db-wal');
    let copiedAt: number | undefined;
    for (let attempt = 1; attempt <= 3; attempt++) {
      const program = Bun.spawn(petstore('migrate', '--database-url', databaseUrl), {
        env: cleanEnv({ ...shortLived, ...disk.env }),
        stdout: 'ignore',
        stderr: 'inherit',
      });
      copiedAt = await until('the migration to change the file', () => {
        const found = copies();
        // While it is being named, it has two names.
        if (found.some((name) => name.endsWith('.partial'))) return undefined;
        const times = found.filter((name) => name.endsWith('.unfinished')).map(timeOf);
        return times.find((time) => time !== copiedAt);
      });
      program.kill('SIGKILL');
      await program.exited;
      expect(await planMigration(databaseUrl)).toEqual({ from: 1, to: schemaVersion });
      expect(schema()).toEqual(before);
      expect(copies().filter((name) => !/-(wal|shm|journal)$/.test(name))).toHaveLength(1);
      expect(copies().filter(isFinished)).toEqual([]);
    }
    const { exitCode, stdout } = await migrateHere();
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('The file as it was before is')]);
    expect(copies()).toEqual([expect.stringMatching(/\.schema-1\.[^.]+\.backup$/)]);
    await expectComplete();
  },
);

test('the copy of a migration that was killed after its end gets its name at the next start', async () => {
  makeFile();
  const connection = openConnection(path, 'write');
  migrate(connection, path);
  connection.close();
  const copy = `${path}.schema-1.2026-01-01T00-00-00Z.backup`;
  writeFileSync(`${copy}.unfinished`, 'the file as it was');
  const { exitCode, stdout } = await migrateHere();
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('nothing to do')]);
  expect(existsSync(copy)).toBe(true);
  expect(copies()).toHaveLength(1);
});

test.skipIf(obstacle !== undefined)(
  'a disk that gets full during a migration leaves the file as it was, and the message says what is needed',
  async () => {
    makeFile();
    const before = schema();
    const disk = makeDisk();
    disk.fail('full', 'petstore.db-wal');
    const failed = await run(['migrate', '--database-url', databaseUrl], disk.env);
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' });
    expect(failed.stderr).toMatch(
      /^petstore: cannot use the database file \S+: the disk is full; for a while a migration needs up to six times the size of the file, which is [\d.]+ \w+, and [\d.]+ \w+ are free\. The file was not migrated, and nothing in it was changed\n$/,
    );
    expect(schema()).toEqual(before);
    expect(copies()).toEqual([]);
    const { exitCode } = await migrateHere();
    expect(exitCode).toBe(0);
    await expectComplete();
  },
);

test('a migration finds each animal by its id, so that it takes as long for each of many animals as of few', () => {
  makeFile();
  const connection = openConnection(path, 'write');
  const used = new Set<string>();
  const query: typeof connection.query = (statement, params) => {
    if (/^(?:SELECT id|UPDATE)\b.* pets\b/.test(statement.text)) used.add(statement.text);
    return connection.query(statement, params);
  };
  migrate({ ...connection, query }, path);
  connection.close();
  expect(used.size).toBe(2);
  for (const text of used) {
    expect(String(runOnFile(path, `EXPLAIN QUERY PLAN ${text}`))).toContain(
      'SEARCH pets USING INTEGER PRIMARY KEY (rowid',
    );
  }
});
