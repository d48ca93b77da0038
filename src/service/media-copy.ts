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

/** Copies the files of all photos of a database that the target does not have yet, and reads each of them again. */
export async function copyMedia(db: Queryable, from: MediaStore, to: MediaStore): Promise<MediaCopy> {
  let [photos, copied, missing] = [0, 0, 0];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const batch: StoredPhoto[] = await findStoredPhotos(db, after, batchSize);
    for (const photo of batch) {
      photos += 1;
      if ((await readFiles(to, photo)) !== undefined) continue;
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

/** All files of a photo; `undefined` when one of them is missing. */
async function readFiles(
  store: MediaStore,
  { mediaKey, width, height }: StoredPhoto,
): Promise<MediaFile[] | undefined> {
  const files: MediaFile[] = [];
  for (const name of photoFileNames({ width: Number(width), height: Number(height) })) {
    const content = await store.get(mediaKey, name, { method: 'GET', range: null });
    if (content === undefined) return undefined;
    files.push({ name, bytes: new Uint8Array(await new Response(content.body).arrayBuffer()) });
  }
  return files;
}
