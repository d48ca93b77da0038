import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../cli/operator/backup.ts';
import { doctorCommand } from '../../../cli/operator/doctor.ts';
import { restoreCommand } from '../../../cli/operator/restore.ts';
import { photoFileNames } from '../../../src/animals/photos/model.ts';
import { backUp } from '../../../src/operator/backup/backup.ts';
import { backupName, timeOfBackup } from '../../../src/operator/backup/backup-names.ts';
import { FolderStore } from '../../../src/photo-files/folder-store.ts';
import { migrateStore } from '../../../src/store/open-store.ts';
import { runOnFile, type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { startBucket, type TestBucket } from '../../support/http/bucket.ts';
import { runHere } from '../../support/process/command.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';

let database: ScratchDatabase;
let scratch: ScratchFolder;
beforeEach(async () => {
  scratch = makeScratchFolder();
  mkdirSync(at('backups'));
  database = await makeDatabase('ours', 4);
});
afterEach(async () => {
  await database.remove();
  scratch.remove();
});

const at = (name: string) => join(scratch.path, name);
const folder = () => at('backups');
const names = () => readdirSync(folder()).sort();
const fileOf = ({ url }: ScratchDatabase) => url.slice('sqlite:'.length);

/** A database as a service has left it. */
async function makeDatabase(id: string, animals: number): Promise<ScratchDatabase> {
  const made = await sqlite.makeDatabase({ isMigrated: true });
  await migrateStore(made.url);
  await made.run(`INSERT INTO settings VALUES ('database_id', '${id}')`);
  await setAnimals(made, animals);
  return made;
}

async function setAnimals({ run }: ScratchDatabase, animals: number): Promise<void> {
  for (const table of ['pets', 'inventory', 'inventory_totals']) await run(`DELETE FROM ${table}`);
  for (let count = 0; count < animals; count++) {
    await run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
  }
  await run(`INSERT INTO inventory VALUES (1, 'sold', ${animals})`);
  await run(`INSERT INTO inventory_totals VALUES ('sold', ${animals})`);
}

const runBackup = (args: string[], { url }: ScratchDatabase = database, env: Record<string, string> = {}) =>
  runHere(backupCommand(), [...args, '--database-url', url], env);

/** Makes backups of these days, and returns their names. */
async function backUpOn(...days: string[]): Promise<string[]> {
  const made = days.map((day) => backupName(Date.parse(day)));
  for (const name of made) await backUp(fileOf(database), join(folder(), name));
  return made;
}

const obstacles = ({ run }: ScratchDatabase) =>
  run("SELECT value FROM settings WHERE name = 'backup_rotation_obstacle'");

describe('a backup in a folder', () => {
  test('removes the older ones that no option keeps, and nothing else', async () => {
    const [, , third = '', fourth = ''] = await backUpOn('2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06');
    writeFileSync(join(folder(), 'petstore-2026-01-01T00-00-00Z.db'), 'unreadable');
    writeFileSync(join(folder(), 'mine.db'), '');
    expect(await runBackup([folder(), '--keep', '2', '--keep-daily', '3'])).toMatchObject({ exitCode: 0, stderr: '' });
    const left = names();
    expect(left).toEqual(['mine.db', 'petstore-2026-01-01T00-00-00Z.db', third, fourth, left.at(-1) ?? '']);
    expect(timeOfBackup(left.at(-1) ?? '')).toBeGreaterThan(Date.now() - 600_000);
    expect(await obstacles(database)).toEqual([]);
  });

  test('of a new database in the place of the right one removes none, fails, and is reported until it is right again', async () => {
    const good = await backUpOn('2026-01-03', '2026-01-04');
    const empty = await makeDatabase('made where a volume was not mounted', 0);
    const held = await runBackup([folder(), '--keep', '1'], empty);
    const reason = `nothing was removed from ${folder()}: ${good[1]} is of another database (4 animals) than the new backup (0); `;
    expect([held.exitCode, held.stderr]).toEqual([1, expect.stringContaining(`petstore: ${reason}`)]);
    expect(held.stdout).toContain(': 0 animals, ');
    expect(names()).toEqual([...good, expect.any(String)]);
    expect(String(await obstacles(empty))).toStartWith(reason);
    const { stdout } = await runHere(doctorCommand(), [], { DATABASE_URL: empty.url });
    expect(stdout).toMatch(/^warning +backup .*; nothing was removed from /m);

    // What the operator does when it is right.
    for (const name of good) renameSync(join(folder(), name), at(name));
    renameSync(join(folder(), names()[0] ?? ''), join(folder(), backupName(Date.parse('2026-01-05'))));
    expect(await runBackup([folder(), '--keep', '1'], empty)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(names()).toHaveLength(1);
    expect(await obstacles(empty)).toEqual([]);
    await empty.remove();
  });
});

test('a folder that is missing is not taken for a file without a word', async () => {
  const missing = at('missing');
  for (const to of [`${missing}/`, `${missing}/.`]) {
    const refused = await runBackup([to]);
    expect([refused.exitCode, refused.stderr]).toEqual([2, `petstore: the folder ${to} does not exist; create it\n`]);
  }
  expect(existsSync(missing)).toBe(false);
  expect(await runBackup([missing])).toMatchObject({
    exitCode: 0,
    stderr: `petstore: there is no folder ${missing}: the backup becomes a file of this name\n`,
  });
  expect((await runBackup([`${missing}.db`])).stderr).toBe('');
});

test('a list shows the backups, and a verification checks one with its photos', async () => {
  const [first = '', second = ''] = await backUpOn('2026-01-03', '2026-01-04');
  writeFileSync(join(folder(), second), 'no database');
  const listed = await runHere(backupCommand(), ['--list', folder()]);
  expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(listed.stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^TIME \(UTC\) +ANIMALS +SIZE +DATABASE +SCHEMA +FILE$/),
    expect.stringMatching(/^2026-01-03 00:00:00 +4 +0\.\d MiB +ours +\d+ +petstore-2026-01-03T00-00-00Z\.db$/),
    expect.stringMatching(/^2026-01-04 00:00:00 +unreadable +0\.0 MiB +- +- +petstore-2026-01-04T00-00-00Z\.db$/),
  ]);
  const asJson = async (...args: string[]) => JSON.parse((await runHere(backupCommand(), [...args, '--json'])).stdout);
  expect(await asJson('--list', folder())).toEqual({
    backups: [
      {
        file: join(folder(), first),
        at: '2026-01-03T00:00:00.000Z',
        sizeBytes: statSync(join(folder(), first)).size,
        readable: true,
        animals: 4,
        databaseId: 'ours',
        schemaVersion: expect.any(Number),
      },
      { file: join(folder(), second), at: '2026-01-04T00:00:00.000Z', sizeBytes: 11, readable: false },
    ],
  });
  const photos = { location: join(folder(), 'petstore.media'), total: 0, missing: 0 };
  expect(await asJson('--verify', join(folder(), first))).toEqual({
    file: join(folder(), first),
    animals: 4,
    sizeBytes: statSync(join(folder(), first)).size,
    photos,
  });
  const verify = (name: string) => runHere(backupCommand(), ['--verify', join(folder(), name)]);
  expect(await verify(first)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/petstore-2026-01-03T00-00-00Z\.db: 4 animals, 0\.\d MiB, verified\n$/),
  });
  expect(await verify(second)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('not a SQLite database') });
  await addPhoto();
  const [third = ''] = await backUpOn('2026-01-05');
  expect(await verify(third)).toMatchObject({
    exitCode: 1,
    stderr: `petstore: the files of 1 photo are missing in ${join(folder(), 'petstore.media')}: photo 1 of animal 1\n`,
  });
});

