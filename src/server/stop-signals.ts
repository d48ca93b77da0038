import { readFileSync } from 'node:fs';
import type { Log } from '../lib/log.ts';

/** npm and the terminal both forward an interrupt, so one press of Ctrl-C can arrive twice. */
const sameSignalMs = 250;

/** The signals that stop the service, with the exit code of an immediate end: 128 plus the signal number. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof exitCodes;

/**
 * The first signal stops the service and exits with code 0; a second one exits at once. A hang-up of the terminal also
 * stops the service unless `hangUp` is `ignore`.
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
 * Whether the program was started with SIGHUP ignored, as by nohup: a listener would undo that. Where the system does not
 * tell, output that does not go to a terminal is taken as the sign.
 */
function isHangUpIgnored(): boolean {
  try {
    const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return (BigInt(`0x${ignored}`) & 1n) === 1n;
  } catch {
    return !process.stdout.isTTY;
  }
}
