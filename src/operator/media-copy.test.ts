import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ScratchDatabase, sqlite } from '../../tests/support/engines.ts';
import { makeScratchFolder, type ScratchFolder } from '../../tests/support/scratch.ts';
import { photoFileNames } from '../animals/photos/model.ts';
import { FolderStore } from '../photo-files/folder-store.ts';
import type { FileContent, FileRequest, PhotoStore } from '../photo-files/photo-store.ts';
import { migrateStore, openCopySource, openStore } from '../store/open-store.ts';
import type { Source, Store } from '../store/store.ts';
import { copyPhotos, findLostPhotos, noneMissing } from './photo-copy.ts';

/** A folder that counts requests by their method. */
class CountingStore extends FolderStore {
  readonly requests = { GET: 0, HEAD: 0 };

  override get(mediaKey: string, name: string, request: FileRequest): Promise<FileContent | undefined> {
    this.requests[request.method === 'HEAD' ? 'HEAD' : 'GET'] += 1;
    return super.get(mediaKey, name, request);
  }
}

const keys = ['ab', 'cd'].map((part) => part.repeat(24));
const names = photoFileNames({ width: 400, height: 300 });

let database: ScratchDatabase;
let service: Store;
let source: Source;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  await migrateStore(database.url);
  const photos = keys.map((key) => `(1, 0, '${key}', '', 400, 300, '#ffffff', '', 1)`);
  await database.run(
    `INSERT INTO pet_photos
       (pet_id, position, media_key, alternative_text, width, height, color, placeholder, created_at)
     VALUES ${photos.join()}`,
  );
  service = await openStore(database.url, { writesInline: true });
  source = await openCopySource(database.url);
});
afterAll(async () => {
  await source.close();
  await service.close();
  await database.remove();
});

let scratch: ScratchFolder;
let from: CountingStore;
let to: CountingStore;
beforeEach(async () => {
  scratch = makeScratchFolder();
  [from, to] = [new CountingStore(join(scratch.path, 'from')), new CountingStore(join(scratch.path, 'to'))];
  for (const key of keys) {
    await from.put(
      key,
      names.map((name) => ({ name, bytes: Buffer.from(`${key} ${name}`) })),
    );
  }
});
afterEach(() => scratch.remove());

const copy = async () => {
  Object.assign(from.requests, { GET: 0, HEAD: 0 });
  Object.assign(to.requests, { GET: 0, HEAD: 0 });
  return await copyPhotos(source.reader, from, to);
};

test('reads no file that the target has', async () => {
  expect(await copy()).toEqual({ photos: 2, copied: 2, missing: noneMissing });
  expect([from.requests, to.requests]).toEqual([
    { GET: 8, HEAD: 0 },
    { GET: 8, HEAD: 2 },
  ]);
  expect(await copy()).toEqual({ photos: 2, copied: 0, missing: noneMissing });
  expect([from.requests, to.requests]).toEqual([
    { GET: 0, HEAD: 0 },
    { GET: 0, HEAD: 8 },
  ]);
});

test('copies a photo again of which the target lacks a file, and counts one that the source lacks', async () => {
  await copy();
  const [first = '', second = ''] = keys;
  const last = names.at(-1) ?? '';
  rmSync(join(scratch.path, 'to', 'ab', first, last));
  await from.delete(second);
  expect(await copy()).toEqual({ photos: 2, copied: 1, missing: noneMissing });
  const restored = await to.get(first, last, { method: 'GET', range: null });
  expect(await new Response(restored?.body ?? null).text()).toBe(`${first} ${last}`);
  await to.delete(second);
  expect(await copy()).toEqual({
    ...{ photos: 2, copied: 0 },
    missing: { count: 1, first: [{ id: 2n, petId: 1n, mediaKey: second, width: 400n, height: 300n }] },
  });
});

test('finds photos that the storage has lost and the backup has, without a look at the others', async () => {
  await copy();
  expect(await findLostPhotos(source.reader, from, to)).toEqual(noneMissing);
  expect(from.requests.HEAD).toBe(0);
  const [first = '', second = ''] = keys;
  await from.delete(first);
  await from.delete(second);
  await to.delete(second);
  expect(await findLostPhotos(source.reader, from, to)).toMatchObject({
    count: 1,
    first: [{ id: 1n, mediaKey: first }],
  });
});

test('does not count a photo as lost that is removed while its files are looked for', async () => {
  await copy();
  const removing: PhotoStore = Object.assign(new FolderStore(join(scratch.path, 'none')), {
    async get() {
      await database.run('DELETE FROM pet_photos');
      return undefined;
    },
  });
  expect(await findLostPhotos(source.reader, removing, to)).toEqual(noneMissing);
});
