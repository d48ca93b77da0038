import { existsSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { finishCopy } from '../../src/catalogue/copy-rules.ts';
import { hidePassword, sqlitePath } from '../../src/lib/addresses/database-url.ts';
import { giveToOwnerOfFolder, makeTemporaryFolder } from '../../src/lib/system/disk.ts';
import { type Contents, requireNoDatabase, restore } from '../../src/operator/backup/backup.ts';
import type { PhotoCopy } from '../../src/operator/photo-copy.ts';
import { FolderStore } from '../../src/photo-files/folder-store.ts';
import type { PhotoStore } from '../../src/photo-files/photo-store.ts';
import {
  databaseName,
  describeDatabase,
  isPetstore,
  openCopySource,
  openCopyTarget,
} from '../../src/store/open-store.ts';
import { holdFile } from '../../src/store/sqlite/file-use.ts';
import type { Store } from '../../src/store/store.ts';
import { CommandError, startOverAdvice, startOverOnInterrupt, unusable } from '../exit.ts';
import { databaseOption, readDatabaseUrl } from '../options.ts';
import { note } from '../output.ts';
import { asStarted } from '../program-name.ts';
import { printProgress } from '../progress.ts';
import { fetchBackup, requireBackup } from './backup/backup-places.ts';
import { copyAll, sayMedia, setMediaLocation } from './backup/write-backup.ts';
import type { PhotoFlags } from './backup.ts';
import { beginRun, newRun, requireVacantTarget } from './copy/run-copy.ts';
import {
  areAllMissing,
  copyMediaOf,
  describeContents,
  describeMissing,
  findMissingMedia,
  hasPhotos,
  mediaOfBackup,
  openMediaOf,
  readBucket,
  requireVacantMedia,
  vacateMedia,
} from './media.ts';

const restoreHelp = `
Stop the service first. The database must not exist, or must be empty on PostgreSQL. With --replace, the files of one that exists, with
its photos beside it, get names that end in .replaced-TIME; they are never removed. FROM is not changed. What root restores belongs to
the owner of the folder.

The restored database is another one than its original, and needs a place of its own for photos. If it replaces the original,
which used PETSTORE_MEDIA_URL, first delete the file petstore-database.txt there.

Webhooks of the restored database are paused, so that starting a copy to look at it sends nothing. Resume them with
"petstore webhooks resume". Clients that follow events get 410, which tells them to read everything again.

Examples:
  petstore restore --replace /backups/petstore-2026-11-22T03-00-00Z.db
  petstore restore s3://backups/petstore/petstore-2026-11-22T03-00-00Z.db
  petstore restore /backups/petstore.db --database-url sqlite:/tmp/look.db`;

export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<from>', 'a backup: a file, or s3://BUCKET/PREFIX/NAME with the PETSTORE_S3_... settings')
    .description('create a database from a backup')
    .option('--no-photos', 'do not copy photos')
    .option('--replace', 'move the files of an existing SQLite database aside')
    .option(...databaseOption)
    .addHelpText('after', restoreHelp)
    .action(restoreFrom);
}

interface RestoreFlags extends PhotoFlags {
  replace?: boolean;
}

async function restoreFrom(from: string, { replace = false, ...flags }: RestoreFlags): Promise<void> {
  const databaseUrl = readDatabaseUrl(flags);
  requireBackup(from);
  const path = sqlitePath(databaseUrl);
  // The advice about photos is dangerous while a service uses the database.
  if (path === undefined) {
    if (replace) throw unusable('--replace is for SQLite files; make an empty PostgreSQL database. Nothing was done');
    await requireVacantServer(databaseUrl);
  } else if (!replace) requireNoDatabase(path);
  else if (existsSync(path)) holdFile(path)[Symbol.dispose]();
  const media = flags.photos ? await prepareMedia(databaseUrl) : undefined;
  let copied: PhotoCopy | undefined;
  /** Runs before anybody can use the database, so that without photos there is none, and the command can start over. */
  const beforeUse = async (restoredUrl: string) => {
    if (media !== undefined) copied = await restorePhotos({ from, databaseUrl }, restoredUrl, media);
  };
  const mayHavePhotos = media !== undefined || !flags.photos;
  using folder = makeTemporaryFolder('petstore-backup-');
  startOverOnInterrupt();
  const contents =
    path === undefined
      ? await restoreToServer({ from, folder: folder.path, databaseUrl, mayHavePhotos, beforeUse })
      : await restore(await fetchBackup(from, folder.path), path, {
          beforePublish: (partial) => beforeUse(`sqlite:${partial}`),
          name: from,
          onProgress: printProgress(),
          ...(replace && {
            moveAside: (partial) => moveAside({ from, path, partial, copiesPhotos: media !== undefined }),
          }),
        });
  if (media instanceof FolderStore) giveToOwnerOfFolder(media.location);
  process.stdout.write(`restored ${describeDatabase(databaseUrl)}: ${describeContents(contents)}, verified\n`);
  if (media !== undefined) sayMedia(copied, media);
  process.stdout.write(
    asStarted(`Webhooks are paused. Resume them with "petstore webhooks resume".
Everybody is signed out. "petstore people invite NAME" makes a link by which somebody signs in again.\n`),
  );
  if (copied === undefined || copied.missing.count === 0) return;
  throw new CommandError(
    `the database is restored, but ${describeMissing(copied.missing, mediaOfBackup(from))}: the backup lacks them`,
  );
}

