import { describeError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import type { Store } from '../../store/store.ts';
import { type KeyUseReport, recordKeyUses } from './rules.ts';

interface KeyUse {
  /** Epoch milliseconds. */
  lastUsedAt: number;
  /** Calls since the last report, by operation. */
  deprecatedCalls: Map<string, number>;
}

/** Collects in memory when each key was last used and which deprecated operations it calls, to be stored in batches. */
export function createKeyUses(store: Store) {
  let uses = new Map<bigint, KeyUse>();

  /** `deprecatedOperation` is the id of the called operation, if that is deprecated; `calls` tells how often it was called. */
  function record(keyId: bigint, now: number, deprecatedOperation?: string, calls = 1): void {
    let use = uses.get(keyId);
    if (use === undefined) {
      use = { lastUsedAt: now, deprecatedCalls: new Map() };
      uses.set(keyId, use);
    }
    use.lastUsedAt = now;
    if (deprecatedOperation === undefined) return;
    use.deprecatedCalls.set(deprecatedOperation, calls + (use.deprecatedCalls.get(deprecatedOperation) ?? 0));
  }

  return {
    record,
    /** Stores everything recorded since the last call. After a failure it is kept for the next call. */
    async store(): Promise<void> {
      if (uses.size === 0) return;
      const sent = uses;
      uses = new Map();
      try {
        await store.write(recordKeyUses, [...sent].map(toReport));
      } catch (error) {
        for (const [keyId, { lastUsedAt, deprecatedCalls }] of sent) {
          const latest = Math.max(lastUsedAt, uses.get(keyId)?.lastUsedAt ?? 0);
          record(keyId, latest);
          for (const [operation, calls] of deprecatedCalls) record(keyId, latest, operation, calls);
        }
        throw error;
      }
    },
  };
}

function toReport([keyId, { lastUsedAt, deprecatedCalls }]: readonly [bigint, KeyUse]): KeyUseReport {
  const deprecated = [...deprecatedCalls].map(([operation, calls]) => ({ operation, calls: BigInt(calls) }));
  return { keyId, lastUsedAt: BigInt(lastUsedAt), deprecated };
}

const keyUsesIntervalMs = 10_000;

const keyUseFailure = 'could not store the use of keys';

/** Stores at intervals, and once more when stopped, how keys were used in this process. */
export function startKeyUseFlush(
  app: { storeKeyUses(): Promise<void> },
  log: Log,
  intervalMs = keyUsesIntervalMs,
): PeriodicJob {
  const flushing = startPeriodicJob(() => app.storeKeyUses(), { intervalMs, log, failure: keyUseFailure });
  return {
    async stop() {
      await flushing.stop();
      await app.storeKeyUses().catch((error) => log.error(keyUseFailure, { cause: describeError(error) }));
    },
  };
}
