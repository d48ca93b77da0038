import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { isPassing, retryDelayMs, wait } from '../../client/retry.ts';

/**
 * Repeats calls for as long as they meet failures of the moment. While one of them does, it alone tries again, and the
 * others wait: a server that is busy or away is not asked by all of them.
 */
export class Patience {
  readonly #signal: AbortSignal;
  /** Resolves when calls succeed again. */
  #passed: Promise<void> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether calls have to wait at this moment. */
  get isTried(): boolean {
    return this.#passed !== undefined;
  }

  /** @throws what the call throws if that does not pass by itself, and the reason of the signal */
  async run(call: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.#passed;
      this.#signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (!isOfTheMoment(error)) throw error;
        if (this.#passed === undefined) return await this.#tryAlone(call);
      }
    }
  }

  async #tryAlone(call: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#passed = promise;
    try {
      for (let attempt = 0; ; attempt += 1) {
        await wait(retryDelayMs(attempt, 100, Math.random()), this.#signal);
        try {
          return await call();
        } catch (error) {
          if (!isOfTheMoment(error)) throw error;
        }
      }
    } finally {
      this.#passed = undefined;
      resolve();
    }
  }
}

function isOfTheMoment(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof PetstoreError && isPassing(error.status, error.code));
}
