import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { checkCommand } from '../../../cli/operator/check.ts';
import { copyCommand } from '../../../cli/operator/copy.ts';
import { doctorCommand } from '../../../cli/operator/doctor.ts';
import { restoreCommand } from '../../../cli/operator/restore.ts';
import { serveCommand } from '../../../cli/serve.ts';
import { makePng } from '../../support/data/images.ts';
import { postgres } from '../../support/engines.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';
import { runHere } from '../../support/process/command.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

interface PhotoBody {
  id: number;
  sources: { url: string }[];
}

let folder: ScratchFolder;
const at = (name: string) => join(folder.path, name);
const fileAt = (path: string) => ({ url: `sqlite:${path}`, run: async () => [], remove: async () => undefined });

beforeAll(() => {
  folder = makeScratchFolder();
});
afterAll(() => folder.remove());

/** What the first test has made: an animal with a photo, in `petstore.db` and in a backup. */
let photo: PhotoBody;
let files: [status: number, bytes: string][];
const repeated = () => at('petstore-2026-11-22T03-00-00Z.db');

/** A start in this process, which must fail. */
const serveHere = (env: Record<string, string>) => runHere(serveCommand(), [], { PORT: '0', ...env });

const restore = (backup: string, to: string, env: Record<string, string> = {}) =>
  runHere(restoreCommand(), [backup, '--database-url', `sqlite:${at(to)}`], env);

async function addPhoto(server: TestServer): Promise<PhotoBody> {
  const json = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Frank', categoryId: 3 });
  const { id } = await bodyOf<PetBody>(await server.fetch('/v1/pets', { method: 'POST', headers: json, body }));
  return await addTo(server, id);
}

async function addTo(server: TestServer, petId: number): Promise<PhotoBody> {
  const image = new Uint8Array(makePng(330, 20, (x, y) => [x & 255, y & 255, 90]));
  const init = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: image };
  const response = await server.fetch(`/v1/pets/${petId}/photos`, init);
  expect(response.status).toBe(201);
  return await bodyOf<PhotoBody>(response);
}

/** The bytes of each file of a photo, read without a key. */
async function filesOf(server: TestServer, { sources }: PhotoBody): Promise<[status: number, bytes: string][]> {
  return await Promise.all(
    sources.map(async ({ url }): Promise<[number, string]> => {
      const response = await fetch(server.url + new URL(url).pathname);
      return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')];
    }),
  );
}

const statusesOf = async (server: TestServer, photo: PhotoBody) =>
  (await filesOf(server, photo)).map(([status]) => status);

test('a backup has the photos, and a restore brings them back, also from the folder that repeated backups share', async () => {
  const server = await startServer({ database: fileAt(at('petstore.db')) });
  photo = await addPhoto(server);
  files = await filesOf(server, photo);
  expect(files.map(([status]) => status)).toEqual([200, 200, 200, 200]);
  const made = await runHere(backupCommand(), [at('once.db'), '--database-url', server.databaseUrl]);
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringContaining('once.db.media: 1 in all, 1 copied')]);
  const removed = await addTo(server, 1);
  await server.fetch(`/v1/pets/1/photos/${removed.id}`, { method: 'DELETE' });
  expect(await statusesOf(server, removed)).toEqual([410, 410, 410, 410]);
  expect(await server.stop()).toBe(0);
  expect(server.output.stderr).not.toContain('"warn"');

  // As repeated backups have them.
  renameSync(at('once.db'), repeated());
  renameSync(at('once.db.media'), at('petstore.media'));
  const restored = await restore(repeated(), 'restored.db');
  expect([restored.exitCode, restored.stdout]).toEqual([
    0,
    expect.stringContaining('restored.db.media: 1 in all, 1 copied'),
  ]);
  const again = await startServer({ database: fileAt(at('restored.db')) });
  expect(await filesOf(again, photo)).toEqual(files);
  // The name was issued, but the photo came after the backup.
  expect(await statusesOf(again, removed)).toEqual([410, 410, 410, 410]);
  expect(await again.stop()).toBe(0);

  // A restore to the same path takes the folder over, which was that of the database before.
  for (const suffix of ['', '-wal', '-shm']) rmSync(at(`restored.db${suffix}`), { force: true });
  expect((await restore(repeated(), 'restored.db')).exitCode).toBe(0);
  const { stdout } = await runHere(doctorCommand(), [], { DATABASE_URL: `sqlite:${at('restored.db')}` });
  expect(stdout).toMatch(/^ok +photos +they can be stored in .*restored\.db\.media$/m);
});

