import type { Config } from '../config/config.ts';
import { seriesOf } from '../http/response/metric-table.ts';
import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { probeWrite } from '../record/settings/stored-rules.ts';
import type { StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

const defaultIntervalMs = 500;

/** How many causes of one outage are logged: their texts may have numbers of ports or of processes. */
const maxCauses = 20;

export interface StorageMonitorOptions {
  store: Pick<Store, 'checkReads' | 'checkWrites' | 'write'>;
  log: Log;
  countRefused: () => number;
  intervalMs?: number;
}

/** How every process opens the storage. */
export function storeOptions(config: Config, log: Log): StoreOptions {
  return {
    connections: config.databaseConnections,
    readUrl: config.readDatabaseUrl,
    urlFile: config.databaseUrlFile,
    readUrlFile: config.readDatabaseUrlFile,
    waitMs: config.databaseWaitSeconds * 1_000,
    onReadsMoved: (server, cause) =>
      log.warn('reads go to another server', { server, ...(cause && { cause: describeError(cause) }) }),
  };
}

export interface StorageMonitor extends PeriodicJob {
  /** Whether the storage can be read and written, as far as this process knows. */
  measure(): Record<string, number>;
}

/**
 * Watches whether the storage can be read and written, and logs when that or its cause changes. While writes are not available
 * it writes something itself at intervals: while /readyz fails, no client may send a write that would show that writes work
 * again.
 */
export function startStorageMonitor({
  store,
  log,
  countRefused,
  intervalMs = defaultIntervalMs,
}: StorageMonitorOptions): StorageMonitor {
  const reads = createAvailability('reads', log, countRefused);
  const writes = createAvailability('writes', log, countRefused);
  const run = async (signal: AbortSignal) => {
    await reads.observe(() => store.checkReads());
    await writes.observe(() => store.checkWrites());
    if (signal.aborted || writes.isAvailable()) return;
    await store.write(probeWrite, null).catch(() => undefined);
    if (!signal.aborted) await writes.observe(() => store.checkWrites());
  };
  const job = startPeriodicJob(run, { intervalMs, log, failure: 'could not check the storage' });
  return {
    measure: () => ({
      [seriesOf('petstore_storage_available', { for: 'reads' })]: Number(reads.isAvailable()),
      [seriesOf('petstore_storage_available', { for: 'writes' })]: Number(writes.isAvailable()),
    }),
    stop: () => job.stop(),
  };
}

/** Whether the storage can be used for one purpose, and since when it cannot. */
function createAvailability(purpose: 'reads' | 'writes', log: Log, countRefused: () => number) {
  /** The requests that were refused before the last check that has succeeded. */
  let refusedBefore = 0;
  let awaySince: number | undefined;
  /** Those of this outage that were logged. */
  const causes = new Set<string>();

  const begin = (error: unknown) => {
    const still = awaySince === undefined ? '' : 'still ';
    awaySince ??= performance.now();
    const cause = describeError(error instanceof Error ? (error.cause ?? error) : error);
    if (causes.has(cause) || causes.size >= maxCauses) return;
    causes.add(cause);
    log.error(`the storage is ${still}not available for ${purpose}`, { cause });
  };
  const end = () => {
    const refused = countRefused();
    if (awaySince !== undefined) {
      const awaySeconds = Math.round((performance.now() - awaySince) / 100) / 10;
      log.info(`the storage is available for ${purpose} again`, {
        awaySeconds,
        refusedRequests: refused - refusedBefore,
      });
    }
    awaySince = undefined;
    causes.clear();
    refusedBefore = refused;
  };
  return {
    isAvailable: () => awaySince === undefined,
    observe: async (check: () => Promise<void>) => {
      try {
        await check();
        end();
      } catch (error) {
        begin(error);
      }
    },
  };
}
