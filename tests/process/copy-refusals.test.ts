import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beginCopy, copyRows, finishCopy, rewindCopy, trimCopy } from '../../src/domain/copies.ts';
import { openCopyTarget } from '../../src/store/open-store.ts';
import { contentOf, copy, markOf } from '../support/copying.ts';
import { engines, postgres, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { run } from '../support/program.ts';

const makeKey = ({ url }: ScratchDatabase) =>
  run(['keys', 'create', '--name', 'one', '--role', 'admin', '--database-url', url]);

/** Leaves a database as a copy does that was killed right after its beginning. */
async function leaveUnfinished(target: ScratchDatabase, source: string): Promise<void> {
  const store = await openCopyTarget(target.url);
  expect(await store.write(beginCopy, { source })).toMatchObject({ kind: 'begun' });
  await store.close();
}

let source: ScratchDatabase;
beforeAll(async () => {
  source = await sqlite.makeDatabase();
  await makeKey(source);
});
afterAll(() => source.remove());

describe.each(engines)('on $name', (engine) => {
  let target: ScratchDatabase;
  beforeAll(async () => {
    target = await engine.makeDatabase();
  });
  afterAll(() => target.remove());

  test('a target with rows of its own is refused, told what they are, and left as it is', async () => {
    const taken = await engine.makeDatabase();
    await makeKey(taken);
    await taken.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
    const before = await contentOf(taken);
    const { exitCode, stdout, stderr } = await copy(source, taken);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^petstore: \S+ is not empty: there are rows in keys \(1\), pets \(1\)\. Nothing was changed; .*\n$/,
    );
    expect(await contentOf(taken)).toEqual(before);
    await taken.remove();
  });

  test('a target of another program is refused', async () => {
    const theirs = await engine.makeDatabase();
    if (engine === sqlite) await Bun.write(theirs.url.slice('sqlite:'.length), '');
    await theirs.run('CREATE TABLE pets (theirs TEXT)');
    const { exitCode, stderr } = await copy(source, theirs);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('another program')]);
    await theirs.remove();
  });

  test('an unfinished copy opens for no server and no key command, and goes on only with its own source', async () => {
    await leaveUnfinished(target, 'sqlite:/elsewhere.db');
    const env = { DATABASE_URL: target.url, PORT: '0' };
    for (const args of [['serve'], ['keys', 'list'], ['keys', 'create', '--name', 'x', '--role', 'admin']]) {
      const { exitCode, stdout, stderr } = await run(args, env);
      expect([args, exitCode, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(/^petstore: \S+ holds an unfinished copy of sqlite:\/elsewhere\.db; finish it .*\n$/);
    }
    const other = await copy(source, target);
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      expect.stringMatching(/^petstore: \S+ holds an unfinished copy of sqlite:\/elsewhere\.db; finish that one .*\n$/),
    ]);
    expect(await markOf(target)).toContain('/elsewhere.db');
  });

  test('a copy that has lost its place to another one writes nothing more', async () => {
    const shared = await engine.makeDatabase();
    const store = await openCopyTarget(shared.url);
    const start = await store.write(beginCopy, { source: 'sqlite:/shared.db' });
    if (!('mark' in start)) throw new Error(start.kind);
    const rows = [['a', '1']];
    const moved = await store.write(copyRows, { mark: start.mark, table: 'settings', rows });
    expect(moved).toMatchObject({ table: 'settings', after: ['a'] });
    const stale = start.mark;
    expect(await store.write(copyRows, { mark: stale, table: 'settings', rows: [['b', '2']] })).toBeUndefined();
    expect(await store.write(trimCopy, { mark: stale, limit: 10 })).toBeUndefined();
    expect(await store.write(rewindCopy, { mark: stale, table: 'settings' })).toBe(false);
    expect(await store.write(finishCopy, { mark: stale, ids: [] })).toBe(false);
    expect(await store.write(beginCopy, { source: 'sqlite:/shared.db' })).toMatchObject({
      kind: 'resumed',
      mark: { after: ['a'] },
    });
    await store.close();
    expect((await contentOf(shared))['settings']).toContainEqual(['a', '1']);
    expect((await contentOf(shared))['settings']).toHaveLength(2);
    await shared.remove();
  });

  test('an unfinished copy is no source', async () => {
    const next = await engine.makeDatabase();
    const { exitCode, stderr } = await copy(target, next);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('holds an unfinished copy')]);
    await next.remove();
  });
});

test('one database by two names is refused with exit code 2', async () => {
  const path = source.url.slice('sqlite:'.length);
  const file = await run([
    'copy',
    '--from',
    source.url,
    '--to',
    `sqlite:${relative(join(import.meta.dir, '../..'), path)}`,
  ]);
  expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the same database') });
  const args = ['--from', 'postgres://one@db/x', '--to', 'postgres://two:hidden-word@db:5432/x?sslmode=disable'];
  const server = await run(['copy', ...args]);
  expect(server).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the same database') });
});

test('a source that is missing or has no schema is refused, and neither it nor the target is made', async () => {
  const target = await sqlite.makeDatabase();
  const from = source.url.replace('petstore.db', 'none.db');
  const missing = await run(['copy', '--from', from, '--to', target.url]);
  expect(missing).toMatchObject({ exitCode: 1, stderr: `petstore: there is no petstore database at ${from}\n` });
  const empty = await postgres.makeDatabase();
  const bare = await copy(empty, target);
  expect([bare.exitCode, bare.stderr]).toEqual([1, expect.stringContaining('there is no petstore database at')]);
  expect(await empty.run("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'")).toEqual([]);
  expect([from, target.url].map((url) => existsSync(url.slice('sqlite:'.length)))).toEqual([false, false]);
  await Promise.all([empty.remove(), target.remove()]);
});

test('a user who may not read what ids were given is told so in one line, before anything is copied', async () => {
  const server = await PostgresServer.start();
  await server.run('postgres', "CREATE ROLE reader LOGIN PASSWORD 'of-reader'");
  expect((await run(['migrate', '--database-url', server.url('postgres')])).exitCode).toBe(0);
  await server.run('postgres', 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
  const target = await sqlite.makeDatabase();
  const from = server.url('postgres').replace(/\/\/[^@]+@/, '//reader:of-reader@');
  const { exitCode, stdout, stderr } = await run(['copy', '--from', from, '--to', target.url]);
  await Promise.all([server.remove(), target.remove()]);
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^petstore: .*\(permission denied for sequence keys_id_seq\)\nRun the same command again.*\n$/,
  );
});

test('a source of a newer release is refused and left as it is', async () => {
  const newer = await sqlite.makeDatabase();
  await run(['migrate', '--database-url', newer.url]);
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
])('%j is refused with exit code 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await run(['copy', ...args]);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hidden-word');
});
