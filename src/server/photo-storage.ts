import type { Photo } from '../animals/photos/model.ts';
import { findNewestPhotos, findPhoto } from '../animals/photos/sql.ts';
import type { Config, MediaConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { sqlitePath } from '../lib/addresses/database-url.ts';
import { describeError, StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { listSome } from '../lib/visible-text.ts';
import { BucketStore } from '../photo-files/bucket-store.ts';
import { FolderStore } from '../photo-files/folder-store.ts';
import { findMissingName, ownerFile, type PhotoStore } from '../photo-files/photo-store.ts';
import type { Queryable } from '../store/statement.ts';
import type { Store } from '../store/store.ts';

/** Opens the storage of photos; `undefined` where they are disabled. */
export function openPhotoStore(config: MediaConfig | undefined): PhotoStore | undefined {
  if (config === undefined) return undefined;
  return config.kind === 'folder' ? new FolderStore(config.path) : new BucketStore(config);
}

/** Makes the storage of photos ready. @throws StartError when files cannot be stored there, or belong to another database */
export async function preparePhotoStore(
  files: PhotoStore,
  databaseId: string,
  { media, databaseUrl }: Config,
  log: Log,
): Promise<void> {
  await files.check();
  await takePhotoStore(files, databaseId);
  if (media?.kind === 'folder' && sqlitePath(databaseUrl) === undefined) {
    const advice = 'all nodes of this database must share it, or use a bucket';
    log.warn(`photos are stored in a folder; ${advice}`, { folder: media.path });
  }
}

/** A database and its restored backup would each remove photos of the other. @throws StartError */
async function takePhotoStore(files: PhotoStore, databaseId: string): Promise<void> {
  try {
    if ((await files.readOwner()) === undefined) await files.writeOwner(databaseId);
    // Of two databases that take a place at the same time, one finds the other here.
    if ((await files.readOwner()) === databaseId) return;
  } catch (cause) {
    throw new StartError(`cannot read and write ${ownerFile} in ${files.location}: ${describeError(cause)}`, { cause });
  }
  throw new StartError(describeForeignPhotos(files));
}

/** What the operator can do about photos of another database. */
export function describeForeignPhotos({ location }: PhotoStore, setting = settings.mediaLocation.variable): string {
  return (
    `the photos in ${location} belong to another database, and each would remove photos of the other; set ` +
    `${setting} to another place, or delete ${ownerFile} there if that database is no longer used`
  );
}

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
export async function findMissingFiles(db: Queryable, files: PhotoStore, limit: number): Promise<FileSearch> {
  const photos = await findNewestPhotos(db, BigInt(limit));
  const missing: MissingFile[] = [];
  for (let start = 0; start < photos.length; start += photosAtOneTime) {
    const group = photos.slice(start, start + photosAtOneTime);
    const found = await Promise.all(group.map((photo) => findMissingFile(db, files, photo)));
    missing.push(...found.filter((file) => file !== undefined));
  }
  return { photos: photos.length, missing };
}

async function findMissingFile(db: Queryable, files: PhotoStore, photo: Photo): Promise<MissingFile | undefined> {
  const name = await findMissingName(files, photo);
  // A service may have removed the photo in between.
  return name === undefined || (await findPhoto(db, photo.id)) === undefined ? undefined : { photo, name };
}

export function listMissing(missing: readonly MissingFile[]): string {
  return listSome(missing.map(({ photo, name }) => `animal ${photo.petId} photo ${photo.id} ${name}`));
}

export function describeMissingFiles({ photos, missing }: FileSearch, { location }: PhotoStore): string {
  return `files are missing in ${location} for ${missing.length} of the newest ${photos} photos`;
}

/** Warns when the newest photos have no files, as in the empty folder of a volume that is not mounted. */
export async function warnOfMissingFiles({ reader }: Store, files: PhotoStore, log: Log): Promise<void> {
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
