import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { readOldestWriter, whyOutdated } from './schema.ts';
import type { DatabaseFile, Store } from './store.ts';

/** The parts of the service that background jobs use. */
export interface JobContext {
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
}

const mebibyte = 2 ** 20;

export interface FileMaintenanceOptions {
  file: DatabaseFile;
  log: Log;
  intervalMs?: number;
  /** A write-ahead log above this size is moved to the database; SQLite usually does so by itself before. */
  checkpointBytes?: number;
  /** A write-ahead log above this size is reported. */
  warningBytes?: number;
  /** Free space that is kept for new data. It is at least a twentieth of the data. */
  keptBytes?: number;
}

/** Between steps that give space back, for other writes. */
const shrinkPauseMs = 40;

/** Keeps the write-ahead log and the file of a SQLite database small, and reports when that is impossible. */
export function startFileMaintenance({
  file,
  log,
  intervalMs = 10_000,
  checkpointBytes = 16 * mebibyte,
  warningBytes = 256 * mebibyte,
  keptBytes = 4 * mebibyte,
}: FileMaintenanceOptions): PeriodicJob {
  let hasFailed = false;
  let isLarge = false;

  async function checkpoint(): Promise<void> {
    try {
      if (file.measure().walBytes > checkpointBytes) await file.checkpoint();
      if (hasFailed) log.info('checkpoints of the database succeed again');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) {
        const consequence = 'the write-ahead log grows until they succeed; check the disk';
        log.error('a checkpoint of the database failed', { consequence, cause: describeError(error) });
      }
      hasFailed = true;
    }
    const mebibytes = Math.round(file.measure().walBytes / mebibyte);
    const wasLarge = isLarge;
    isLarge = mebibytes * mebibyte > warningBytes;
    if (isLarge && !wasLarge) {
      const reason = hasFailed ? 'checkpoints fail' : 'another program may hold an old snapshot open, such as sqlite3';
      log.warn('the write-ahead log is large', { mebibytes, reason });
    }
    if (!isLarge && wasLarge) log.info('the write-ahead log is small again', { mebibytes });
  }

  /** Gives back what is above twice the space to be kept, so that it does not shrink and grow all the time. */
  async function shrink(signal: AbortSignal): Promise<void> {
    const { sizeBytes, freeBytes } = file.measure();
    const kept = Math.max(keptBytes, (sizeBytes - freeBytes) / 20);
    if (freeBytes < 2 * kept) return;
    while (!signal.aborted && (await file.shrink(kept))) await Bun.sleep(shrinkPauseMs);
  }

  const run = async (signal: AbortSignal) => {
    await checkpoint();
    await shrink(signal);
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not maintain the database file' });
}

const writerCheckIntervalMs = 1_000;

/** Stops the jobs that write when a newer release has ended the writes of this one, which lasts. */
export function startWriterCheck(
  store: Pick<Store, 'reader'>,
  log: Log,
  stopJobs: () => Promise<void>,
  intervalMs = writerCheckIntervalMs,
): PeriodicJob {
  let isOutdated = false;
  const run = async () => {
    if (isOutdated) return;
    const reason = whyOutdated(await store.reader.query(readOldestWriter, []));
    if (reason === undefined) return;
    isOutdated = true;
    log.error('stopped writing', { reason });
    await stopJobs();
  };
  return startPeriodicJob(run, { intervalMs, log, failure: 'could not check whether this release may write' });
}
