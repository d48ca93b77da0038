import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { copyCommand } from '../../../cli/operator/copy.ts';
import { mediaOfBackup } from '../../../cli/operator/media.ts';
import { restoreCommand } from '../../../cli/operator/restore.ts';
import { photoFileNames } from '../../../src/animals/photos/model.ts';
import { FolderStore } from '../../../src/photo-files/folder-store.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { unfinishedCopyIn } from '../../support/data/copying.ts';
import { postgres, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { runHere } from '../../support/process/command.ts';
import { cleanEnv, petstore } from '../../support/process/program.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

const keys = ['ab', 'cd', 'ef', '12'].map((part) => part.repeat(24));
const names = photoFileNames({ width: 400, height: 300 });

let database: ScratchDatabase;
let scratch: ScratchFolder;
let media: string;
beforeEach(async () => {
  scratch = makeScratchFolder();
  database = await sqlite.makeDatabase({ isMigrated: true });
  media = `${database.url.slice('sqlite:'.length)}.media`;
  await migrateStore(database.url);
  await database.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
  await database.run(
    `INSERT INTO pet_photos
       (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
     VALUES ${keys.map((key, index) => `(1, ${index}, '${key}', '', 400, 300, '#ffffff', '', 1)`).join()}`,
  );
  await database.run("INSERT INTO inventory (category_id, status, animals) VALUES (1, 'sold', 1)");
  await database.run("INSERT INTO inventory_totals (status, animals) VALUES ('sold', 1)");
  for (const key of keys) {
    await new FolderStore(media).put(
      key,
      names.map((name) => ({ name, bytes: Buffer.from(`${key} ${name}`) })),
    );
  }
});
afterEach(async () => {
  await database.remove();
  scratch.remove();
});

const at = (name: string) => join(scratch.path, name);
const backup = (to: string, env: Record<string, string> = {}) =>
  runHere(backupCommand(), [at(to), '--database-url', database.url], env);
const restore = (from: string, databaseUrl: string, env: Record<string, string> = {}) =>
  runHere(restoreCommand(), [at(from), '--database-url', databaseUrl], env);
const recordedBackups = () => database.run("SELECT name FROM settings WHERE name = 'last_backup_at'");

test('photos that cannot be copied do not stop the backup of the database, which fails with one line', async () => {
  writeFileSync(at('a.db.media'), '');
  const failed = await backup('a.db');
  expect([failed.exitCode, failed.stdout]).toEqual([1, expect.stringContaining('1 animal, ')]);
  expect(failed.stderr).toStartWith(`petstore: cannot copy the photos from ${media} to ${at('a.db.media')}: `);
  expect(failed.stderr.trimEnd()).not.toContain('\n');
  expect(existsSync(at('a.db'))).toBe(true);

  const stopped = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const bucket = {
    PETSTORE_MEDIA_URL: 's3://photos',
    PETSTORE_S3_ENDPOINT: stopped.url.href,
    PETSTORE_S3_REGION: 'nowhere',
    PETSTORE_S3_ACCESS_KEY_ID: 'id',
    PETSTORE_S3_SECRET_ACCESS_KEY: 'secret-of-bucket',
  };
  await stopped.stop(true);
  const unreachable = await backup('bucket.db', bucket);
  expect([unreachable.exitCode, unreachable.stderr]).toEqual([
    1,
    expect.stringMatching(/^petstore: cannot copy the photos from s3:\/\/photos\/ to [^\n]+: [^\n]+\n$/),
  ]);
  expect(unreachable.stderr).not.toMatch(/Signature|secret-of-bucket/);
  expect(existsSync(at('bucket.db'))).toBe(true);
  expect(await recordedBackups()).toEqual([]);
});

test('repeated backups go on after one whose photos cannot be copied, and name it', async () => {
  writeFileSync(at('petstore.media'), '');
  const repeating = runHere(backupCommand(), [scratch.path, '--every', '1h', '--database-url', database.url]);
  const made = () => readdirSync(scratch.path).filter((name) => name.endsWith('.db'));
  await until('a backup', () => made().length === 1);
  process.emit('SIGTERM');
  const { exitCode, stderr } = await repeating;
  const [name = ''] = made();
  expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/^petstore: backup [^\n]+\n$/)]);
  expect(stderr).toContain(`backup ${at(name)}: cannot copy the photos from ${media} to ${at('petstore.media')}: `);
});

