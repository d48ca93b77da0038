import { settings } from '../../../src/config/settings.ts';
import { sqlitePath } from '../../../src/lib/addresses/database-url.ts';
import { messageOf } from '../../../src/lib/errors.ts';
import {
  backUp,
  type Contents,
  fillBackup,
  recordBackupAt,
  requireNewFile,
} from '../../../src/operator/backup/backup.ts';
import type { PhotoCopy } from '../../../src/operator/photo-copy.ts';
import type { PhotoStore } from '../../../src/photo-files/photo-store.ts';
import { insertIfAbsent } from '../../../src/record/settings/stored-rules.ts';
import { databaseName, openSnapshot } from '../../../src/store/open-store.ts';
import { findSetting } from '../../../src/store/settings.ts';
import { sizeOfFiles } from '../../../src/store/sqlite/backup.ts';
import { databaseIdSetting } from '../../../src/store/tables.ts';
import { CommandError } from '../../exit.ts';
import { note, printJson } from '../../output.ts';
import { differing } from '../copy/comparisons.ts';
import { type CopyJob, newRun, runCopy } from '../copy/run-copy.ts';
import {
  areAllMissing,
  copyMediaOf,
  describeContents,
  describeMedia,
  describeMissing,
  findLostMedia,
  hasPhotos,
  mediaOfBackup,
  openMediaOf,
} from '../media.ts';

export interface BackupJob {
  databaseUrl: string;
  to: string;
  photos: boolean;
  json: boolean;
  /** Where the file is stored, if that is another place. */
  published?: string;
  publish?: (path: string) => Promise<void>;
  /** Removes older backups. Returns why it may not. */
  rotate?: (() => Promise<string | null>) | undefined;
}

/** @throws CommandError when the backup lacks photos, or only the backup has them. It is complete otherwise. */
export async function writeBackup({
  databaseUrl,
  to,
  photos,
  json,
  published = to,
  publish,
  rotate,
}: BackupJob): Promise<void> {
  requireNewFile(to);
  const began = Date.now();
  const path = sqlitePath(databaseUrl);
  const media = photos ? openMediaOf(databaseUrl) : undefined;
  const mediaBackup = mediaOfBackup(published);
  // Before the database, because a photo may be removed while it is being copied. What fails here is tried again below.
  const beforeDatabase = mediaOfBackup(published, path === undefined ? 0 : sizeOfFiles(path));
  const first = media && (await copyMediaOf(databaseUrl, media, beforeDatabase).catch(() => undefined));
  const contents = path === undefined ? await backUpServer(databaseUrl, to) : await backUp(path, to);
  await publish?.(to);
  const durationMs = Date.now() - began;
  const seconds = (durationMs / 1_000).toFixed(1);
  // The new backup is complete, whatever happens to the others.
  const removeOlder = async () => await rotate?.().catch((error) => `cannot remove older backups: ${messageOf(error)}`);
  const record = async (at: number | undefined, obstacle: string | null | undefined) =>
    await recordBackupAt(databaseUrl, at, obstacle).catch((error) => {
      note(`the backup is complete, but /metrics cannot show it: ${messageOf(error)}`);
    });
  let copied: PhotoCopy | undefined;
  if (!json) process.stdout.write(`wrote ${published}: ${describeContents(contents)}, verified, in ${seconds} s\n`);
  try {
    if (media !== undefined) {
      const rest = await copyMediaOf(`sqlite:${to}`, media, mediaBackup);
      copied = { ...rest, copied: rest.copied + (first?.copied ?? 0) };
      if (!json) sayMedia(copied, mediaBackup);
      requireFiles(rest, media);
      await requireOriginals(databaseUrl, media, mediaBackup);
    } else if (photos && (await hasPhotos(`sqlite:${to}`))) {
      throw new CommandError(`the photos are missing: ${setMediaLocation}`);
    }
  } catch (error) {
    // Otherwise backups without all photos would fill the disk.
    const obstacle = await removeOlder();
    if (obstacle !== undefined) await record(undefined, obstacle);
    throw typeof obstacle === 'string' ? new CommandError(`${messageOf(error)}; ${obstacle}`) : error;
  } finally {
    const { animals, bytes: sizeBytes } = contents;
    const found = copied && { total: copied.photos, copied: copied.copied, missing: copied.missing.count };
    const inMedia = found && { location: mediaBackup.location, ...found };
    if (json) printJson({ file: published, animals, sizeBytes, durationMs, photos: inMedia });
  }
  const obstacle = await removeOlder();
  await record(began, obstacle);
  if (typeof obstacle === 'string') throw new CommandError(obstacle);
}

const { variable } = settings.mediaLocation;
export const setMediaLocation = `set ${variable} to their place, or use --no-photos`;

/** @throws CommandError when files are missing in the storage of the service */
function requireFiles(copied: PhotoCopy, media: PhotoStore): void {
  if (copied.missing.count === 0) return;
  const advice = areAllMissing(copied) ? `; if they are elsewhere, set ${variable} to what the service has` : '';
  throw new CommandError(describeMissing(copied.missing, media) + advice);
}

/** @throws CommandError when the service has lost files that the backup has */
async function requireOriginals(databaseUrl: string, media: PhotoStore, mediaBackup: PhotoStore): Promise<void> {
  const lost = await findLostMedia(databaseUrl, media, mediaBackup);
  if (lost.count === 0) return;
  throw new CommandError(
    `the backup has all photos, but ${describeMissing(lost, media)}; copy them back from ${mediaBackup.location}, or set ` +
      `${variable} to what the service has`,
  );
}

async function backUpServer(databaseUrl: string, to: string): Promise<Contents> {
  await using source = await openSnapshot(databaseUrl);
  const run = { copy: newRun(databaseName(databaseUrl)), targetUrl: to };
  const databaseId = await findSetting(source.reader, databaseIdSetting);
  return await fillBackup(to, async (target) => {
    await copyAll({ source, target, ...run });
    // A copy has none: it is another database. A backup of this one has to be known.
    if (databaseId !== undefined) await target.write(insertIfAbsent, { name: databaseIdSetting, proposal: databaseId });
  });
}

/** @throws CommandError when the copy differs */
export async function copyAll(job: CopyJob): Promise<void> {
  const { comparisons } = await runCopy(job);
  const different = differing(comparisons);
  if (different.length > 0) throw new CommandError(`the copy differs from its source in ${different.join(', ')}`);
}

export function sayMedia(photos: PhotoCopy | undefined, to: PhotoStore): void {
  const line = photos && describeMedia(photos, to);
  if (line !== undefined) process.stdout.write(`${line}\n`);
}