test('a restored database does not use the photos of its original, unless the operator says that it replaces it', async () => {
  const env = { PETSTORE_MEDIA_URL: `file:${at('shared')}` };
  const original = await startServer({ database: fileAt(at('original.db')), env });
  const photo = await addPhoto(original);
  const backup = [at('of-original.db'), '--database-url', original.databaseUrl];
  const incomplete = await runHere(backupCommand(), [at('without-photos.db'), ...backup.slice(1)]);
  expect(incomplete.exitCode).toBe(1);
  expect(incomplete.stderr).toContain(
    `the files of 1 photo are missing in ${original.databaseUrl.slice(7)}.media: photo 1 of animal 1; if they are ` +
      'elsewhere, set PETSTORE_MEDIA_URL to what the service has',
  );
  expect(existsSync(at('without-photos.db'))).toBe(true);
  expect((await runHere(backupCommand(), backup, env)).exitCode).toBe(0);
  const refused = await restore(at('of-original.db'), 'look.db', env);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('belong to another database')]);
  expect(existsSync(at('look.db'))).toBe(false);

  expect((await restore(at('of-original.db'), 'look.db')).exitCode).toBe(0);
  const owner = readFileSync(at('shared/petstore-database.txt'), 'utf8');
  const failed = await serveHere({ ...env, DATABASE_URL: `sqlite:${at('look.db')}` });
  expect(failed.exitCode).toBe(1);
  expect(failed.stderr).toContain(`the photos in ${at('shared')} belong to another database`);
  expect(failed.stderr).toContain('set PETSTORE_MEDIA_URL to another place, or delete petstore-database.txt there');
  expect(readFileSync(at('shared/petstore-database.txt'), 'utf8')).toBe(owner);
  expect(await statusesOf(original, photo)).toEqual([200, 200, 200, 200]);
  expect(await original.stop()).toBe(0);

  rmSync(at('shared/petstore-database.txt'));
  const replaced = await startServer({ database: fileAt(at('look.db')), env });
  expect(await statusesOf(replaced, photo)).toEqual([200, 200, 200, 200]);
  expect(await replaced.stop()).toBe(0);
});

test('copy takes the photos along, and asks where they are where it cannot know', async () => {
  const database = await postgres.makeDatabase();
  const flags = ['--from', `sqlite:${at('petstore.db')}`, '--to', database.url];
  const refused = await runHere(copyCommand(), flags);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('give --to-media; nothing was done')]);
  const copied = await runHere(copyCommand(), [...flags, '--to-media', `file:${at('target-media')}`]);
  expect([copied.exitCode, copied.stdout]).toEqual([0, expect.stringContaining('target-media: 1 in all, 1 copied')]);
  const target = await startServer({ database, env: { PETSTORE_MEDIA_URL: `file:${at('target-media')}` } });
  expect(await filesOf(target, photo)).toEqual(files);
  expect(target.output.stderr).toContain('all nodes of this database must share it, or use a bucket');
  expect(await target.stop()).toBe(0);

  const backup = (name: string, ...more: string[]) =>
    runHere(backupCommand(), [at(name), '--database-url', database.url, ...more]);
  const incomplete = await backup('server.db');
  expect([incomplete.exitCode, incomplete.stderr]).toEqual([1, expect.stringContaining('set PETSTORE_MEDIA_URL')]);
  expect(await backup('server-alone.db', '--no-photos')).toMatchObject({ exitCode: 0, stderr: '' });
  const lacking = await restore(at('server-alone.db'), 'lacking.db');
  expect([lacking.exitCode, lacking.stderr]).toEqual([1, expect.stringContaining('server-alone.db.media')]);
  expect(existsSync(at('lacking.db'))).toBe(false);

  const empty = await postgres.makeDatabase();
  const placeless = await runHere(restoreCommand(), [repeated(), '--database-url', empty.url]);
  expect([placeless.exitCode, placeless.stderr]).toEqual([2, expect.stringContaining('Nothing was restored')]);
  await empty.remove();
  await database.remove();
});