test('a backup names the first photos whose files are missing, and is restored without them', async () => {
  for (const part of ['ab', 'cd', 'ef']) renameSync(join(media, part), at(part));
  const lacking = await backup('b.db');
  const first = 'photo 1 of animal 1, photo 2 of animal 1, photo 3 of animal 1';
  expect([lacking.exitCode, lacking.stderr]).toEqual([
    1,
    `petstore: the files of 3 photos are missing in ${media}: ${first}\n`,
  ]);
  expect(await recordedBackups()).toEqual([]);
  const restored = await restore('b.db', `sqlite:${at('restored.db')}`);
  expect([restored.exitCode, restored.stderr]).toEqual([1, expect.stringContaining(`${at('b.db.media')}: ${first}`)]);
  expect(restored.stdout).toContain('restored.db.media: 4 in all, 1 copied, 3 without files');

  rmSync(media, { recursive: true });
  const all = await backup('c.db');
  expect([all.exitCode, all.stderr]).toEqual([
    1,
    `petstore: the files of 4 photos are missing in ${media}: ${first} and 1 more; if they are elsewhere, set ` +
      'PETSTORE_MEDIA_URL to what the service has\n',
  ]);
});

test('a backup fails when only the folder of the backups has files that the service had', async () => {
  const [first, second] = ['petstore-2026-01-01T00-00-00Z.db', 'petstore-2026-01-02T00-00-00Z.db'];
  expect(await backup(first)).toMatchObject({ exitCode: 0, stderr: '' });
  await database.run("DELETE FROM settings WHERE name = 'last_backup_at'");
  rmSync(join(media, 'cd'), { recursive: true });
  const failed = await backup(second);
  expect([failed.exitCode, failed.stderr]).toEqual([
    1,
    `petstore: the backup has all photos, but the files of 1 photo are missing in ${media}: photo 2 of animal 1; ` +
      `copy them back from ${at('petstore.media')}, or set PETSTORE_MEDIA_URL to what the service has\n`,
  ]);
  expect(existsSync(at(second))).toBe(true);
  expect(await recordedBackups()).toEqual([]);
});

test.each([sqlite, postgres])('a restore to $name without its photos is none, and can start over', async (engine) => {
  expect((await backup('d.db')).exitCode).toBe(0);
  const target = engine === sqlite ? { url: `sqlite:${at('target.db')}` } : await postgres.makeDatabase();
  const [place, env] = [at('place'), { PETSTORE_MEDIA_URL: `file:${at('place')}` }];
  writeFileSync(place, '');
  const refused = await restore('d.db', target.url, env);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(`cannot store photos in ${place}`)]);
  rmSync(place);
  mkdirSync(place);
  writeFileSync(join(place, 'cd'), '');
  const failed = await restore('d.db', target.url, env);
  expect([failed.exitCode, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toStartWith(`petstore: cannot copy the photos from ${at('d.db.media')} to ${place}: `);
  expect(failed.stderr).toEndWith('\nRun the same command again: it starts over.\n');
  expect(readdirSync(scratch.path).filter((name) => name.startsWith('target.db'))).toEqual([]);
  if ('run' in target) expect(String(await unfinishedCopyIn(target))).toContain(at('d.db'));
  rmSync(join(place, 'cd'));
  renameSync(at('d.db.media'), at('away'));
  rmSync(join(place, 'ab'), { recursive: true });
  const lacking = await restore('d.db', target.url, env);
  expect([lacking.exitCode, lacking.stderr]).toEqual([1, expect.stringContaining('Nothing was restored')]);
  renameSync(at('away'), at('d.db.media'));
  const restored = await restore('d.db', target.url, env);
  expect([restored.exitCode, restored.stdout]).toEqual([0, expect.stringContaining('place: 4 in all, 4 copied')]);

  // The database comes first: to free the place of its photos is wrong advice while a service uses them.
  writeFileSync(join(place, 'petstore-database.txt'), 'another database\n');
  const occupied = await restore('d.db', target.url, env);
  const reason = engine === sqlite ? 'Stop the service' : 'is not empty';
  expect([occupied.exitCode, occupied.stderr]).toEqual([1, expect.stringContaining(reason)]);
  expect(occupied.stderr).not.toContain('petstore-database.txt');
  const foreign = await restore('d.db', `sqlite:${at('other.db')}`, env);
  expect(foreign.stderr).toContain('set PETSTORE_MEDIA_URL to another place, or delete petstore-database.txt');
  const copied = await runHere(copyCommand(), [
    ...['--from', database.url, '--to', `sqlite:${at('other.db')}`, '--to-media', `file:${place}`],
  ]);
  expect(copied.stderr).toContain('set --to-media to another place, or delete petstore-database.txt');
  expect(existsSync(at('other.db'))).toBe(false);
  if ('remove' in target) await target.remove();
});

