import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import type { Command } from 'commander';
import { backupCommand } from '../../../../cli/operator/backup.ts';
import { checkCommand } from '../../../../cli/operator/check.ts';
import { copyCommand } from '../../../../cli/operator/copy.ts';
import { migrateCommand } from '../../../../cli/operator/migrate.ts';
import { restoreCommand } from '../../../../cli/operator/restore.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { startServer } from '../../../../src/server/start.ts';
import { schemaVersion } from '../../../../src/store/schema.ts';
import { loadReleased } from '../../../support/data/released-data.ts';
import { type Engine, postgres, type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { runHere } from '../../../support/process/command.ts';
import { makeScratchFolder, type ScratchFolder } from '../../../support/scratch.ts';

/** Commands whose work takes long say on standard error how far they are. Here an hour passes at each look at the clock. */
let scratch: ScratchFolder;
const databases: ScratchDatabase[] = [];
beforeAll(() => {
  scratch = makeScratchFolder();
});
afterAll(async () => {
  scratch.remove();
  for (const database of databases) await database.remove();
});

async function slowly<Result>(run: () => Promise<Result>): Promise<Result> {
  let now = performance.now();
  const clock = spyOn(performance, 'now').mockImplementation(() => (now += 3_600_000));
  try {
    return await run();
  } finally {
    clock.mockRestore();
  }
}

async function saidBy(command: Command, ...args: string[]): Promise<string[]> {
  const { stdout, stderr, exitCode } = await slowly(() => runHere(command, args));
  expect([exitCode, stdout]).toEqual([0, expect.not.stringMatching(/^petstore: /m)]);
  return stderr.split('\n').filter((line) => line !== '');
}

async function released(release: string, engine: Engine): Promise<ScratchDatabase> {
  const { database } = await loadReleased(release, engine);
  databases.push(database);
  return database;
}

const migrating = `migrating to schema version ${schemaVersion}`;

test('a migration of a SQLite file', async () => {
  const { url } = await released('1.0.0', sqlite);
  expect(await saidBy(migrateCommand(), '--database-url', url)).toEqual([
    expect.stringMatching(/^petstore: copying the file before it is migrated: \d+ MiB$/),
    expect.stringMatching(new RegExp(`^petstore: ${migrating}: \\d+ MiB$`)),
    'petstore: folding the names of animals: 0 of 24 rows',
    'petstore: folding the names of animals: 24 of 24 rows',
    'petstore: indexing the names of animals: 0 of 24 rows',
  ]);
});

test('a migration at the start of the service, in its log', async () => {
  const { url } = await released('1.0.0', sqlite);
  const events: string[] = [];
  const log = { debug() {}, warn() {}, error() {}, info: (event: string) => void events.push(event) };
  const config = readConfig({ DATABASE_URL: url, PORT: '0' });
  const server = await slowly(() => startServer(config, log));
  await server.stop();
  expect(events.slice(0, 6)).toEqual([
    'copying the file before it is migrated',
    migrating,
    'folding the names of animals',
    'folding the names of animals',
    'indexing the names of animals',
    'migrated the database',
  ]);
});

test('a migration of a PostgreSQL database, its backup, a restore, a copy and a check', async () => {
  const source = await released('1.1.0', postgres);
  // Their files are no part of the data.
  await source.run('DELETE FROM pet_photos');
  const [backup, restored, copied] = ['backup.db', 'restored.db', 'copied.db'].map((name) => `${scratch.path}/${name}`);
  expect(await saidBy(migrateCommand(), '--database-url', source.url)).toEqual([
    expect.stringMatching(new RegExp(`^petstore: ${migrating}: \\d+ MiB$`)),
  ]);
  const rows = (task: string) => expect.stringMatching(new RegExp(`^petstore: ${task}: \\d+ of \\d+ rows$`));
  const file = (task: string) => expect.stringMatching(new RegExp(`^petstore: ${task}.*: \\d+ MiB$`));

  const backingUp = await saidBy(backupCommand(), `${backup}`, '--database-url', source.url);
  expect(backingUp).toEqual(expect.arrayContaining([rows('copying'), rows('comparing')]));
  const restoring = await saidBy(restoreCommand(), `${backup}`, '--database-url', `sqlite:${restored}`);
  expect(restoring.slice(0, 3)).toEqual([file('checking'), file('copying'), file('checking the restored database')]);
  const copying = await saidBy(copyCommand(), '--from', `sqlite:${restored}`, '--to', `sqlite:${copied}`);
  expect(copying).toEqual(expect.arrayContaining([rows('copying'), rows('comparing')]));
  const checking = await saidBy(checkCommand(), '--repair', '--database-url', `sqlite:${copied}`);
  expect(checking.slice(0, 2)).toEqual([file('checking the file'), rows('checking the search texts')]);
});
