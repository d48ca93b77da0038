import { type KeyUseReport, recordKeyUses } from '../../catalogue/keys/rules.ts';
import type { Store } from '../../store/store.ts';

interface KeyUse {
  /** Epoch milliseconds. */
  lastUsedAt: number;
  /** Calls since the last report, by operation. */
  deprecatedCalls: Map<string, number>;
}

/** Collects in memory when each key was last used and which deprecated operations it calls, to be stored in batches. */
export class KeyUses {
  readonly #store: Store;
  #uses = new Map<bigint, KeyUse>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** `deprecatedOperation` is the id of the called operation, if that is deprecated. */
  record(keyId: bigint, now: number, deprecatedOperation?: string): void {
    let use = this.#uses.get(keyId);
    if (use === undefined) {
      use = { lastUsedAt: now, deprecatedCalls: new Map() };
      this.#uses.set(keyId, use);
    }
    use.lastUsedAt = now;
    if (deprecatedOperation === undefined) return;
    use.deprecatedCalls.set(deprecatedOperation, (use.deprecatedCalls.get(deprecatedOperation) ?? 0) + 1);
  }

  /** Stores everything recorded since the last call. After a failure it is kept for the next call. */
  async store(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#store.write(recordKeyUses, [...uses].map(toReport));
    } catch (error) {
      this.#putBack(uses);
      throw error;
    }
  }

  #putBack(uses: ReadonlyMap<bigint, KeyUse>): void {
    for (const [keyId, { lastUsedAt, deprecatedCalls }] of uses) {
      const later = this.#uses.get(keyId);
      this.record(keyId, Math.max(lastUsedAt, later?.lastUsedAt ?? 0));
      const counts = this.#uses.get(keyId)?.deprecatedCalls;
      for (const [operation, calls] of deprecatedCalls) counts?.set(operation, calls + (counts.get(operation) ?? 0));
    }
  }
}

function toReport([keyId, { lastUsedAt, deprecatedCalls }]: readonly [bigint, KeyUse]): KeyUseReport {
  const deprecated = [...deprecatedCalls].map(([operation, calls]) => ({ operation, calls: BigInt(calls) }));
  return { keyId, lastUsedAt: BigInt(lastUsedAt), deprecated };
}