test('a server that is killed during uploads has all files of every photo that it has acknowledged, and several workers serve and remove them', async () => {
  const database = fileAt(at('killed.db'));
  const server = await startServer({ database });
  const first = await addPhoto(server);
  const acknowledged: PhotoBody[] = [first];
  const uploads = Array.from({ length: 8 }, async () => {
    acknowledged.push(await addTo(server, 1));
  });
  const settled = Promise.allSettled(uploads);
  await until(
    'some uploads',
    async () => acknowledged.length,
    (count) => count > 3,
  );
  server.signal('SIGKILL');
  await settled;
  const again = await startServer({ database, env: { PETSTORE_WORKERS: '2' } });
  acknowledged.push(await addTo(again, 1));
  for (const photo of acknowledged) expect(await statusesOf(again, photo)).toEqual([200, 200, 200, 200]);
  const rows = await bodyOf<PhotoBody[]>(await again.fetch('/v1/pets/1/photos'));
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged.length);
  for (const photo of rows) expect(await statusesOf(again, photo)).toEqual([200, 200, 200, 200]);
  const media = at('killed.db.media');
  await again.fetch('/v1/pets/1', { method: 'DELETE' });
  for (const photo of rows) expect(await statusesOf(again, photo)).toEqual([410, 410, 410, 410]);
  const keys = new Set(rows.flatMap(({ sources }) => sources.map(({ url }) => url.split('/').at(-2))));
  expect(keys.size).toBe(rows.length);
  const parents = () => readdirSync(media).filter((name) => statSync(join(media, name)).isDirectory());
  const folders = () => parents().flatMap((parent) => readdirSync(join(media, parent)));
  await until('the files to be removed', () => folders().filter((name) => keys.has(name)).length === 0);
  expect(await again.stop()).toBe(0);
});

test('a server does not start when it cannot store photos', async () => {
  writeFileSync(at('file'), '');
  const failed = await serveHere({
    DATABASE_URL: `sqlite:${at('none.db')}`,
    PETSTORE_MEDIA_URL: `file:${at('file')}/media`,
  });
  expect([failed.exitCode, failed.stderr]).toEqual([
    1,
    expect.stringContaining(`cannot store photos in ${at('file')}/media`),
  ]);
});

test('doctor, check and the log of a start tell that the files of photos are missing, and doctor creates nothing', async () => {
  const database = fileAt(at('petstore.db'));
  const [media, away] = [at('petstore.db.media'), at('away')];
  const env = { DATABASE_URL: database.url };
  const examine = async () => {
    const examined = await runHere(doctorCommand(), [], env);
    const checked = await runHere(checkCommand(), [], env);
    return [examined, checked].map(({ stdout }) => /^\w+ +photos +.*$/m.exec(stdout)?.[0]);
  };
  expect(await examine()).toEqual([
    `ok        photos     they can be stored in ${media}`,
    `ok        photos     every photo has its files in ${media}`,
  ]);

  renameSync(media, away);
  expect(await examine()).toEqual([
    expect.stringMatching(
      /^error .*files are missing in .* for 1 of the newest 1 photos; check that the volume is mounted/,
    ),
    expect.stringMatching(/^error .* animal 1 photo 1 320\.webp; check that the volume is mounted/),
  ]);
  expect(existsSync(media)).toBe(false);
  const second = await startServer({ database });
  expect(await second.stop()).toBe(0);
  const warnings = second.output.stderr.split('\n').filter((line) => line.includes('"warn"'));
  expect(warnings).toEqual([expect.stringContaining('files of photos are missing; check that the volume is mounted')]);
  expect(warnings[0]).toContain(`"place":"${media}"`);

  writeFileSync(join(media, 'petstore-database.txt'), 'another\n');
  expect((await examine())[0]).toMatch(/^error .* belong to another database/);
});