test('a backup that cannot be written or read is named, with its cause', async () => {
  expect((await backup('e.db', {})).exitCode).toBe(0);
  writeFileSync(at('file'), '');
  for (const [to, reason] of [
    ['file/e.db', 'ENOTDIR'],
    ['none/e.db', `the folder ${at('none')} does not exist; create it`],
  ] as const) {
    const failed = await backup(to);
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringMatching(/^petstore: cannot write [^\n]+\n$/)]);
    expect(failed.stderr).toContain(`${at(to)}: ${reason}`);
  }
  const target = `sqlite:${at('file/target.db')}`;
  const unwritable = await runHere(restoreCommand(), [at('e.db'), '--no-photos', '--database-url', target]);
  expect(unwritable.stderr).toMatch(/^petstore: cannot write [^\n]+target\.db: E[^\n]+\n$/);
  mkdirSync(at('folder'));
  const messageOf = async (from: string) => (await restore(from, `sqlite:${at('new.db')}`)).stderr;
  expect(await messageOf('folder')).toBe(`petstore: ${at('folder')} is a folder; name the file of a backup\n`);
  writeFileSync(at('text'), 'no database at all, but long enough to be looked at as one');
  expect(await messageOf('text')).toBe(
    `petstore: cannot use the backup ${at('text')}: the file is not a SQLite database, or its beginning is damaged; use ` +
      'another backup\n',
  );
  expect(await messageOf('nothing')).toBe(`petstore: there is no file ${at('nothing')}\n`);
  expect(readdirSync(scratch.path).filter((name) => name.startsWith('new.db'))).toEqual([]);
});

test('a restore that is interrupted leaves no database and starts over', async () => {
  expect((await backup('f.db')).exitCode).toBe(0);
  const methods: string[] = [];
  // An empty bucket that never responds to the first file.
  const bucket = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ method }) {
      methods.push(method);
      if (method === 'PUT') await new Promise(() => undefined);
      return method === 'HEAD' ? new Response(null, { status: 404 }) : new Response('<ListBucketResult/>');
    },
  });
  const program = Bun.spawn(petstore('restore', at('f.db'), '--database-url', `sqlite:${at('target.db')}`), {
    env: cleanEnv({
      PETSTORE_MEDIA_URL: 's3://photos/restored',
      PETSTORE_S3_ENDPOINT: bucket.url.href,
      PETSTORE_S3_REGION: 'nowhere',
      PETSTORE_S3_ACCESS_KEY_ID: 'id',
      PETSTORE_S3_SECRET_ACCESS_KEY: 'secret',
    }),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  await until('a photo to be copied', () => methods.includes('PUT') || program.exitCode !== null);
  program.kill('SIGINT');
  expect(await program.exited).toBe(1);
  expect(await new Response(program.stderr).text()).toBe(
    'petstore: interrupted. Run the same command again: it starts over.\n',
  );
  await bucket.stop(true);
  const files = () => readdirSync(scratch.path).filter((name) => name.startsWith('target.db'));
  expect(files()).not.toContain('target.db');
  expect(await restore('f.db', `sqlite:${at('target.db')}`)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(files().sort()).toEqual(['target.db', 'target.db.media']);
});

test('photos leave room for the database that follows them', async () => {
  const [key = ''] = keys;
  const files = [{ name: '400.webp', bytes: Buffer.from('bytes') }];
  const refused = mediaOfBackup(at('g.db'), Number.MAX_SAFE_INTEGER).put(key, files);
  expect(await refused.then(() => 'stored', String)).toContain('too little room');
  expect(readdirSync(scratch.path)).toEqual([]);
  await mediaOfBackup(at('g.db'), 1).put(key, files);
  expect(readdirSync(scratch.path)).toEqual(['g.db.media']);
});
