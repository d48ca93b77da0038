import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { errorCodeOf } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';

const checkIntervalMs = 500;
/** The runtime tries to accept once in each turn of the event loop, so a pause in each turn slows that down. */
const pauseMs = 5;

export interface DescriptorOptions {
  /** Closes the connections on which no request is in progress. */
  closeIdleConnections(): void;
  log: Log;
  /** Throws when no descriptor is left. Opens a file by default. */
  probe?: () => void;
  /** Blocks the event loop. */
  pause?: (ms: number) => void;
  intervalMs?: number;
}

/**
 * Notices when this process has no file descriptors left. The runtime does not: it tries again and again to accept the
 * connections that wait, which takes a whole core (docs/decisions/0007-what-the-runtime-answers.md). Until some are free, idle
 * connections are closed, and the event loop pauses for some milliseconds in each turn. Returns a function that stops it.
 */
export function watchDescriptors(options: DescriptorOptions): () => void {
  const { closeIdleConnections, log, probe = () => closeSync(openSync(devNull, 'r')) } = options;
  const { pause = Bun.sleepSync, intervalMs = checkIntervalMs } = options;
  let exhaustedAt: number | undefined;
  let isStopped = false;

  const slowDown = () => {
    if (exhaustedAt === undefined || isStopped) return;
    pause(pauseMs);
    setImmediate(slowDown);
  };
  const check = () => {
    const isExhausted = !succeeds(probe);
    if (isExhausted && exhaustedAt === undefined) {
      exhaustedAt = performance.now();
      log.error('no file descriptors are left, closing idle connections; raise the limit (ulimit -n)');
      setImmediate(slowDown);
    }
    if (isExhausted) closeIdleConnections();
    if (isExhausted || exhaustedAt === undefined) return;
    const seconds = Math.round((performance.now() - exhaustedAt) / 100) / 10;
    exhaustedAt = undefined;
    log.info('file descriptors are available again', { seconds });
  };
  const timer = setInterval(check, intervalMs);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/** Other failures than a full table (of the process or of the system) say nothing. */
function succeeds(probe: () => void): boolean {
  try {
    probe();
    return true;
  } catch (error) {
    return !['EMFILE', 'ENFILE'].includes(String(errorCodeOf(error)));
  }
}
