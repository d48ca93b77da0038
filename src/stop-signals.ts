import type { Log } from './log.ts';

/** npm and a terminal both pass an interrupt on, so one press of Ctrl-C arrives twice within a moment. */
const sameSignalMs = 250;

/** The first signal stops and ends with exit code 0; a second one ends at once. */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt > sameSignalMs) process.exit(signal === 'SIGINT' ? 130 : 143);
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
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
