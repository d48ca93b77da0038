import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { keysCommand } from '../../../cli/operator/keys.ts';
import { peopleDataCommand } from '../../../cli/operator/people-data.ts';
import { restoreCommand } from '../../../cli/operator/restore.ts';
import { explainRefusal } from '../../../src/lib/system/disk.ts';
import { engines, onOneEngine, sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { run } from '../../support/process/program.ts';
import { startServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

// What an operator does by mistake, and what the commands say then.

let scratch: ScratchFolder;
beforeEach(() => {
  scratch = makeScratchFolder();
});
afterEach(() => scratch.remove());

test.each(engines)(
  'a copy from $name beside a service is refused, and none when the service has stopped',
  async (engine) => {
    const server = await startServer({ engine });
    const target = await sqlite.makeDatabase();
    const copy = () => run(['copy', '--from', server.databaseUrl, '--to', target.url]);
    const refused = await copy();
    const reason = engine === sqlite ? 'another program has' : 'other programs use the source';
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([1, '', expect.stringContaining(reason)]);
    // It was not disturbed, and what it writes is kept.
    expect((await server.send('POST', '/v1/pets', { name: 'Rex', categoryId: 1 })).status).toBe(201);
    server.signal('SIGTERM');
    await server.exited;
    const copied = await copy();
    expect([copied.exitCode, copied.stdout]).toEqual([0, expect.stringContaining('is now a complete copy')]);
    expect(await target.run('SELECT name FROM pets')).toEqual([['Rex']]);
    await target.remove();
    await server.stop();
  },
);

/** A database in a folder of its own, and a backup of it. */
async function backedUp(): Promise<{ path: string; backup: string; env: Record<string, string> }> {
  const [path, backup] = [join(scratch.path, 'data/petstore.db'), join(scratch.path, 'backup.db')];
  const env = { DATABASE_URL: `sqlite:${path}` };
  await runHere(keysCommand(), ['create', '--name', 'kept', '--role', 'admin'], env);
  expect((await run(['backup', backup], env)).exitCode).toBe(0);
  return { path, backup, env };
}

test('restore --replace moves the database and its photos aside, and never while a service uses it', async () => {
  const { path, backup, env } = await backedUp();
  const server = await startServer({ database: { ...(await sqlite.makeDatabase()), url: `sqlite:${path}` } });
  const refused = await runHere(restoreCommand(), [backup, '--replace'], env);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('another program has')]);
  server.signal('SIGKILL');
  await server.exited;
  mkdirSync(`${path}.media/ab`, { recursive: true });
  writeFileSync(`${path}.media/ab/photo`, 'of before');
  const restored = await runHere(restoreCommand(), [backup, '--replace'], env);
  expect([restored.exitCode, restored.stdout]).toEqual([
    0,
    expect.stringContaining(`restored sqlite:${path}: 0 animals`),
  ]);
  const aside = readdirSync(join(scratch.path, 'data')).filter((name) => name.includes('.replaced-'));
  expect(aside.map((name) => name.replace(/replaced-[\dTZ-]+Z/, 'replaced')).sort()).toEqual([
    'petstore.db.replaced',
    'petstore.db.replaced.media',
  ]);
  const media = aside.find((name) => name.endsWith('.media')) ?? '';
  expect(readFileSync(join(scratch.path, 'data', media, 'ab/photo'), 'utf8')).toBe('of before');
  expect((await runHere(keysCommand(), ['list'], env)).stdout).toContain('kept');
});

test.skipIf(process.getuid?.() !== 0)('what root backs up or restores belongs to the owner of the folder', async () => {
  const { backup, env } = await backedUp();
  const folder = join(scratch.path, 'of another user');
  mkdirSync(folder);
  chownSync(folder, 12_345, 12_346);
  const path = join(folder, 'petstore.db');
  expect((await runHere(restoreCommand(), [backup, '--database-url', `sqlite:${path}`])).exitCode).toBe(0);
  expect((await runHere(backupCommand(), [join(folder, 'copy.db')], env)).exitCode).toBe(0);
  for (const name of readdirSync(folder)) {
    const { uid, gid } = statSync(join(folder, name));
    expect([name, uid, gid]).toEqual([name, 12_345, 12_346]);
  }
  expect(existsSync(path)).toBe(true);
});

test('a command for which nobody has named a database says which one it uses', async () => {
  const inFolder = await run(['keys', 'list'], {}, scratch.path);
  expect(inFolder.stderr).toContain(`DATABASE_URL is not set; this is about sqlite:${scratch.path}/data/petstore.db\n`);
  const named = await run(['keys', 'list'], { DATABASE_URL: `sqlite:${scratch.path}/x.db` });
  expect(named.stderr).not.toContain('DATABASE_URL is not set');
});

test('people-data answers nothing about a database in which nothing has ever been', async () => {
  const { env } = await backedUp();
  for (const args of [['erase', '--yes'], ['export']]) {
    const { exitCode, stdout, stderr } = await runHere(peopleDataCommand(), [...args, '--email', 'a@example.org'], env);
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining('so this may be the wrong database')]);
  }
});

test('what may not be used is named with its owner, and a read-only file system as such', () => {
  const file = join(scratch.path, 'a-file');
  writeFileSync(file, '');
  const errorOf = (code: string) => Object.assign(new Error(code), { code, path: join(scratch.path, 'none/deeper') });
  expect(explainRefusal(errorOf('EROFS'), file)).toBe(
    `the file system of ${scratch.path} is read-only; mount it for writing`,
  );
  expect(explainRefusal(errorOf('EACCES'), file)).toContain(`may not use ${scratch.path}, which belongs to `);
  expect(explainRefusal(errorOf('ENOENT'), file)).toBeUndefined();
});

onOneEngine(sqlite, () => {
  test('a PostgreSQL host that nobody knows is named as such', async () => {
    const { stderr } = await run(['keys', 'list', '--database-url', 'postgres://u@no-such-host.invalid/petstore']);
    expect(stderr).toContain('no-such-host.invalid:5432: no such host');
  });
});