/** Nothing is moved for a backup that lacks all of its photos. @throws CommandError */
async function moveAside(job: { from: string; path: string; partial: string; copiesPhotos: boolean }): Promise<void> {
  const { from, path, partial, copiesPhotos } = job;
  const source = mediaOfBackup(from);
  if (copiesPhotos) requireSomePhotos(await findMissingMedia(`sqlite:${partial}`, source), source);
  if (existsSync(path)) holdFile(path)[Symbol.dispose]();
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = `${path}.replaced-${time}Z`;
  for (const suffix of ['-wal', '-shm', '', '.media']) {
    if (!existsSync(path + suffix)) continue;
    renameSync(path + suffix, aside + suffix);
    note(`moved ${resolve(path + suffix)} to ${resolve(aside + suffix)}`);
  }
}

/** @throws CommandError when the database has rows, except those of an unfinished copy */
async function requireVacantServer(databaseUrl: string): Promise<void> {
  if (!(await isPetstore(databaseUrl))) return;
  await withTarget(databaseUrl, (target) => requireVacantTarget({ target, targetUrl: hidePassword(databaseUrl) }));
}

async function withTarget(databaseUrl: string, work: (target: Store) => Promise<void>): Promise<void> {
  await using target = await openCopyTarget(databaseUrl);
  await work(target);
}

/** The place for the photos, which is usable; `undefined` if none is known. @throws CommandError */
async function prepareMedia(databaseUrl: string): Promise<PhotoStore | undefined> {
  const media = openMediaOf(databaseUrl);
  if (media === undefined) return undefined;
  await media.examine();
  await requireVacantMedia(databaseUrl, media);
  return media;
}

/**
 * @param restoredUrl the restored database, while it is a file of its own
 * @throws CommandError when files cannot be copied, or all are missing, as when the backup was moved without its folder
 */
async function restorePhotos(
  { from, databaseUrl }: Pick<ServerRestore, 'from' | 'databaseUrl'>,
  restoredUrl: string,
  media: PhotoStore,
): Promise<PhotoCopy> {
  await vacateMedia(databaseUrl, media);
  const source = mediaOfBackup(from);
  const copied = await copyMediaOf(restoredUrl, source, media, `\n${startOverAdvice}`);
  requireSomePhotos(copied, source);
  return copied;
}

/** @throws CommandError when all are missing, as when the backup was moved without its folder */
function requireSomePhotos(copied: PhotoCopy, source: PhotoStore): void {
  if (!areAllMissing(copied)) return;
  throw new CommandError(
    `${describeMissing(copied.missing, source)}; put the photos of the backup there and run the same command again, or use ` +
      '--no-photos. Nothing was restored',
  );
}

interface ServerRestore {
  from: string;
  /** For the backup, where it is in a bucket, and the restored file. */
  folder: string;
  databaseUrl: string;
  /** Whether the photos have a place, or are not wanted. */
  mayHavePhotos: boolean;
  beforeUse: (restoredUrl: string) => Promise<void>;
}

/**
 * Restores to a file of its own first, so that the server's database is complete as soon as it can be served.
 * @throws CommandError when there are photos that may not be there
 */
async function restoreToServer(job: ServerRestore): Promise<Contents> {
  const { from, folder, databaseUrl, beforeUse } = job;
  // The name of the backup: the next run finds it in an unfinished copy.
  const source = readBucket(from) === undefined ? databaseName(`sqlite:${from}`) : from;
  const run = { copy: newRun(source), targetUrl: hidePassword(databaseUrl) };
  // Before anything else: a service that is started meanwhile would take the empty database for a new one.
  await withTarget(databaseUrl, (target) => beginRun({ target, ...run }));
  const restored = join(folder, 'restored.db');
  const contents = await restoreToCopy(job, restored).catch(async (error) => {
    const unmark = (target: Store) => target.write(finishCopy, { copy: run.copy, ids: [] });
    await withTarget(databaseUrl, unmark).catch(() => undefined);
    throw error;
  });
  await withTarget(databaseUrl, async (target) => {
    await using copied = await openCopySource(`sqlite:${restored}`);
    await copyAll({ source: copied, target, ...run, beforeFinish: () => beforeUse(`sqlite:${restored}`) });
  });
  return contents;
}

/** @throws CommandError when there are photos that may not be there */
async function restoreToCopy({ from, folder, mayHavePhotos }: ServerRestore, restored: string): Promise<Contents> {
  const file = await fetchBackup(from, folder);
  const contents = await restore(file, restored, { name: from, onProgress: printProgress() });
  if (mayHavePhotos || !(await hasPhotos(`sqlite:${restored}`))) return contents;
  throw unusable(`the backup has photos: ${setMediaLocation}. Nothing was restored`);
}
