import { existsSync, statSync } from 'node:fs';
import { Command } from 'commander';
import { settings } from '../config/settings.ts';
import type { MediaStore } from '../media/media-store.ts';
import { backUp, type Contents, fillBackup, recordBackupAt, requireNewFile } from '../service/backup.ts';
import type { MediaCopy } from '../service/media-copy.ts';
import { databaseName, openSnapshot, sqlitePath } from '../store/open-store.ts';
import { sizeOfFiles } from '../store/sqlite/backup.ts';
import { differing } from './copy/comparisons.ts';
import { type CopyJob, newRun, runCopy } from './copy/run-copy.ts';
import { CommandError, exitOnError, exitOnMisuse, unusable } from './exit.ts';
import {
  areAllMissing,
  copyMediaOf,
  describeMedia,
  describeMissing,
  findLostMedia,
  hasPhotos,
  mediaOfBackup,
  openMediaOf,
} from './media.ts';
import { type DatabaseFlags, databaseOption, parseDuration, readDatabaseUrl } from './options.ts';
import { repeatBackups } from './repeated-backups.ts';

export interface PhotoFlags extends DatabaseFlags {
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

async function backup(to: string, { every, keep, photos, ...flags }: BackupFlags): Promise<void> {
  const databaseUrl = readDatabaseUrl(flags);
  if (every === undefined) {
    if (keep !== undefined) throw unusable('--keep needs --every');
    return await backUpOnce(databaseUrl, to, photos);
  }
  const intervalMs = parseDuration(every, '--every');
  if (intervalMs === 0) throw unusable('--every must be 1s or longer');
  const kept = keep === undefined ? undefined : readCount(keep);
  if (!existsSync(to)) throw unusable(`the folder ${to} does not exist; create it`);
  if (!statSync(to).isDirectory()) throw unusable(`${to} is not a folder`);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  await repeatBackups({
    folder: to,
    intervalMs,
    kept,
    signal: stopping.signal,
    backUp: (path) => backUpOnce(databaseUrl, path, photos),
    onFailure: (error, path) => {
      const backup = path === undefined ? '' : `backup ${path}: `;
      process.stderr.write(`petstore: ${backup}${messageOf(error)}\n`);
    },
  });
}

/** @throws CommandError when the backup lacks photos, or only the backup has them. It is complete otherwise. */
async function backUpOnce(databaseUrl: string, to: string, withPhotos: boolean): Promise<void> {
  requireNewFile(to);
  const began = Date.now();
  const path = sqlitePath(databaseUrl);
  const media = withPhotos ? openMediaOf(databaseUrl) : undefined;
  const mediaBackup = mediaOfBackup(to);
  // Before the database, because a photo may be removed while it is being copied. What fails here is tried again below.
  const beforeDatabase = mediaOfBackup(to, path === undefined ? 0 : sizeOfFiles(path));
  const first = media && (await copyMediaOf(databaseUrl, media, beforeDatabase).catch(() => undefined));
  const contents = path === undefined ? await backUpServer(databaseUrl, to) : await backUp(path, to);
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`wrote ${to}: ${describeContents(contents)}, verified, in ${seconds} s\n`);
  if (media !== undefined) {
    const rest = await copyMediaOf(`sqlite:${to}`, media, mediaBackup);
    sayMedia({ ...rest, copied: rest.copied + (first?.copied ?? 0) }, mediaBackup);
    requireFiles(rest, media);
    await requireOriginals(databaseUrl, media, mediaBackup);
  } else if (withPhotos && (await hasPhotos(`sqlite:${to}`))) {
    throw new CommandError(`the photos are missing: ${setMediaLocation}`);
  }
  await recordBackupAt(databaseUrl, began).catch((error) => {
    process.stderr.write(`petstore: the backup is complete, but /metrics cannot show it: ${messageOf(error)}\n`);
  });
}

const { variable } = settings.mediaLocation;
export const setMediaLocation = `set ${variable} to their place, or use --no-photos`;

/** @throws CommandError when files are missing in the storage of the service */
function requireFiles(copied: MediaCopy, media: MediaStore): void {
  if (copied.missing.count === 0) return;
  const advice = areAllMissing(copied) ? `; if they are elsewhere, set ${variable} to what the service has` : '';
  throw new CommandError(describeMissing(copied.missing, media) + advice);
}

/** @throws CommandError when the service has lost files that the backup has */
async function requireOriginals(databaseUrl: string, media: MediaStore, mediaBackup: MediaStore): Promise<void> {
  const lost = await findLostMedia(databaseUrl, media, mediaBackup);
  if (lost.count === 0) return;
  throw new CommandError(
    `the backup has all photos, but ${describeMissing(lost, media)}; copy them back from ${mediaBackup.location}, or set ` +
      `${variable} to what the service has`,
  );
}

/** Copies one snapshot of a PostgreSQL database into a file. */
async function backUpServer(databaseUrl: string, to: string): Promise<Contents> {
  const source = await openSnapshot(databaseUrl);
  try {
    const copy = newRun(databaseName(databaseUrl));
    return await fillBackup(to, (target) => copyAll({ source, copy, target, targetUrl: to }));
  } finally {
    await source.close();
  }
}

/** @throws CommandError when the copy differs */
export async function copyAll(job: CopyJob): Promise<void> {
  const { comparisons } = await runCopy(job);
  const different = differing(comparisons);
  if (different.length > 0) throw new CommandError(`the copy differs from its source in ${different.join(', ')}`);
}

export function sayMedia(photos: MediaCopy | undefined, to: MediaStore): void {
  const line = photos && describeMedia(photos, to);
  if (line !== undefined) process.stdout.write(`${line}\n`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function describeContents({ animals, bytes }: Contents): string {
  return `${animals} ${animals === 1n ? 'animal' : 'animals'}, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw unusable('--keep must be a number of backups, 1 or more');
}
