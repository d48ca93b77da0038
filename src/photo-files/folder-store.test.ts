import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratchFolder, type ScratchFolder } from '../../tests/support/scratch.ts';
import { BucketStore } from './bucket-store.ts';
import { FolderStore } from './folder-store.ts';
import { PhotoKeys } from './photo-key.ts';
import type { KeptPhoto } from './photo-store.ts';

let scratch: ScratchFolder;
let store: FolderStore;
const keys = new PhotoKeys('a secret of the test');
const files = [
  { name: '320.webp', bytes: Buffer.from('one') },
  { name: '320.jpg', bytes: Buffer.from('two') },
];

beforeEach(() => {
  scratch = makeScratchFolder();
  store = new FolderStore(join(scratch.path, 'media'));
});
afterEach(() => scratch.remove());

const whole = { method: 'GET', range: null };

async function list(): Promise<KeptPhoto[]> {
  return await Array.fromAsync(store.list());
}

test('stores the files of a photo, readable by its user alone, and removes them', async () => {
  const mediaKey = keys.issue();
  await store.put(mediaKey, files);
  const content = await store.get(mediaKey, '320.jpg', whole);
  expect(await new Response(content?.body ?? null).text()).toBe('two');
  const path = join(scratch.path, 'media', mediaKey.slice(0, 2), mediaKey);
  expect(readdirSync(path).map((name) => statSync(join(path, name)).mode & 0o777)).toEqual([0o600, 0o600]);
  expect((await list()).map((one) => one.mediaKey)).toEqual([mediaKey]);
  await store.delete(mediaKey);
  await store.delete(mediaKey);
  expect(await store.get(mediaKey, '320.jpg', whole)).toBeUndefined();
  expect(await list()).toEqual([]);
});

test('finds no file through a link, which could lead to any', async () => {
  const mediaKey = keys.issue();
  await store.put(mediaKey, files);
  const parent = join(scratch.path, 'media', mediaKey.slice(0, 2));
  const folder = join(parent, mediaKey);
  for (const path of [join(folder, '320.jpg'), folder, parent]) {
    const elsewhere = join(scratch.path, 'elsewhere');
    renameSync(path, elsewhere);
    symlinkSync(elsewhere, path);
    expect(await store.get(mediaKey, '320.jpg', whole)).toBeUndefined();
    rmSync(path);
    renameSync(elsewhere, path);
    expect((await store.get(mediaKey, '320.jpg', whole))?.sizeBytes).toBe(3);
  }
});

test('writes and removes nothing through a link in place of the folder that photos are in', async () => {
  const mediaKey = keys.issue();
  await store.put(mediaKey, files);
  const parent = join(scratch.path, 'media', mediaKey.slice(0, 2));
  const elsewhere = join(scratch.path, 'elsewhere');
  renameSync(parent, elsewhere);
  mkdirSync(join(elsewhere, `${mediaKey}.partial`));
  for (const target of [elsewhere, join(scratch.path, 'nowhere')]) {
    symlinkSync(target, parent);
    const before = readdirSync(scratch.path, { recursive: true });
    let other = keys.issue();
    while (!other.startsWith(mediaKey.slice(0, 2))) other = keys.issue();
    await expect(store.put(other, files)).rejects.toThrow(`cannot store photos in ${parent}: it is a symbolic link`);
    await store.delete(mediaKey);
    expect(readdirSync(scratch.path, { recursive: true })).toEqual(before);
    rmSync(parent);
  }
  expect(readdirSync(elsewhere).sort()).toEqual([mediaKey, `${mediaKey}.partial`]);
});

