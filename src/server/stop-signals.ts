import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { onStopSignals, type StopSignal, signalExitCodes } from '../lib/system/signals.ts';

/**
 * The first signal stops the service and exits with code 0; a second one exits at once. A hang-up of the terminal also
 * stops the service unless `hangUp` is `ignore`.
 */
export function stopOnSignal(stop: () => Promise<void>, log: Log, hangUp: 'stop' | 'ignore' = 'stop'): void {
  let isStopping = false;
  const onSignal = (signal: StopSignal) => {
    if (isStopping) process.exit(signalExitCodes[signal]);
    isStopping = true;
    log.info('stopping', { signal });
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error) => {
        log.error('could not stop cleanly', { cause: describeError(error) });
        process.exit(1);
      },
    );
  };
  if (hangUp === 'ignore') process.on('SIGHUP', () => undefined);
  onStopSignals((signal) => {
    if (signal !== 'SIGHUP' || hangUp === 'stop') onSignal(signal);
  });
}
