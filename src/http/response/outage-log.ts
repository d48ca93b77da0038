import type { ServiceError } from '../../api/errors.ts';
import { describeError, type Log, type LogFields, traceError } from '../../lib/log.ts';

const defaultIntervalMs = 10_000;

/** Beyond it the causes of a message count together: their texts may have numbers of ports or of processes. */
const maxCauses = 50;
const otherCauses = 'other causes';

/** The requests of one message and cause. */
interface Repeated {
  level: 'warn' | 'error';
  message: string;
  cause: string | undefined;
  /** How many have not been logged yet. */
  count: number;
}

/**
 * Logs requests that failed with 503: the first one of each cause at once, then their number at intervals. Under overload
 * a line per request would add to the load, and fill the disk. On the level `debug` there is a line for each.
 */
export class OutageLog {
  readonly #log: Log;
  readonly #intervalMs: number;
  /** By message and cause. */
  readonly #repeated = new Map<string, Repeated>();
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
    const own = `${message}\n${cause}`;
    const key = this.#repeated.has(own) || this.#repeated.size < maxCauses ? own : `${message}\n${otherCauses}`;
    const known = this.#repeated.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const level = code === 'overloaded' ? 'warn' : 'error';
    this.#log[level](message, { ...request, cause });
    this.#repeated.set(key, { level, message, cause: key === own ? cause : otherCauses, count: 0 });
    this.#schedule(key);
  }

  #schedule(key: string): void {
    const timer = setTimeout(() => this.#logCount(key), this.#intervalMs);
    timer.unref();
  }

  #logCount(key: string): void {
    const known = this.#repeated.get(key);
    if (known === undefined || known.count === 0) {
      this.#repeated.delete(key);
      return;
    }
    const { level, message, cause, count } = known;
    this.#log[level](message, { cause, count });
    known.count = 0;
    this.#schedule(key);
  }
}
