import type { FailureKind } from './failures.ts';

const maxDuplicates = 10;
const maxConflictMs = 10_000;
const firstBackoffMs = 2;
const maxBackoffMs = 200;

/**
 * When to repeat work that has failed and was rolled back. Who loses a conflict has lost it to work that was committed, however
 * often: writes that waited for one row win before one that takes turns. So only the time is limited. A duplicate can be the
 * fault of the work, so the number of repetitions is limited, too. A lost connection hardly ever is: the work is repeated for as long as a request may wait for a
 * connection, because a server that is being restarted can end many connections in a fraction of that time.
 */
export class RetryPolicy {
  readonly #waitMs: number;
  #conflicts = 0;
  #duplicates = 0;
  #conflictsSince: number | undefined;
  #losses = 0;
  #lossesSince: number | undefined;

  /** `waitMs` is how long work is repeated after its first lost connection; it is repeated once in any case. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** How long to wait before the work is repeated, or `undefined` if it has failed for good. */
  delayMs(kind: FailureKind, now: number): number | undefined {
    switch (kind) {
      case 'duplicate':
        return ++this.#duplicates < maxDuplicates ? this.#delayAfterConflict(now) : undefined;
      case 'conflict':
        return this.#delayAfterConflict(now);
      case 'lost':
      case 'moved':
        return this.#delayAfterLoss(now);
      default:
        return undefined;
    }
  }

  #delayAfterConflict(now: number): number | undefined {
    this.#conflicts++;
    this.#conflictsSince ??= now;
    return now - this.#conflictsSince < maxConflictMs ? backoffMs(this.#conflicts) : undefined;
  }

  #delayAfterLoss(now: number): number | undefined {
    this.#losses++;
    this.#lossesSince ??= now;
    if (this.#losses === 1) return 0;
    const remainingMs = this.#lossesSince + this.#waitMs - now;
    return remainingMs > 0 ? Math.min(remainingMs, backoffMs(this.#losses)) : undefined;
  }
}

function backoffMs(failures: number): number {
  return Math.random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** failures);
}
