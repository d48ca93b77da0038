import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { copyCommand } from '../../../cli/operator/copy.ts';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { beginCopy, clearCopy, copyRows, finishCopy } from '../../../src/catalogue/copy-rules.ts';
import { migrateStore, openCopyTarget } from '../../../src/store/open-store.ts';
import type { UnfinishedCopy } from '../../../src/store/settings.ts';
import { contentOf } from '../../support/data/copying.ts';
import { engines, postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { runHere } from '../../support/process/command.ts';
import { writerScript } from '../../support/process/program.ts';

const copyWith = (...flags: string[]) => runHere(copyCommand(), flags);
const copy = (from: ScratchDatabase, to: ScratchDatabase) => copyWith('--from', from.url, '--to', to.url);
const makeKey = ({ url }: ScratchDatabase) =>
  runHere(keysCommand(), ['create', '--name', 'one', '--role', 'admin', '--database-url', url]);

/** Leaves a database in the state of a copy that was killed right after its start. */
async function leaveUnfinished(target: ScratchDatabase, source: string): Promise<void> {
  const store = await openCopyTarget(target.url, { writerScript });
  expect(await store.write(beginCopy, { source, runId: 'left' })).toEqual({ kind: 'empty' });
  await store.close();
}

let source: ScratchDatabase;
beforeAll(async () => {
  source = await sqlite.makeDatabase({ isMigrated: true });
  await makeKey(source);
});
afterAll(() => source.remove());

describe.each(engines)('on $name', (engine) => {
  let target: ScratchDatabase;
  beforeAll(async () => {
    target = await engine.makeDatabase();
  });
  afterAll(() => target.remove());

  test('a target that has rows is rejected with their tables and counts, and left unchanged', async () => {
    const taken = await engine.makeDatabase();
    await makeKey(taken);
    await taken.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
    const before = await contentOf(taken);
    const { exitCode, stdout, stderr } = await copy(source, taken);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^petstore: \S+ is not empty: there are rows in pets \(1\), keys \(1\), admin_events \(1\)\. Nothing was changed; .*\n$/,
    );
    expect(await contentOf(taken)).toEqual(before);
    await taken.remove();
  });

  test('a target of another program is rejected', async () => {
    const theirs = await engine.makeDatabase();
    if (engine === sqlite) await Bun.write(theirs.url.slice('sqlite:'.length), '');
    await theirs.run('CREATE TABLE pets (theirs TEXT)');
    const { exitCode, stderr } = await copy(source, theirs);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('another program')]);
    await theirs.remove();
  });

  test('servers and key commands refuse to open an unfinished copy', async () => {
    await leaveUnfinished(target, 'sqlite:/elsewhere.db');
    const env = { DATABASE_URL: target.url, PORT: '0' };
    for (const refused of [
      await runHere(serveCommand(), [], env),
      await runHere(keysCommand(), ['list'], env),
      await runHere(keysCommand(), ['create', '--name', 'x', '--role', 'admin'], env),
    ]) {
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr).toMatch(
        /^petstore: \S+ holds an unfinished copy of sqlite:\/elsewhere\.db; run "petstore copy" or "petstore restore" again, or .*\n$/,
      );
    }
  });

  test('a copy whose target another copy has taken over writes nothing more', async () => {
    const shared = await engine.makeDatabase();
    const store = await openCopyTarget(shared.url, { writerScript });
    const [first, second] = ['first', 'second'].map((runId) => ({ source: 'sqlite:/shared.db', runId }));
    if (first === undefined || second === undefined) return expect.unreachable();
    const add = (copy: UnfinishedCopy, name: string) =>
      store.write(copyRows, { copy, table: 'settings', rows: [[name, '1']] });
    expect(await store.write(beginCopy, first)).toEqual({ kind: 'empty' });
    await add(first, 'a');
    expect(await store.write(beginCopy, second)).toEqual({ kind: 'unfinished copy', source: first.source });
    const before = await contentOf(shared);
    for (const late of [
      () => add(first, 'b'),
      () => store.write(clearCopy, { copy: first, limit: 10 }),
      () => store.write(finishCopy, { copy: first, ids: [] }),
    ]) {
      const error = await late().catch((thrown) => thrown);
      expect(String(error)).toContain('another "petstore copy" into the same database has started');
    }
    expect(await contentOf(shared)).toEqual(before);
    expect(await store.write(clearCopy, { copy: second, limit: 10 })).toBe(1);
    expect(await store.write(clearCopy, { copy: second, limit: 10 })).toBe(0);
    await add(second, 'c');
    await store.write(finishCopy, { copy: second, ids: [] });
    await store.close();
    expect((await contentOf(shared))['settings']).toEqual([['c', '1']]);
    await shared.remove();
  });

  test('an unfinished copy is rejected as a source', async () => {
    const next = await engine.makeDatabase();
    const { exitCode, stderr } = await copy(target, next);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('holds an unfinished copy')]);
    await next.remove();
  });
});

test('one database under two names is rejected with exit code 2', async () => {
  const path = source.url.slice('sqlite:'.length);
  const file = await copyWith('--from', source.url, '--to', `sqlite:${relative(process.cwd(), path)}`);
  expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the same database') });
  const args = ['--from', 'postgres://one@db/x', '--to', 'postgres://two:hidden-word@db:5432/x?sslmode=disable'];
  const server = await copyWith(...args);
  expect(server).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the same database') });
});

test('a source that is missing or has no schema is rejected, and neither it nor the target is created', async () => {
  const target = await sqlite.makeDatabase();
  const from = source.url.replace('petstore.db', 'none.db');
  const missing = await copyWith('--from', from, '--to', target.url);
  expect(missing).toMatchObject({ exitCode: 1, stderr: `petstore: there is no petstore database at ${from}\n` });
  const empty = await postgres.makeDatabase();
  const bare = await copy(empty, target);
  expect([bare.exitCode, bare.stderr]).toEqual([1, expect.stringContaining('there is no petstore database at')]);
  expect(await empty.run("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'")).toEqual([]);
  expect([from, target.url].map((url) => existsSync(url.slice('sqlite:'.length)))).toEqual([false, false]);
  await Promise.all([empty.remove(), target.remove()]);
});

test('a user who may not read the sequences of the source is told in one line, before anything is copied', async () => {
  const server = await PostgresServer.start();
  await server.run('postgres', "CREATE ROLE reader LOGIN PASSWORD 'of-reader'");
  await migrateStore(server.url('postgres'));
  await server.run('postgres', 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
  const target = await sqlite.makeDatabase();
  const from = server.url('postgres').replace(/\/\/[^@]+@/, '//reader:of-reader@');
  const { exitCode, stdout, stderr } = await copyWith('--from', from, '--to', target.url);
  await Promise.all([server.remove(), target.remove()]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^petstore: .*\(permission denied for sequence pets_id_seq\)\nRun the same command again.*\n$/,
  );
});

test('a source of a newer release is rejected and left unchanged', async () => {
  const newer = await sqlite.makeDatabase();
  await migrateStore(newer.url);
  await newer.run('PRAGMA user_version = 99');
  const target = await sqlite.makeDatabase();
  const { exitCode, stderr } = await copy(newer, target);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('made by a newer release')]);
  await Promise.all([newer.remove(), target.remove()]);
});

test.each([
  [[], 'required option'],
  [['--from', 'x', '--to', 'sqlite:y.db'], '--from must be sqlite:PATH'],
  [['--from', 'sqlite:y.db', '--to', 'mysql://a:hidden-word@b/c'], '--to must be sqlite:PATH'],
])('%j is rejected with exit code 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await copyWith(...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hidden-word');
});
