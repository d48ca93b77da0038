import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findStoredPhotos } from '../../src/animals/photos/sql.ts';
import { type MediaConfig, mediaFolderOf, readConfig } from '../../src/config/config.ts';
import { fileVariable } from '../../src/config/secret-files.ts';
import { settings } from '../../src/config/settings.ts';
import { ServiceError } from '../../src/errors/service-error.ts';
import { sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { describeError, StartError } from '../../src/lib/errors.ts';
import { formatBytes } from '../../src/lib/format.ts';
import { freeBytesAt, giveToOwnerOfFolder } from '../../src/lib/system/disk.ts';
import type { Contents } from '../../src/operator/backup/backup.ts';
import {
  copyPhotos,
  findLostPhotos,
  findMissingPhotos,
  type MissingPhotos,
  noneMissing,
  type PhotoCopy,
} from '../../src/operator/photo-copy.ts';
import { type Bucket, ListedBucketStore } from '../../src/photo-files/bucket-store.ts';
import { FolderStore } from '../../src/photo-files/folder-store.ts';
import { ownerFile, type PhotoFile, type PhotoStore } from '../../src/photo-files/photo-store.ts';
import { describeForeignPhotos, openPhotoStore } from '../../src/server/photo-storage.ts';
import { openCopySource, planMigration } from '../../src/store/open-store.ts';
import { countRows } from '../../src/store/rows.ts';
import type { Queryable } from '../../src/store/statement.ts';
import { requireTable } from '../../src/store/tables.ts';
import { CommandError, unusable } from '../exit.ts';
import { startProgressBar } from '../progress.ts';

const { mediaLocation, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
const noPhotos: PhotoCopy = { photos: 0, copied: 0, missing: noneMissing };
const bucketSettings = [s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey];

/**
 * The storage of the photos of a database, from the environment or, if it is given, at this location; `undefined` where
 * there is none. @throws ConfigError
 */
export function openMediaOf(
  databaseUrl: string,
  location = process.env[mediaLocation.variable],
): PhotoStore | undefined {
  return openPhotoStore(readMedia(location, databaseUrl));
}

function readMedia(location: string | undefined, databaseUrl?: string): MediaConfig | undefined {
  const names = bucketSettings.flatMap(({ variable }) => [variable, fileVariable(variable)]);
  const access = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  return readConfig({ ...access, DATABASE_URL: databaseUrl, [mediaLocation.variable]: location }).media;
}

/**
 * The bucket of an address such as `s3://BUCKET/PREFIX`, with the access of the environment; `undefined` for a path.
 * @throws CommandError, ConfigError
 */
export function readBucket(address: string): Bucket | undefined {
  if (!address.startsWith('s3://')) return undefined;
  const media = 'value' in mediaLocation.read(address) ? readMedia(address) : undefined;
  if (media?.kind === 'bucket') return media;
  throw unusable(`${address} must be s3://BUCKET/PREFIX, of letters, digits and the characters . _ - in each part`);
}

/**
 * Copies the files of the photos that a database has. Nothing happens for one of an earlier release, which has none.
 * @throws CommandError when files cannot be read or written
 */
export async function copyMediaOf(
  databaseUrl: string,
  from: PhotoStore,
  to: PhotoStore,
  advice?: string,
): Promise<PhotoCopy> {
  return await readDatabase(databaseUrl, noPhotos, (db) => copyFiles(db, from, to, advice));
}

/** As `copyMediaOf`. @param advice the end of the message */
export async function copyFiles(db: Queryable, from: PhotoStore, to: PhotoStore, advice = ''): Promise<PhotoCopy> {
  const task = `cannot copy the photos from ${from.location} to ${to.location}`;
  using bar = startProgressBar('copying', await countRows(db, requireTable('pet_photos')), 'photos');
  try {
    return await explaining(task, () => copyPhotos(db, from, to, (photos) => bar.update(photos)), advice);
  } finally {
    if (to instanceof FolderStore) giveToOwnerOfFolder(to.location);
  }
}

/** The photos of a database in use whose files its storage has lost, and the backup has. @throws CommandError */
export async function findLostMedia(
  databaseUrl: string,
  storage: PhotoStore,
  backup: PhotoStore,
): Promise<MissingPhotos> {
  const task = `cannot read the photos in ${storage.location}`;
  return await readDatabase(databaseUrl, noneMissing, (db) =>
    explaining(task, () => findLostPhotos(db, storage, backup)),
  );
}

/** @throws CommandError when a storage of photos fails, ServiceError when the database does */
async function explaining<Result>(task: string, run: () => Promise<Result>, advice = ''): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ServiceError || error instanceof StartError) throw error;
    throw new CommandError(`${task}: ${describeError(error)}${advice}`);
  }
}

