import { type Log, traceError } from '../../lib/log.ts';
import type { ServiceError } from '../../model/errors.ts';

/**
 * Logs requests that cannot be served (503): for each cause the first one at once, and then a line a second with the count
 * of those since. Under overload a line for each request would be a load of its own.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #intervalMs: number;
  /** By message: how many were not logged yet. */
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
    this.#later(message);
  }

  #later(message: string): void {
    const timer = setTimeout(() => this.#tell(message), this.#intervalMs);
    timer.unref();
  }

  #tell(message: string): void {
    const known = this.#counts.get(message);
    this.#counts.delete(message);
    if (known === undefined || known.count === 0) return;
    this.#log[known.level](message, { count: known.count });
    this.#counts.set(message, { level: known.level, count: 0 });
    this.#later(message);
  }
}
