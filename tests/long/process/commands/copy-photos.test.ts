import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCommand } from '../../../../cli/operator/copy.ts';
import { photoFileNames } from '../../../../src/animals/photos/model.ts';
import { FolderStore } from '../../../../src/photo-files/folder-store.ts';
import { migrateStore, openStore } from '../../../../src/store/open-store.ts';
import { unfinishedCopyIn } from '../../../support/data/copying.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { runHere } from '../../../support/process/command.ts';

const mediaKey = 'ab'.repeat(24);
const names = photoFileNames({ width: 400, height: 300 });

let source: ScratchDatabase;
let target: ScratchDatabase;
beforeEach(async () => {
  [source, target] = [await sqlite.makeDatabase({ isMigrated: true }), await sqlite.makeDatabase()];
  await migrateStore(source.url);
  await addPet(source);
  await source.run(
    `INSERT INTO pet_photos
       (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
     VALUES (1, 0, '${mediaKey}', '', 400, 300, '#ffffff', '', 1)`,
  );
  await new FolderStore(mediaOf(source)).put(
    mediaKey,
    names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })),
  );
  mkdirSync(mediaOf(target));
  // The folder may have been that of a database which is gone.
  writeFileSync(ownerIn(target), 'another database\n');
});
afterEach(() => Promise.all([source.remove(), target.remove()]));

const mediaOf = ({ url }: ScratchDatabase) => `${url.slice('sqlite:'.length)}.media`;
const ownerIn = (database: ScratchDatabase) => join(mediaOf(database), 'petstore-database.txt');
const addPet = (database: ScratchDatabase) =>
  database.run("INSERT INTO pets (name, category_id, status) VALUES ('Rex', 1, 'sold')");
const copy = (...flags: string[]) => runHere(copyCommand(), ['--from', source.url, '--to', target.url, ...flags]);
const openTarget = () =>
  openStore(target.url, { writesInline: true }).then(async (store) => {
    await store.close();
    return 'opened';
  }, String);

/** Each makes the files of the photo impossible to copy, and returns what mends it. */
const faults: [name: string, cause: () => () => void, message: string][] = [
  [
    'are missing',
    () => {
      const [path, away] = [join(mediaOf(source), 'ab'), `${mediaOf(source)}.away`];
      renameSync(path, away);
      return () => renameSync(away, path);
    },
    'media: photo 1 of animal 1; if they are elsewhere, give --from-media; otherwise put them there',
  ],
  [
    'cannot be written',
    () => {
      const obstacle = join(mediaOf(target), 'ab');
      writeFileSync(obstacle, '');
      return () => rmSync(obstacle);
    },
    'cannot copy the photos from ',
  ],
];

test.each(faults)(
  'a copy whose photos %s is not complete, and starts over in the next run',
  async (_, cause, message) => {
    const mend = cause();
    const failed = await copy();
    expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(failed.stdout).not.toContain('complete copy');
    expect(await openTarget()).toContain('holds an unfinished copy');
    mend();
    const copied = await copy();
    expect([copied.exitCode, copied.stderr]).toEqual([0, expect.stringContaining('starting over')]);
    expect(copied.stdout).toContain('1 in all, 1 copied');
    expect(await unfinishedCopyIn(target)).toBeUndefined();
    expect(await openTarget()).toBe('opened');
    const folder = join(mediaOf(target), 'ab', mediaKey);
    expect(readdirSync(folder).sort()).toEqual(names.toSorted());
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe(`bytes of ${name}`);
    expect(existsSync(ownerIn(target))).toBe(false);
  },
);

test('a copy without photos is complete, also if their files are lost', async () => {
  rmSync(mediaOf(source), { recursive: true });
  expect(await copy('--no-photos')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await openTarget()).toBe('opened');
  expect(readdirSync(mediaOf(target))).toEqual(['petstore-database.txt']);
});

test('a copy that is refused leaves the folder with the photos of its target as it was', async () => {
  await migrateStore(target.url);
  await addPet(target);
  const refused = await copy();
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was changed')]);
  expect(readFileSync(ownerIn(target), 'utf8')).toBe('another database\n');
});
