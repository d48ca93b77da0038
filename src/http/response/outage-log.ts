import { describeError, type Log, type LogFields, traceError } from '../../lib/log.ts';
import type { ServiceError } from '../../model/errors.ts';

const defaultIntervalMs = 10_000;

/**
 * Logs requests that failed with 503: the first one of each cause at once, then their number at intervals. Under overload
 * a line per request would add to the load, and fill the disk. On the level `debug` there is a line for each.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #intervalMs: number;
  /** By message: how many have not been logged yet. */
  readonly #counts = new Map<string, { level: 'warn' | 'error'; count: number }>();
  #total = 0;

  constructor(log: Log, intervalMs = defaultIntervalMs) {
    this.#log = log;
    this.#intervalMs = intervalMs;
  }

  /** How many requests have failed so far. */
  get total(): number {
    return this.#total;
  }

  /** `request` are the fields that identify the request. */
  record(error: ServiceError, request: LogFields): void {
    const { code, message } = error;
    const cause = error.cause === undefined ? undefined : describeError(error.cause);
    this.#total += 1;
    this.#log.debug('refused a request', { ...request, message, cause: cause && traceError(error.cause) });
    const known = this.#counts.get(message);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const level = code === 'overloaded' ? 'warn' : 'error';
    this.#log[level](message, { ...request, cause });
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
