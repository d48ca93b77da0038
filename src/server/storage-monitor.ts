import { probeWrite } from '../catalogue/database/settings-rules.ts';
import type { Config } from '../config/config.ts';
import { seriesOf } from '../http/response/metric-table.ts';
import { describeError, type Log } from '../lib/log.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import type { StoreOptions } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';

const defaultIntervalMs = 500;

/** How many causes of one outage are logged: their texts may have numbers of ports or of processes. */
const maxCauses = 20;

export interface StorageMonitorOptions {
  store: Pick<Store, 'checkReads' | 'checkWrites' | 'write'>;
  log: Log;
  /** How many requests were refused so far because of the storage. */
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

/** What the storage can be used for, as far as this process knows. */
export interface StorageMonitor extends PeriodicJob {
  readonly isReadable: boolean;
  readonly isWritable: boolean;
  /** Both as metrics. */
  measure(): Record<string, number>;
}

/**
 * Watches whether the storage can be read and written, and logs when that or its cause changes. After a failed write it
 * writes something itself at intervals: while /readyz fails, no client may send a write that would show that writes work
 * again.
 */
export function startStorageMonitor({
  store,
  log,
  countRefused,
  intervalMs = defaultIntervalMs,
}: StorageMonitorOptions): StorageMonitor {
  const reads = new Availability('reads', log, countRefused);
  const writes = new Availability('writes', log, countRefused);
  const run = async (signal: AbortSignal) => {
    await reads.observe(() => store.checkReads());
    await writes.observe(() => store.checkWrites());
    if (signal.aborted || writes.isAvailable) return;
    await store.write(probeWrite, null).catch(() => undefined);
    if (!signal.aborted) await writes.observe(() => store.checkWrites());
  };
  const job = startPeriodicJob(run, { intervalMs, log, failure: 'could not check the storage' });
  return {
    get isReadable() {
      return reads.isAvailable;
    },
    get isWritable() {
      return writes.isAvailable;
    },
    measure: () => ({
      [seriesOf('petstore_storage_available', { for: 'reads' })]: Number(reads.isAvailable),
      [seriesOf('petstore_storage_available', { for: 'writes' })]: Number(writes.isAvailable),
    }),
    stop: () => job.stop(),
  };
}

/** Whether the storage can be used for one purpose, and since when it cannot. */
class Availability {
  readonly #purpose: 'reads' | 'writes';
  readonly #log: Log;
  readonly #countRefused: () => number;
  /** The requests that were refused before the last check that has succeeded. */
  #refusedBefore = 0;
  #awaySince: number | undefined;
  /** Those of this outage that were logged. */
  readonly #causes = new Set<string>();

  constructor(purpose: 'reads' | 'writes', log: Log, countRefused: () => number) {
    this.#purpose = purpose;
    this.#log = log;
    this.#countRefused = countRefused;
  }

  get isAvailable(): boolean {
    return this.#awaySince === undefined;
  }

  async observe(check: () => MaybePromise<void>): Promise<void> {
    try {
      await check();
      this.#end();
    } catch (error) {
      this.#begin(error);
    }
  }

  #begin(error: unknown): void {
    const still = this.#awaySince === undefined ? '' : 'still ';
    this.#awaySince ??= performance.now();
    const cause = describeError(error instanceof Error ? (error.cause ?? error) : error);
    if (this.#causes.has(cause) || this.#causes.size >= maxCauses) return;
    this.#causes.add(cause);
    this.#log.error(`the storage is ${still}not available for ${this.#purpose}`, { cause });
  }

  #end(): void {
    const refused = this.#countRefused();
    if (this.#awaySince !== undefined) {
      this.#log.info(`the storage is available for ${this.#purpose} again`, {
        awaySeconds: Math.round((performance.now() - this.#awaySince) / 100) / 10,
        refusedRequests: refused - this.#refusedBefore,
      });
    }
    this.#awaySince = undefined;
    this.#causes.clear();
    this.#refusedBefore = refused;
  }
}