test('tells how many bytes a response has', async () => {
  const mediaKey = keys.issue();
  await store.put(mediaKey, [{ name: '320.jpg', bytes: Buffer.alloc(100) }]);
  const sizeOf = async (range: string | null, method = 'GET') =>
    (await store.get(mediaKey, '320.jpg', { method, range }))?.sizeBytes;
  expect([await sizeOf(null), await sizeOf(null, 'HEAD')]).toEqual([100, 0]);
  const sizes = { 'bytes=0-9': 10, 'bytes=90-': 10, 'bytes=90-200': 10, 'bytes=-5': 5, 'bytes=-500': 100, x: 100 };
  for (const [range, sizeBytes] of Object.entries({ ...sizes, 'bytes=200-': undefined, 'bytes=0-1,4-5': 100 }))
    expect([range, await sizeOf(range)]).toEqual([range, sizeBytes]);
});

test.each(['', '..', '../victim', '../../victim', 'ab/cd', keys.issue().toUpperCase(), `${keys.issue()}/..`])(
  'stores, finds and removes nothing under "%s", which is no media key, and neither does a bucket',
  async (mediaKey) => {
    await store.check();
    const victims = ['victim', 'media/victim', 'media/ab/cd'].map((path) => join(scratch.path, path));
    for (const path of victims) {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, '320.jpg'), 'theirs');
    }
    const before = readdirSync(scratch.path, { recursive: true });
    // Nothing listens there, so that a request would fail.
    const access = { endpoint: 'http://127.0.0.1:1', accessKeyId: 'a', secretAccessKey: 'b' };
    for (const place of [store, new BucketStore({ name: 'photos', prefix: 'a', ...access })]) {
      await place.delete(mediaKey);
      await expect(place.put(mediaKey, files)).rejects.toThrow('not one that this program issues');
      expect(await place.get(mediaKey, '320.jpg', whole)).toBeUndefined();
    }
    expect(await list()).toEqual([]);
    expect(readdirSync(scratch.path, { recursive: true })).toEqual(before);
  },
);

test('shows no file of a photo before all are there, and leaves nothing when one cannot be written', async () => {
  const mediaKey = keys.issue();
  const twice = [...files, { name: '320.webp', bytes: Buffer.from('again') }];
  await expect(store.put(mediaKey, twice)).rejects.toThrow('EEXIST');
  expect(await list()).toEqual([]);
});

test('lists and removes what a crash has left', async () => {
  const mediaKey = keys.issue();
  const partial = join(scratch.path, 'media', mediaKey.slice(0, 2), `${mediaKey}.partial`);
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, '320.webp'), 'half');
  expect((await list()).map((one) => one.mediaKey)).toEqual([mediaKey]);
  await store.delete(mediaKey);
  expect(await list()).toEqual([]);
});

test('is empty before its folder exists, and reports a folder that cannot be used', async () => {
  expect(await list()).toEqual([]);
  await store.check();
  writeFileSync(join(scratch.path, 'file'), '');
  await expect(new FolderStore(join(scratch.path, 'file', 'media')).check()).rejects.toThrow('cannot store photos in');
});

test('belongs to the database that was written last, which is no photo', async () => {
  await store.check();
  expect(await store.readOwner()).toBeUndefined();
  for (const id of ['one', 'two']) {
    await store.writeOwner(id);
    expect(await store.readOwner()).toBe(id);
  }
  expect(await list()).toEqual([]);
  await store.writeOwner(undefined);
  await store.writeOwner(undefined);
  expect(await store.readOwner()).toBeUndefined();
});

test('knows the names that it has issued, and no others', () => {
  const issued = keys.issue();
  expect(issued).toMatch(/^[0-9a-f]{48}$/);
  expect(keys.issue()).not.toBe(issued);
  expect(new PhotoKeys('a secret of the test').isIssued(issued)).toBe(true);
  const forged = [
    new PhotoKeys('another secret').issue(),
    `${issued.slice(0, -1)}${issued.endsWith('0') ? '1' : '0'}`,
    `${issued.startsWith('0') ? '1' : '0'}${issued.slice(1)}`,
    issued.toUpperCase(),
    issued.slice(2),
    `${issued}00`,
    '',
  ].filter((mediaKey) => mediaKey !== issued);
  expect(forged.map((mediaKey) => keys.isIssued(mediaKey))).toEqual(forged.map(() => false));
});
