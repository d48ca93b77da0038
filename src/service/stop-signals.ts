import { readFileSync } from 'node:fs';
import type { Log } from '../lib/log.ts';

/** npm and a terminal both pass an interrupt on, so one press of Ctrl-C arrives twice within a moment. */
const sameSignalMs = 250;

/** What ends the service, with the exit code of one that is ended at once: 128 and the number of the signal. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof exitCodes;

/**
 * The first signal stops and ends with exit code 0; a second one ends at once. A hang-up of the terminal stops too,
 * unless `hangUp` says otherwise.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Log, hangUp: 'stop' | 'ignore' = 'stop'): void {
  let firstAt: number | undefined;
  const onSignal = (signal: StopSignal) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > sameSignalMs) process.exit(exitCodes[signal]);
      return;
    }
    firstAt = performance.now();
    log.info('stopping', { signal });
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error('could not stop cleanly', { cause: String(error) });
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal(signal));
  if (hangUp === 'ignore') process.on('SIGHUP', () => undefined);
  else if (!isHangUpIgnored()) process.on('SIGHUP', () => onSignal('SIGHUP'));
}

/**
 * Whether the program was started with the signal ignored, as nohup does: a listener would undo that. Where the system
 * does not tell, output that goes elsewhere than to the terminal is the sign.
 */
function isHangUpIgnored(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return !process.stdout.isTTY;
  }
}
