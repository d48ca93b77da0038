import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { settings } from '../config/settings.ts';
import type { MediaStore } from '../media/media-store.ts';
import { backUp, type Contents, fillBackup, recordBackupAt, restore } from '../service/backup.ts';
import type { MediaCopy } from '../service/media-copy.ts';
import { databaseName, openCopySource, openCopyTarget, openSnapshot, sqlitePath } from '../store/open-store.ts';
import { hidePassword } from '../store/postgres/address.ts';
import type { Source, Store } from '../store/store.ts';
import { differing } from './copy/comparisons.ts';
import { runCopy } from './copy/run-copy.ts';
import { CommandError, exitCodes, exitOnError, exitOnMisuse } from './exit.ts';
import {
  copyMediaOf,
  describeMedia,
  hasPhotos,
  mediaOfBackup,
  openMediaOf,
  requireVacantMedia,
  vacateMedia,
} from './media.ts';
import { type DatabaseFlags, databaseOption, parseDuration, readDatabaseUrl } from './options.ts';
import { repeatBackups } from './repeated-backups.ts';

interface PhotoFlags extends DatabaseFlags {
  /** `false` with `--no-photos`. */
  photos: boolean;
}

interface BackupFlags extends PhotoFlags {
  every?: string;
  keep?: string;
}

const backupHelp = `
Works while the service runs, and does not delay its requests. The backup is one SQLite file, also of a PostgreSQL
database. It is verified before this command reports success, and does not have its name before it is complete. It
contains hashes of keys and secrets of webhooks: keep it as safe as the database.

The photos are copied to the folder TO.media. For a bucket or another folder than the one beside a SQLite file, this command
needs the PETSTORE_MEDIA_URL of the service. A backup that lacks photos fails, unless --no-photos says that they are
elsewhere.

With --every, TO is a folder. A backup named petstore-DATE.db is written to it now and after each interval until the
command is stopped, with the photos of all of them in petstore.media. With --keep, older backups with such names are
removed. /metrics has the time of the last backup.

Examples:
  petstore backup /backups/petstore.db
  petstore backup /backups --every 1h --keep 24`;

const restoreHelp = `
The database must not exist, or must be empty on PostgreSQL: stop the service and move its files away. FROM is not
changed.

The restored database is another one than its original, and needs a place of its own for photos. If it replaces the original,
which used PETSTORE_MEDIA_URL, first delete the file petstore-database.txt there.

Webhooks of the restored database are paused, so that starting a copy to look at it sends nothing. Resume them with
"petstore webhooks resume". Clients that follow events get 410, which tells them to read everything again.

Examples:
  petstore restore /backups/petstore-2026-11-22T03-00-00Z.db
  petstore restore /backups/petstore.db --database-url sqlite:/tmp/look.db`;

/** The command `petstore backup`. */
export function backupCommand(): Command {
  return new Command('backup')
    .argument('<to>', 'file to write, which must not exist; with --every, a folder')
    .description('write a verified copy of the database, while the service runs')
    .option('--every <duration>', 'repeat at this interval, such as 1h')
    .option('--keep <count>', 'with --every: how many backups to keep')
    .option('--no-photos', 'do not copy photos')
    .option(...databaseOption)
    .addHelpText('after', backupHelp)
    .exitOverride(exitOnMisuse)
    .action((to: string, flags: BackupFlags) => exitOnError(() => backup(to, flags)));
}

/** The command `petstore restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<from>', 'a backup')
    .description('create a database from a backup')
    .option('--no-photos', 'do not copy photos')
    .option(...databaseOption)
    .addHelpText('after', restoreHelp)
    .exitOverride(exitOnMisuse)
    .action((from: string, flags: PhotoFlags) => exitOnError(() => restoreFrom(from, flags)));
}

async function backup(to: string, { every, keep, photos, ...flags }: BackupFlags): Promise<void> {
  const databaseUrl = readDatabaseUrl(flags);
  if (every === undefined) {
    if (keep !== undefined) throw unusable('--keep needs --every');
    return await backUpOnce(databaseUrl, to, photos);
  }
  const intervalMs = parseDuration(every, '--every');
  if (intervalMs === 0) throw unusable('--every must be 1s or longer');
  const kept = keep === undefined ? undefined : readCount(keep);
  if (!existsSync(to) || !statSync(to).isDirectory()) throw unusable(`${to} is not a folder`);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  await repeatBackups({
    folder: to,
    intervalMs,
    kept,
    signal: stopping.signal,
    backUp: (path) => backUpOnce(databaseUrl, path, photos),
    onFailure: (error) => void process.stderr.write(`petstore: ${messageOf(error)}\n`),
  });
}

/** @throws CommandError when the backup lacks photos. It is complete otherwise. */
async function backUpOnce(databaseUrl: string, to: string, withPhotos: boolean): Promise<void> {
  const began = Date.now();
  const path = sqlitePath(databaseUrl);
  const media = withPhotos ? openMediaOf(databaseUrl) : undefined;
  const mediaBackup = mediaOfBackup(to);
  // Before the database, because a photo may be removed while it is being copied.
  const isThere = path === undefined || existsSync(path);
  const first = media && isThere && !existsSync(to) ? await copyMediaOf(databaseUrl, media, mediaBackup) : undefined;
  const contents = path === undefined ? await backUpServer(databaseUrl, to) : await backUp(path, to);
  const rest = media && (await copyMediaOf(`sqlite:${to}`, media, mediaBackup));
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`wrote ${to}: ${describe(contents)}, verified, in ${seconds} s\n`);
  sayMedia(rest && { ...rest, copied: rest.copied + (first?.copied ?? 0) }, mediaBackup);
  if (withPhotos) await requirePhotos(`sqlite:${to}`, media, rest);
  await recordBackupAt(databaseUrl, began).catch((error) => {
    process.stderr.write(`petstore: the backup is complete, but /metrics cannot show it: ${messageOf(error)}\n`);
  });
}

