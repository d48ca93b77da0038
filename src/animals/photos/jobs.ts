import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import { dayMs, hourMs } from '../../lib/timestamp.ts';
import { isPhotoKey, type PhotoKeys } from '../../photo-files/photo-key.ts';
import type { PhotoStore } from '../../photo-files/photo-store.ts';
import { restoredAt } from '../../record/settings/stored-rules.ts';
import type { JobContext } from '../../store/jobs.ts';
import { findSetting } from '../../store/settings.ts';
import { forgetMedia } from './rules.ts';
import { findMediaKeys, findRemovedMedia } from './sql.ts';

export interface PhotoJobOptions extends JobContext {
  files: PhotoStore;
  keys: PhotoKeys;
}

const removalIntervalMs = 1_000;
/** An upload is stored long before. */
const minAgeMs = hourMs;
/** How long files from before a restore are kept: the replaced database, which may still be needed, has photos in them. */
const keptAfterRestoreMs = 30 * dayMs;
const batchSize = 100;

/** Removes the files of removed photos, and collects those that a crash has left without a row. */
export function startPhotoRemoval(options: PhotoJobOptions): PeriodicJob {
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
export async function removeFiles({ store, files, log }: PhotoJobOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    const mediaKeys = await findRemovedMedia(store.reader, BigInt(batchSize));
    if (mediaKeys.length === 0 || signal.aborted) return;
    for (const mediaKey of mediaKeys) {
      if (!isPhotoKey(mediaKey))
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
export async function collectFiles(options: PhotoJobOptions, signal: AbortSignal): Promise<void> {
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

async function removeUnused({ store, files, log }: PhotoJobOptions, mediaKeys: readonly string[]): Promise<void> {
  const used = await findMediaKeys(store.reader, mediaKeys);
  const unused = mediaKeys.filter((mediaKey) => !used.has(mediaKey));
  for (const mediaKey of unused) await files.delete(mediaKey);
  if (unused.length > 0) log.info('removed files without a photo', { photos: unused.length });
}
