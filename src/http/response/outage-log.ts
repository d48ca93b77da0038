import { type Log, traceError } from '../../lib/log.ts';
import type { ServiceError } from '../../model/errors.ts';

/**
 * Logs requests that failed with 503: the first one of each cause at once, then one line per second with the count since.
 * Under overload a line per request would add to the load.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #intervalMs: number;
  /** By message: how many have not been logged yet. */
  readonly #counts = new Map<string, { level: 'warn' | 'error'; count: number }>();

  constructor(log: Log, intervalMs = 1_000) {
    this.#log = log;
    this.#intervalMs = intervalMs;
  }

  record(error: ServiceError, requestId: string): void {
    const { code, message, cause } = error;
    const known = this.#counts.get(message);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const level = code === 'overloaded' ? 'warn' : 'error';
    this.#log[level](message, { requestId, cause: cause === undefined ? undefined : traceError(cause) });
    this.#counts.set(message, { level, count: 0 });
    this.#schedule(message);
  }

  #schedule(message: string): void {
    const timer = setTimeout(() => this.#logCount(message), this.#intervalMs);
    timer.unref();
  }

  #logCount(message: string): void {
    const known = this.#counts.get(message);
    this.#counts.delete(message);
    if (known === undefined || known.count === 0) return;
    this.#log[known.level](message, { count: known.count });
    this.#counts.set(message, { level: known.level, count: 0 });
    this.#schedule(message);
  }
}
