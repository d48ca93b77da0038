import { recordKeyUses } from '../domain/keys.ts';
import type { DeprecatedUse } from '../store/keys.ts';
import type { Store } from '../store/store.ts';

/** Gathers when each key was last used and who still calls deprecated operations, and stores it from time to time. */
export class KeyUses {
  readonly #store: Store;
  readonly #lastUsed = new Map<bigint, number>();
  readonly #deprecated = new Map<string, DeprecatedUse>();

  constructor(store: Store) {
    this.#store = store;
  }

  note(keyId: bigint, now: number): void {
    this.#lastUsed.set(keyId, now);
  }

  noteDeprecated(keyId: bigint, operation: string, now: number): void {
    const name = `${keyId} ${operation}`;
    const use = this.#deprecated.get(name);
    if (use === undefined) {
      this.#deprecated.set(name, { keyId, operation, uses: 1n, lastUsedAt: BigInt(now) });
    } else {
      use.uses += 1n;
      use.lastUsedAt = BigInt(now);
    }
  }

  /** Writes down what was gathered since the last time. What cannot be written is kept for the next time. */
  async store(): Promise<void> {
    if (this.#lastUsed.size === 0) return;
    const lastUsed = [...this.#lastUsed].map(([keyId, at]) => ({ keyId, at: BigInt(at) }));
    const deprecated = [...this.#deprecated.values()];
    this.#lastUsed.clear();
    this.#deprecated.clear();
    try {
      await this.#store.write(recordKeyUses, { lastUsed, deprecated });
    } catch (error) {
      this.#putBack(lastUsed, deprecated);
      throw error;
    }
  }

  #putBack(lastUsed: readonly { keyId: bigint; at: bigint }[], deprecated: readonly DeprecatedUse[]): void {
    for (const { keyId, at } of lastUsed) {
      this.#lastUsed.set(keyId, Math.max(Number(at), this.#lastUsed.get(keyId) ?? 0));
    }
    for (const use of deprecated) {
      const name = `${use.keyId} ${use.operation}`;
      const later = this.#deprecated.get(name);
      if (later === undefined) this.#deprecated.set(name, use);
      else later.uses += use.uses;
    }
  }
}
