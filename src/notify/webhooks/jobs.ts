import { type PeriodicJob, startPeriodicJob } from '../../lib/periodic-job.ts';
import type { AttemptOptions } from './sending/attempt.ts';
import { WebhookDispatcher } from './sending/dispatcher.ts';

const dispatchIntervalMs = 500;

/** How long a request in progress may continue when the service stops. */
const stopTimeoutMs = 5_000;

/** Sends events to webhooks. Without webhooks each run costs one small read. */
export function startWebhookDispatcher(options: AttemptOptions): PeriodicJob {
  const dispatcher = new WebhookDispatcher(options);
  const failure = 'could not read the events to send to webhooks';
  const polling = startPeriodicJob(() => dispatcher.poll(), {
    intervalMs: dispatchIntervalMs,
    log: options.log,
    failure,
  });
  return {
    async stop() {
      await polling.stop();
      await dispatcher.stop(stopTimeoutMs);
    },
  };
}
