import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { postgres } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

/** What a command that opens a database says of one that is not there. */
const keysOf = (databaseUrl: string, ...args: string[]) => runHere(keysCommand(), args, { DATABASE_URL: databaseUrl });

test('every command reports a missing database file and does not create it', async () => {
  const scratch = makeScratchFolder();
  const path = join(scratch.path, 'none/x.db');
  for (const args of [['list'], ['rotate', '1'], ['revoke', '1']]) {
    expect(await keysOf(`sqlite:${path}`, ...args)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `petstore: there is no petstore database at sqlite:${path}; check --database-url\n`,
    });
  }
  expect(existsSync(dirname(path))).toBe(false);
  scratch.remove();
});

test('list reports a PostgreSQL database without a schema, and leaves it empty', async () => {
  const database = await postgres.makeDatabase();
  const { exitCode, stdout, stderr } = await keysOf(database.url, 'list');
  const tables = await database.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'");
  await database.remove();
  expect([exitCode, stdout, tables]).toEqual([1, '', [[0n]]]);
  expect(stderr).toContain('there is no petstore database at postgres://');
});

test('a database that the PostgreSQL server does not have is named, without the password', async () => {
  const { url, remove } = await postgres.makeDatabase();
  const { exitCode, stdout, stderr } = await keysOf(`${url}_none`, 'list');
  await remove();
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toContain('_none" does not exist');
  expect(stderr).not.toContain(new URL(url).password);
});

test('create makes a missing database and says so, unless the settings refuse it', async () => {
  const scratch = makeScratchFolder();
  const file = join(scratch.path, 'other.db');
  const create = (env: Record<string, string> = {}) =>
    runHere(keysCommand(), ['create', '--name', 'web', '--role', 'reader', '--database-url', `sqlite:${file}`], env);
  const refused = await create({ PETSTORE_NEW_DATABASE: 'refuse' });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('there is no petstore database')]);
  expect(existsSync(file)).toBe(false);
  expect((await create()).stderr).toContain(`petstore: there was no database at sqlite:${file}; made a new one\n`);
  scratch.remove();
});
