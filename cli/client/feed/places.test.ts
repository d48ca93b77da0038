import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../../tests/support/scratch.ts';
import { folderPlace } from './places.ts';

let scratch: ScratchFolder;
let folder: string;
let elsewhere: string;
beforeEach(() => {
  scratch = makeScratchFolder();
  folder = join(scratch.path, 'feed');
  elsewhere = join(scratch.path, 'elsewhere');
  mkdirSync(join(elsewhere, 'photos'), { recursive: true });
  mkdirSync(folder);
  for (const name of ['1-1.jpg', '1-2.jpg.1.partial', 'photos/1-1.jpg', 'photos/1-2.jpg.1.partial']) {
    writeFileSync(join(elsewhere, name), 'kept');
    utimesSync(join(elsewhere, name), 0, 0);
  }
});
afterEach(() => scratch.remove());

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .sort()
    .map((name) => [name, readFileSync(join(path, name), 'utf8')]);

test.each([
  ['photos', 'photos/1-1.jpg'],
  ['import', 'import/1-1.jpg'],
  ['import', 'import/photos/1-1.jpg'],
  ['import/photos', 'import/photos/1-1.jpg'],
])('a link %s is refused by its name, and nothing is listed, written or removed through it', async (link, name) => {
  const place = folderPlace(folder);
  if (link.includes('/')) mkdirSync(join(folder, 'import'));
  symlinkSync(elsewhere, join(folder, link));
  const before = filesIn(elsewhere);
  const refusal = expect.objectContaining({
    name: 'CommandError',
    exitCode: 1,
    message: expect.stringContaining(`${join(folder, link)} is a symbolic link`),
  });
  expect(await place.write(name, 'new').catch((error) => error)).toEqual(refusal);
  expect(await place.remove(name).catch((error) => error)).toEqual(refusal);
  await place.removeAbandoned(() => true);
  expect([...(await place.list())]).toEqual([]);
  expect(filesIn(elsewhere)).toEqual(before);
});

test('the folder of a feed may be a link itself, and files in it are listed, written and removed', async () => {
  const link = join(scratch.path, 'link');
  symlinkSync('feed', link);
  const place = folderPlace(link);
  await place.write('import/photos/1-1.jpg', 'one');
  await place.write('import/pets.csv', 'two');
  expect([...(await place.list()).keys()].sort()).toEqual(['import/pets.csv', 'import/photos/1-1.jpg']);
  await place.remove('import/pets.csv');
  expect(filesIn(folder)).toEqual([['import/photos/1-1.jpg', 'one']]);
});

test('links that lead in a circle do not hinder a list', async () => {
  symlinkSync('.', join(folder, 'circle'));
  const place = folderPlace(folder);
  await place.write('pets.csv', 'one');
  expect([...(await place.list()).keys()]).toEqual(['pets.csv']);
});
