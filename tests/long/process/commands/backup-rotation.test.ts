import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../../../cli/operator/backup.ts';
import { photoFileNames } from '../../../../src/animals/photos/model.ts';
import { backUp } from '../../../../src/operator/backup/backup.ts';
import { backupName } from '../../../../src/operator/backup/backup-names.ts';
import { FolderStore } from '../../../../src/photo-files/folder-store.ts';
import { migrateStore } from '../../../../src/store/open-store.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { runHere } from '../../../support/process/command.ts';
import { makeScratchFolder, type ScratchFolder } from '../../../support/scratch.ts';

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
  test('without all photos fails, and lets older ones go, or says why not', async () => {
    await addPhoto();
    rmSync(`${fileOf(database)}.media`, { recursive: true });
    const lacking = async () => (await runBackup([folder(), '--keep', '1'])).stderr;
    await backUpOn('2026-01-03', '2026-01-04');
    expect(await lacking()).toMatch(
      /^petstore: the files of 1 photo are missing in [^;]+; if they are elsewhere, [^;]+\n$/,
    );
    expect(names()).toHaveLength(1);
    rmSync(join(folder(), names()[0] ?? ''));
    await backUpOn('2099-01-01');
    expect(await lacking()).toMatch(
      /^petstore: the files of 1 photo are missing in [^\n]+; nothing was removed from [^\n]+\n$/,
    );
    expect(String(await obstacles(database))).toStartWith('nothing was removed from ');
    expect(await database.run("SELECT value FROM settings WHERE name = 'last_backup_at'")).toEqual([]);
    expect(names()).toHaveLength(2);
  });
});

test('a second backup within a second is to be made again, and the first one is not to be removed', async () => {
  const now = Date.now();
  for (let second = 0; second < 60; second++) writeFileSync(join(folder(), backupName(now + second * 1_000)), '');
  const refused = await runBackup([folder()]);
  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /^petstore: [^\n]+Z\.db was made in the same second; nothing was written\. Run [^\n]+ again\n$/,
    ),
  ]);
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
