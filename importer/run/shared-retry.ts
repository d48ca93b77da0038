import { isTransient, retryDelayMs, wait } from '../../client/transport/retry.ts';

/** What the server is given to recover before the first repetition, in milliseconds. */
const recoveryMs = 100;

/**
 * Repeats calls as long as they fail with transient errors. Meanwhile only one of them is sent again and the others wait,
 * so that a server that is overloaded or down gets one request at a time.
 */
export class SharedRetry {
  readonly #signal: AbortSignal;
  /** Resolves when calls succeed again. */
  #recovered: Promise<void> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether calls are waiting for the server. */
  get isWaiting(): boolean {
    return this.#recovered !== undefined;
  }

  /** @throws any error of the call that is not transient, and the reason of the signal */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    for (;;) {
      await this.#recovered;
      this.#signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (!isTransient(error)) throw error;
        if (this.#recovered === undefined) return await this.#repeat(call);
      }
    }
  }

  async #repeat<Result>(call: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#recovered = promise;
    try {
      for (let attempt = 0; ; attempt += 1) {
        await wait(retryDelayMs(attempt, recoveryMs, Math.random()), this.#signal);
        try {
          return await call();
        } catch (error) {
          if (!isTransient(error)) throw error;
        }
      }
    } finally {
      this.#recovered = undefined;
      resolve();
    }
  }
}
