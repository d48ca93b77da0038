import { type KeyUseReport, recordKeyUses } from '../../catalogue/keys/rules.ts';
import type { Store } from '../../store/store.ts';

interface KeyUse {
  /** Epoch milliseconds. */
  lastUsedAt: number;
  /** Calls since the last report, by operation. */
  deprecatedCalls: Map<string, number>;
}

/** Collects in memory when each key was last used and which deprecated operations it calls, to be stored in batches. */
export type KeyUses = ReturnType<typeof createKeyUses>;

export function createKeyUses(store: Store) {
  let uses = new Map<bigint, KeyUse>();

  function findOrAdd(keyId: bigint, now: number): KeyUse {
    const known = uses.get(keyId);
    if (known !== undefined) return known;
    const added = { lastUsedAt: now, deprecatedCalls: new Map<string, number>() };
    uses.set(keyId, added);
    return added;
  }

  function addCalls({ deprecatedCalls }: KeyUse, operation: string, calls: number): void {
    deprecatedCalls.set(operation, calls + (deprecatedCalls.get(operation) ?? 0));
  }

  return {
    /** `deprecatedOperation` is the id of the called operation, if that is deprecated. */
    record(keyId: bigint, now: number, deprecatedOperation?: string): void {
      const use = findOrAdd(keyId, now);
      use.lastUsedAt = now;
      if (deprecatedOperation !== undefined) addCalls(use, deprecatedOperation, 1);
    },
    /** Stores everything recorded since the last call. After a failure it is kept for the next call. */
    async store(): Promise<void> {
      if (uses.size === 0) return;
      const sent = uses;
      uses = new Map();
      try {
        await store.write(recordKeyUses, [...sent].map(toReport));
      } catch (error) {
        for (const [keyId, { lastUsedAt, deprecatedCalls }] of sent) {
          const use = findOrAdd(keyId, lastUsedAt);
          use.lastUsedAt = Math.max(use.lastUsedAt, lastUsedAt);
          for (const [operation, calls] of deprecatedCalls) addCalls(use, operation, calls);
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
