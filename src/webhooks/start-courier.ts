import { describeError } from '../log.ts';
import type { AttemptOptions } from './attempt.ts';
import { Courier } from './courier.ts';

const intervalMs = 500;
/** For so long a request that is under way may go on when the service stops. */
const patienceMs = 5_000;

/** Sends events to webhooks until it is stopped. While there are no webhooks, it costs one small read each time. */
export function startCourier(options: AttemptOptions): { stop(): Promise<void> } {
  const courier = new Courier(options);
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= courier
      .look()
      .catch((error) => options.log.error('looking for events to send failed', { cause: describeError(error) }))
      .finally(() => {
        looking = undefined;
      });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await courier.stop(patienceMs);
    },
  };
}