const setMediaLocation = `set ${settings.mediaLocation.variable} to their place, or use --no-photos`;

/**
 * @param copied what was copied from this storage to the database or the backup
 * @throws CommandError when it lacks photos
 */
async function requirePhotos(
  databaseUrl: string,
  from: MediaStore | undefined,
  copied: MediaCopy | undefined,
): Promise<void> {
  if (from === undefined && (await hasPhotos(databaseUrl))) {
    throw new CommandError(`the photos are missing: ${setMediaLocation}`);
  }
  if (from !== undefined && copied !== undefined && copied.missing > 0) {
    throw new CommandError(`the files of ${copied.missing} photos are missing in ${from.location}`);
  }
}

/** Copies one snapshot of a PostgreSQL database into a file. */
async function backUpServer(databaseUrl: string, to: string): Promise<Contents> {
  const source = await openSnapshot(databaseUrl);
  try {
    return await fillBackup(to, (target) => copyAll(source, databaseUrl, target, to));
  } finally {
    await source.close();
  }
}

async function copyAll(source: Source, sourceUrl: string, target: Store, targetUrl: string): Promise<void> {
  const names = { sourceName: databaseName(sourceUrl), targetUrl: hidePassword(targetUrl) };
  const { comparisons } = await runCopy({ source, target, ...names });
  const different = differing(comparisons);
  if (different.length > 0) throw new CommandError(`the copy differs from its source in ${different.join(', ')}`);
}

async function restoreFrom(from: string, flags: PhotoFlags): Promise<void> {
  const databaseUrl = readDatabaseUrl(flags);
  if (!existsSync(from)) throw new CommandError(`there is no file ${from}`);
  const path = sqlitePath(databaseUrl);
  const media = flags.photos ? openMediaOf(databaseUrl) : undefined;
  if (media !== undefined) await requireVacantMedia(databaseUrl, media);
  else if (flags.photos && (await hasPhotos(`sqlite:${from}`))) {
    throw unusable(`the backup has photos: ${setMediaLocation}. Nothing was restored`);
  }
  const contents = path === undefined ? await restoreToServer(from, databaseUrl) : await restore(from, path);
  process.stdout.write(`restored ${hidePassword(databaseUrl)}: ${describe(contents)}, verified\n`);
  const copied = media && (await restoreMedia(from, databaseUrl, media));
  process.stdout.write('Webhooks are paused. Resume them with "petstore webhooks resume".\n');
  if (flags.photos) await requirePhotos(databaseUrl, media && mediaOfBackup(from), copied);
}

/** The photos come after the database, which is at the schema of this release only then. */
async function restoreMedia(from: string, databaseUrl: string, media: MediaStore): Promise<MediaCopy> {
  await vacateMedia(databaseUrl, media);
  const copied = await copyMediaOf(databaseUrl, mediaOfBackup(from), media);
  sayMedia(copied, media);
  return copied;
}

function sayMedia(photos: MediaCopy | undefined, to: MediaStore): void {
  const line = photos && describeMedia(photos, to);
  if (line !== undefined) process.stdout.write(`${line}\n`);
}

/** Restores to a file of its own first, so that the server's database is complete as soon as it can be served. */
async function restoreToServer(from: string, databaseUrl: string): Promise<Contents> {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-restore-'));
  try {
    const file = `sqlite:${join(folder, 'petstore.db')}`;
    const contents = await restore(from, join(folder, 'petstore.db'));
    const target = await openCopyTarget(databaseUrl);
    try {
      const source = await openCopySource(file);
      await copyAll(source, file, target, databaseUrl).finally(() => source.close());
    } finally {
      await target.close();
    }
    return contents;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function describe({ animals, bytes }: Contents): string {
  return `${animals} ${animals === 1n ? 'animal' : 'animals'}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw unusable('--keep must be a number of backups, 1 or more');
}

function unusable(message: string): CommandError {
  return new CommandError(message, exitCodes.unusable);
}
