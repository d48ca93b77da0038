import { forgetMedia } from '../animals/photos/rules.ts';
import { findMediaKeys, findRemovedMedia } from '../animals/photos/sql.ts';
import { restoredAt } from '../catalogue/history-rules.ts';
import type { Config, MediaConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { sqlitePath } from '../lib/database-url.ts';
import { describeError, StartError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { dayMs, hourMs } from '../lib/timestamp.ts';
import { BucketStore } from '../media/bucket-store.ts';
import { FolderStore } from '../media/folder-store.ts';
import { isMediaKey, type MediaKeys } from '../media/media-key.ts';
import { type MediaStore, ownerFile } from '../media/media-store.ts';

import { findSetting } from '../store/settings.ts';
import type { Common } from './api.ts';

/** Opens the storage of photos; `undefined` where they are disabled. */
export function openMediaStore(config: MediaConfig | undefined): MediaStore | undefined {
  if (config === undefined) return undefined;
  return config.kind === 'folder' ? new FolderStore(config.path) : new BucketStore(config);
}

/** Makes the storage of photos ready. @throws StartError when files cannot be stored there, or belong to another database */
export async function prepareMediaStore(
  files: MediaStore,
  databaseId: string,
  { media, databaseUrl }: Config,
  log: Log,
): Promise<void> {
  await files.check();
  await takeMediaStore(files, databaseId);
  if (media?.kind === 'folder' && sqlitePath(databaseUrl) === undefined) {
    const advice = 'all nodes of this database must share it, or use a bucket';
    log.warn(`photos are stored in a folder; ${advice}`, { folder: media.path });
  }
}

/** A database and its restored backup would each remove photos of the other. @throws StartError */
async function takeMediaStore(files: MediaStore, databaseId: string): Promise<void> {
  try {
    if ((await files.readOwner()) === undefined) await files.writeOwner(databaseId);
    // Of two databases that take a place at the same time, one finds the other here.
    if ((await files.readOwner()) === databaseId) return;
  } catch (cause) {
    throw new StartError(`cannot read and write ${ownerFile} in ${files.location}: ${describeError(cause)}`, { cause });
  }
  throw new StartError(describeForeignMedia(files));
}

/** What the operator can do about photos of another database. */
export function describeForeignMedia({ location }: MediaStore, setting = settings.mediaLocation.variable): string {
  return (
    `the photos in ${location} belong to another database, and each would remove photos of the other; set ` +
    `${setting} to another place, or delete ${ownerFile} there if that database is no longer used`
  );
}

export interface MediaJobOptions extends Pick<Common, 'store' | 'log' | 'clock'> {
  files: MediaStore;
  keys: MediaKeys;
}

const removalIntervalMs = 1_000;
/** An upload is stored long before. */
const minAgeMs = hourMs;
/** How long files from before a restore are kept: the replaced database, which may still be needed, has photos in them. */
const keptAfterRestoreMs = 30 * dayMs;
const batchSize = 100;

/** Removes the files of removed photos, and collects those that a crash has left without a row. */
export function startMediaJobs(options: MediaJobOptions): PeriodicJob {
  const { log } = options;
  const removal = startPeriodicJob((signal) => removeFiles(options, signal), {
    intervalMs: removalIntervalMs,
    log,
    failure: 'could not remove the files of removed photos',
  });
  const collection = startPeriodicJob((signal) => collectFiles(options, signal), {
    intervalMs: hourMs,
    log,
    failure: 'could not collect files without a photo',
    startsAtOnce: true,
  });
  return {
    async stop() {
      await Promise.all([removal.stop(), collection.stop()]);
    },
  };
}

/** Any number of nodes may run it at the same time. */
export async function removeFiles({ store, files, log }: MediaJobOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    const mediaKeys = await findRemovedMedia(store.reader, BigInt(batchSize));
    if (mediaKeys.length === 0 || signal.aborted) return;
    for (const mediaKey of mediaKeys) {
      if (!isMediaKey(mediaKey))
        log.warn('forgot a removed photo that has no files: its name is not ours', { mediaKey });
      await files.delete(mediaKey);
    }
    await store.write(forgetMedia, { mediaKeys });
  }
}

/**
 * Removes files without a row that are older than an hour. Only names that this installation has issued: the folder or the
 * bucket may have other files. Those from before a restore are kept for a while.
 */
export async function collectFiles(options: MediaJobOptions, signal: AbortSignal): Promise<void> {
  const { store, files, keys, clock } = options;
  const until = clock() - minAgeMs;
  const restored = Number((await findSetting(store.reader, restoredAt)) ?? 0);
  const from = clock() < restored + keptAfterRestoreMs ? restored : 0;
  let old: string[] = [];
  for await (const { mediaKey, storedAt } of files.list()) {
    if (signal.aborted) return;
    if (storedAt >= from && storedAt < until && keys.isIssued(mediaKey)) old.push(mediaKey);
    if (old.length < batchSize) continue;
    await removeUnused(options, old);
    old = [];
  }
  await removeUnused(options, old);
}

async function removeUnused({ store, files, log }: MediaJobOptions, mediaKeys: readonly string[]): Promise<void> {
  const used = await findMediaKeys(store.reader, mediaKeys);
  const unused = mediaKeys.filter((mediaKey) => !used.has(mediaKey));
  for (const mediaKey of unused) await files.delete(mediaKey);
  if (unused.length > 0) log.info('removed files without a photo', { photos: unused.length });
}