const mediaKey = 'ab'.repeat(24);
const photoFiles = photoFileNames({ width: 400, height: 300 });

/** Adds a photo of the first animal. */
async function addPhoto(): Promise<void> {
  const [[petId] = []] = await database.run('SELECT min(id) FROM pets');
  await database.run(
    `INSERT INTO pet_photos
       (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
     VALUES (${petId}, 0, '${mediaKey}', '', 400, 300, '#ffffff', '', 1)`,
  );
  await new FolderStore(`${fileOf(database)}.media`).put(
    mediaKey,
    photoFiles.map((name) => ({ name, bytes: Buffer.from(name) })),
  );
}

describe('a backup in a bucket', () => {
  const place = 's3://backups/shelter';
  let bucket: TestBucket;
  beforeEach(() => {
    bucket = startBucket();
  });
  afterEach(() => bucket.stop());
  const backups = () => [...bucket.objects.keys()].filter((key) => key.endsWith('.db')).sort();
  /** Gives a backup another time. */
  const rename = (key: string, day: string) => {
    for (const suffix of ['', '.json']) {
      const bytes = bucket.objects.get(key + suffix);
      if (bytes !== undefined) bucket.objects.set(`shelter/${backupName(Date.parse(day))}${suffix}`, bytes);
      bucket.objects.delete(key + suffix);
    }
  };

  test('is stored with its photos, listed, verified, rotated and restored', async () => {
    await addPhoto();
    await database.run("INSERT INTO settings VALUES ('backup_rotation_obstacle', 'of an earlier backup')");
    for (const day of ['2026-01-03', '2026-01-04']) {
      expect(await runBackup([place], database, bucket.env)).toMatchObject({ exitCode: 0, stderr: '' });
      rename(backups().at(-1) ?? '', day);
    }
    const photos = photoFiles.map((name) => `shelter/petstore.media/${mediaKey}/${name}`);
    expect([...bucket.objects.keys()]).toEqual(expect.arrayContaining(photos));
    expect(bucket.requests.filter((request) => request.startsWith(`PUT ${photos[0]}`))).toHaveLength(1);

    const kept = await runBackup([place, '--keep', '2'], database, bucket.env);
    expect([kept.exitCode, kept.stderr, kept.stdout]).toEqual([
      0,
      '',
      expect.stringContaining(`wrote ${place}/petstore-`),
    ]);
    expect(backups()).toEqual([`shelter/${backupName(Date.parse('2026-01-04'))}`, expect.any(String)]);
    expect([...bucket.objects.keys()].filter((key) => key.endsWith('.json'))).toHaveLength(2);

    const listed = await runHere(backupCommand(), ['--list', place], bucket.env);
    expect(listed.stdout.trimEnd().split('\n')).toEqual([
      expect.any(String),
      expect.stringMatching(/^2026-01-04 00:00:00 +4 +0\.\d MiB +ours +\d+ +petstore-2026-01-04T00-00-00Z\.db$/),
      expect.stringMatching(/ 4 +0\.\d MiB +ours /),
    ]);

    const from = `${place}/${backupName(Date.parse('2026-01-04'))}`;
    const verified = await runHere(backupCommand(), ['--verify', from], bucket.env);
    expect([verified.exitCode, verified.stdout]).toEqual([
      0,
      expect.stringMatching(
        /: 4 animals, .*, verified\nphotos in s3:\/\/backups\/shelter\/petstore\.media: 1 in all, /,
      ),
    ]);
    const target = `sqlite:${at('restored.db')}`;
    const restored = await runHere(restoreCommand(), [from, '--database-url', target], bucket.env);
    expect([restored.exitCode, restored.stdout]).toEqual([
      0,
      expect.stringContaining('restored.db.media: 1 in all, 1 copied'),
    ]);
    const rows = runOnFile(
      at('restored.db'),
      "SELECT name, value FROM settings WHERE name LIKE '%paused' OR name LIKE 'backup%' OR name = 'restored_at' ORDER BY name",
    );
    expect(rows).toEqual([
      ['restored_at', expect.stringMatching(/^\d{13}$/)],
      ['webhooks_paused', `restored from ${from}`],
    ]);

    const empty = await makeDatabase('other', 0);
    rename(backups().at(-1) ?? '', '2026-01-05');
    const held = await runBackup([place, '--keep', '1'], empty, bucket.env);
    expect([held.exitCode, held.stderr]).toEqual([1, expect.stringContaining('is of another database')]);
    expect(backups()).toHaveLength(3);
    await empty.remove();
  });

  test('is not reported as written when the bucket returns other bytes, and not restored when it is damaged', async () => {
    const set = bucket.objects.set.bind(bucket.objects);
    bucket.objects.set = (key, bytes) => set(key, key.endsWith('.db') ? bytes.with(5_000, 1) : bytes);
    const failed = await runBackup([place, '--keep', '1'], database, bucket.env);
    expect([failed.exitCode, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(
      /^petstore: cannot write s3:\/\/backups\/shelter\/petstore-[^\n]+ other bytes than were written\n$/,
    );
    expect(bucket.objects.size).toBe(0);
    bucket.objects.set = set;

    expect((await runBackup([place], database, bucket.env)).exitCode).toBe(0);
    const [key = ''] = backups();
    set(key, (bucket.objects.get(key) ?? new Uint8Array()).with(5_000, 1));
    const target = `sqlite:${at('restored.db')}`;
    const damaged = await runHere(restoreCommand(), [`s3://backups/${key}`, '--database-url', target], bucket.env);
    expect([damaged.exitCode, damaged.stderr]).toEqual([
      1,
      expect.stringContaining('it is damaged; use another backup'),
    ]);
    expect(existsSync(at('restored.db'))).toBe(false);
    await bucket.stop();
    const away = await runBackup([place], database, bucket.env);
    expect(away.exitCode).toBe(1);
    expect(away.stderr).toMatch(/^petstore: cannot write s3:\/\/backups\/shelter\/[^\n]+\n$/);
    expect(away.stderr).not.toMatch(/Signature|secret-of-bucket/);
  });
});
