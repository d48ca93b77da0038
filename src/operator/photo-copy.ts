import { setImmediate } from 'node:timers/promises';
import { findMediaKeys, findStoredPhotos, type StoredPhoto } from '../animals/photos/sql.ts';
import { findMissingName, namesOf, type PhotoFile, type PhotoStore } from '../photo-files/photo-store.ts';
import type { Queryable } from '../store/statement.ts';

/** How many photos a copy has found. */
export interface PhotoCopy {
  /** All that the database has. */
  readonly photos: number;
  /** Those whose files were copied; the others were there already. */
  readonly copied: number;
  readonly missing: MissingPhotos;
}

export interface MissingPhotos {
  readonly count: number;
  /** The first few, for messages. */
  readonly first: readonly StoredPhoto[];
}

const batchSize = 500n;
const namedPhotos = 3;

export const noneMissing: MissingPhotos = { count: 0, first: [] };

/** Copies the files of all photos of a database that the target does not have yet, and reads each of these again. */
export async function copyPhotos(
  db: Queryable,
  from: PhotoStore,
  to: PhotoStore,
  onPhotos: (photos: number) => void = () => undefined,
): Promise<PhotoCopy> {
  let [photos, copied, missing] = [0, 0, noneMissing];
  for await (const photo of storedPhotos(db)) {
    onPhotos(photos);
    photos += 1;
    if (await hasFiles(to, photo)) continue;
    const files = await readFiles(from, photo);
    if (files === undefined) missing = withPhoto(missing, photo);
    else {
      await copyFiles(to, photo, files);
      copied += 1;
    }
  }
  return { photos, copied, missing };
}

/** Finds photos whose files are missing, and reads none. */
export async function findMissingPhotos(db: Queryable, media: PhotoStore): Promise<PhotoCopy> {
  let [photos, missing] = [0, noneMissing];
  for await (const photo of storedPhotos(db)) {
    photos += 1;
    if (!(await hasFiles(media, photo))) missing = withPhoto(missing, photo);
  }
  return { photos, copied: 0, missing };
}

/**
 * Finds photos of a database in use that the storage has lost and the backup has. The storage is listed, which costs a bucket
 * one request for many photos: of those that are listed no file is looked for.
 */
export async function findLostPhotos(db: Queryable, storage: PhotoStore, backup: PhotoStore): Promise<MissingPhotos> {
  const listed = new Set<string>();
  for await (const { mediaKey } of storage.list()) listed.add(mediaKey);
  let lost = noneMissing;
  for await (const photo of storedPhotos(db)) {
    if (listed.has(photo.mediaKey) || (await hasFiles(storage, photo)) || !(await hasFiles(backup, photo))) continue;
    // The files of a photo that is removed meanwhile go after its row. SQLite is read anew in the next turn of the event loop.
    await setImmediate();
    if ((await findMediaKeys(db, [photo.mediaKey])).has(photo.mediaKey)) lost = withPhoto(lost, photo);
  }
  return lost;
}

async function* storedPhotos(db: Queryable): AsyncIterable<StoredPhoto> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const batch: StoredPhoto[] = await findStoredPhotos(db, after, batchSize);
    yield* batch;
    after = batch.at(-1)?.id;
  }
}

function withPhoto({ count, first }: MissingPhotos, photo: StoredPhoto): MissingPhotos {
  return { count: count + 1, first: first.length < namedPhotos ? [...first, photo] : first };
}

/** @throws Error when the files cannot be read again as they were written */
async function copyFiles(to: PhotoStore, photo: StoredPhoto, files: readonly PhotoFile[]): Promise<void> {
  // What an interrupted copy has left.
  await to.delete(photo.mediaKey);
  await to.put(photo.mediaKey, files);
  const written = await readFiles(to, photo);
  const isSame = files.every(
    ({ bytes }, index) => Buffer.compare(bytes, written?.[index]?.bytes ?? Buffer.alloc(0)) === 0,
  );
  if (!isSame)
    throw new Error(`the files of the photo ${photo.id} differ in ${to.location} from those that were written`);
}

async function hasFiles(store: PhotoStore, photo: StoredPhoto): Promise<boolean> {
  return (await findMissingName(store, photo)) === undefined;
}

/** All files of a photo; `undefined` when one of them is missing. */
async function readFiles(store: PhotoStore, photo: StoredPhoto): Promise<PhotoFile[] | undefined> {
  const files: PhotoFile[] = [];
  for (const name of namesOf(photo)) {
    const content = await store.get(photo.mediaKey, name, { method: 'GET', range: null });
    if (content === undefined) return undefined;
    files.push({ name, bytes: new Uint8Array(await new Response(content.body).arrayBuffer()) });
  }
  return files;
}
