import type { MediaFile, MediaStore } from '../media/media-store.ts';
import { photoFileNames } from '../model/photos.ts';
import { findStoredPhotos, type StoredPhoto } from '../repositories/photos.ts';
import type { Queryable } from '../store/statement.ts';

/** How many photos a copy has found. */
export interface MediaCopy {
  /** All that the database has. */
  readonly photos: number;
  /** Those whose files were copied; the others were there already. */
  readonly copied: number;
  /** Those whose files are missing in the source. */
  readonly missing: number;
}

const batchSize = 500;

/** Copies the files of all photos of a database that the target does not have yet, and reads each of these again. */
export async function copyMedia(db: Queryable, from: MediaStore, to: MediaStore): Promise<MediaCopy> {
  let [photos, copied, missing] = [0, 0, 0];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const batch: StoredPhoto[] = await findStoredPhotos(db, after, batchSize);
    for (const photo of batch) {
      photos += 1;
      if (await hasFiles(to, photo)) continue;
      const files = await readFiles(from, photo);
      if (files === undefined) missing += 1;
      else {
        await copyFiles(to, photo, files);
        copied += 1;
      }
    }
    after = batch.at(-1)?.id;
  }
  return { photos, copied, missing };
}

/** @throws Error when the files cannot be read again as they were written */
async function copyFiles(to: MediaStore, photo: StoredPhoto, files: readonly MediaFile[]): Promise<void> {
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

/** Whether all files of a photo exist, without reading them: a store has whole files only. */
async function hasFiles(store: MediaStore, photo: StoredPhoto): Promise<boolean> {
  for (const name of namesOf(photo)) {
    if ((await store.get(photo.mediaKey, name, { method: 'HEAD', range: null })) === undefined) return false;
  }
  return true;
}

/** All files of a photo; `undefined` when one of them is missing. */
async function readFiles(store: MediaStore, photo: StoredPhoto): Promise<MediaFile[] | undefined> {
  const files: MediaFile[] = [];
  for (const name of namesOf(photo)) {
    const content = await store.get(photo.mediaKey, name, { method: 'GET', range: null });
    if (content === undefined) return undefined;
    files.push({ name, bytes: new Uint8Array(await new Response(content.body).arrayBuffer()) });
  }
  return files;
}

function namesOf({ width, height }: StoredPhoto): string[] {
  return photoFileNames({ width: Number(width), height: Number(height) });
}
