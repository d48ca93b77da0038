import type { Photo } from '../animals/photos/model.ts';
import { findNewestPhotos, findPhoto } from '../animals/photos/sql.ts';
import { settings } from '../config/settings.ts';
import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { listSome } from '../lib/visible-text.ts';
import { findMissingName, type MediaStore } from '../media/media-store.ts';
import type { Queryable } from '../store/statement.ts';
import type { Store } from '../store/store.ts';

/** The start of the service waits for these. */
export const fewPhotos = 8;
const photosAtOneTime = 8;

export const adviceOnMissing = `check that the volume is mounted and ${settings.mediaLocation.variable} is right, or restore the files`;

interface MissingFile {
  readonly photo: Photo;
  readonly name: string;
}

interface FileSearch {
  readonly photos: number;
  /** The first missing file of each photo that lacks one, the newest photo first. */
  readonly missing: readonly MissingFile[];
}

/** Looks whether the files of the newest photos exist, without reading them. */
export async function findMissingFiles(db: Queryable, files: MediaStore, limit: number): Promise<FileSearch> {
  const photos = await findNewestPhotos(db, BigInt(limit));
  const missing: MissingFile[] = [];
  for (let start = 0; start < photos.length; start += photosAtOneTime) {
    const group = photos.slice(start, start + photosAtOneTime);
    const found = await Promise.all(group.map((photo) => findMissingFile(db, files, photo)));
    missing.push(...found.filter((file) => file !== undefined));
  }
  return { photos: photos.length, missing };
}

async function findMissingFile(db: Queryable, files: MediaStore, photo: Photo): Promise<MissingFile | undefined> {
  const name = await findMissingName(files, photo);
  // A service may have removed the photo in between.
  return name === undefined || (await findPhoto(db, photo.id)) === undefined ? undefined : { photo, name };
}

export function listMissing(missing: readonly MissingFile[]): string {
  return listSome(missing.map(({ photo, name }) => `animal ${photo.petId} photo ${photo.id} ${name}`));
}

export function describeMissingFiles({ photos, missing }: FileSearch, { location }: MediaStore): string {
  return `files are missing in ${location} for ${missing.length} of the newest ${photos} photos`;
}

/** Warns when the newest photos have no files, as in the empty folder of a volume that is not mounted. */
export async function warnOfMissingFiles({ reader }: Store, files: MediaStore, log: Log): Promise<void> {
  const { location: place } = files;
  try {
    const { photos, missing } = await findMissingFiles(reader, files, fewPhotos);
    if (missing.length === 0) return;
    const counts = { newestPhotos: photos, withoutFiles: missing.length, missing: listMissing(missing) };
    log.warn(`files of photos are missing; ${adviceOnMissing}`, { place, ...counts });
  } catch (error) {
    log.warn('could not look for the files of photos', { place, cause: describeError(error) });
  }
}
