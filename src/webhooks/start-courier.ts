import { type PeriodicWork, startPeriodicWork } from '../periodic-work.ts';
import type { AttemptOptions } from './attempt.ts';
import { Courier } from './courier.ts';

const intervalMs = 500;
/** For so long a request that is under way may go on when the service stops. */
const patienceMs = 5_000;

/** Sends events to webhooks until it is stopped. While there are no webhooks, it costs one small read each time. */
export function startCourier(options: AttemptOptions): PeriodicWork {
  const courier = new Courier(options);
  const failure = 'looking for events to send failed';
  const looking = startPeriodicWork(() => courier.look(), { intervalMs, log: options.log, failure });
  return {
    async stop() {
      await looking.stop();
      await courier.stop(patienceMs);
    },
  };
}