/** The photos of a backup whose files are missing. @throws CommandError when it cannot be read */
export async function findMissingMedia(databaseUrl: string, media: PhotoStore): Promise<PhotoCopy> {
  return await readDatabase(databaseUrl, noPhotos, (db) =>
    explaining(`cannot read the photos in ${media.location}`, () => findMissingPhotos(db, media)),
  );
}

export async function hasPhotos(databaseUrl: string): Promise<boolean> {
  return await readDatabase(databaseUrl, false, async (db) => (await findStoredPhotos(db, 0n, 1n)).length > 0);
}

/** @param none the result for a database of an earlier release, which is not read */
export async function readDatabase<Result>(
  databaseUrl: string,
  none: Result,
  read: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const { from: version, to: current } = await planMigration(databaseUrl);
  if (version < current) return none;
  await using source = await openCopySource(databaseUrl);
  return await read(source.reader);
}

/**
 * Makes sure that a new database can have its photos here. The folder beside a SQLite file is that of the file at this path,
 * also if it was another one before.
 * @throws CommandError when the photos here belong to another database
 */
export async function vacateMedia(databaseUrl: string, media: PhotoStore, setting?: string): Promise<void> {
  if (!isBesideFile(databaseUrl, media)) return await requireVacantMedia(databaseUrl, media, setting);
  await explaining(`cannot remove ${ownerFile} in ${media.location}`, () => media.writeOwner(undefined));
}

/**
 * @param setting what sets the place
 * @throws CommandError when the photos here belong to another database
 */
export async function requireVacantMedia(databaseUrl: string, media: PhotoStore, setting?: string): Promise<void> {
  if (isBesideFile(databaseUrl, media)) return;
  const owner = await explaining(`cannot read ${ownerFile} in ${media.location}`, () => media.readOwner());
  if (owner !== undefined) throw new CommandError(`${describeForeignPhotos(media, setting)}. Nothing was done`);
}

function isBesideFile(databaseUrl: string, { location }: PhotoStore): boolean {
  const path = sqlitePath(databaseUrl);
  return path !== undefined && location === mediaFolderOf(path);
}

/** The folder that repeated backups share, because photos never change. */
const sharedFolder = 'petstore.media';
const repeatedBackup = /^petstore-\d{4}-.*\.db$/;

/** Refuses files for which the disk has room only if the database gets none. */
class FolderWithRoom extends FolderStore {
  readonly #roomBytes: number;

  constructor(path: string, roomBytes: number) {
    super(path);
    this.#roomBytes = roomBytes;
  }

  override async put(mediaKey: string, files: readonly PhotoFile[]): Promise<void> {
    const needed = files.reduce((sum, { bytes }) => sum + bytes.length, this.#roomBytes);
    if (freeBytesAt(this.location) < needed)
      throw new Error(`too little room: ${needed} bytes are needed, with the database`);
    await super.put(mediaKey, files);
  }
}

/**
 * Where the photos of a backup are.
 * @param roomBytes what photos leave free for the database that follows them, on a disk
 */
export function mediaOfBackup(backup: string, roomBytes = 0): PhotoStore {
  const bucket = readBucket(backup);
  if (bucket !== undefined) {
    const name = basename(backup);
    const folder = repeatedBackup.test(name) ? sharedFolder : mediaFolderOf(name);
    return new ListedBucketStore({ ...bucket, prefix: join(dirname(bucket.prefix), folder) });
  }
  const shared = join(dirname(backup), sharedFolder);
  const own = mediaFolderOf(backup);
  return new FolderWithRoom(repeatedBackup.test(basename(backup)) && !existsSync(own) ? shared : own, roomBytes);
}

/** What became of the photos, for the operator; `undefined` if there are none. */
export function describeMedia({ photos, copied, missing }: PhotoCopy, to: PhotoStore): string | undefined {
  if (photos === 0) return undefined;
  const lost = missing.count === 0 ? '' : `, ${missing.count} without files`;
  return `photos in ${to.location}: ${photos} in all, ${copied} copied${lost}`;
}

export function describeContents({ animals, bytes }: Contents): string {
  return `${animals} ${animals === 1n ? 'animal' : 'animals'}, ${formatBytes(bytes)}`;
}

export function areAllMissing({ photos, missing }: PhotoCopy): boolean {
  return photos > 0 && missing.count === photos;
}

export function describeMissing({ count, first }: MissingPhotos, { location }: PhotoStore): string {
  const names = first.map(({ id, petId }) => `photo ${id} of animal ${petId}`).join(', ');
  const more = count > first.length ? ` and ${count - first.length} more` : '';
  return `the files of ${count} ${count === 1 ? 'photo' : 'photos'} are missing in ${location}: ${names}${more}`;
}
