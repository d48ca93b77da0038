import type { ServiceError } from '../../errors/service-error.ts';
import { describeError, traceError } from '../../lib/errors.ts';
import type { Log, LogFields } from '../../lib/log.ts';

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
export function createOutageLog(log: Log, intervalMs = 10_000) {
  /** By message and cause. */
  const repeated = new Map<string, Repeated>();

  function logCount(key: string, known: Repeated): void {
    const { level, message, cause, count } = known;
    if (count === 0) return void repeated.delete(key);
    log[level](message, { cause, count });
    known.count = 0;
    setTimeout(logCount, intervalMs, key, known).unref();
  }

  return {
    /** How many requests have failed so far. */
    total: 0,
    /** `request` are the fields that identify the request. */
    record(error: ServiceError, request: LogFields): void {
      const { code, message } = error;
      const cause = error.cause === undefined ? undefined : describeError(error.cause);
      this.total += 1;
      log.debug('refused a request', { ...request, message, cause: cause && traceError(error.cause) });
      const own = `${message}\n${cause}`;
      const key = repeated.has(own) || repeated.size < maxCauses ? own : `${message}\n${otherCauses}`;
      const known = repeated.get(key);
      if (known !== undefined) {
        known.count++;
        return;
      }
      const level = code === 'overloaded' ? 'warn' : 'error';
      log[level](message, { ...request, cause });
      const first: Repeated = { level, message, cause: key === own ? cause : otherCauses, count: 0 };
      repeated.set(key, first);
      setTimeout(logCount, intervalMs, key, first).unref();
    },
  };
}

export type OutageLog = ReturnType<typeof createOutageLog>;
