import type { Config } from './config.ts';
import { startForgetting } from './housekeeping.ts';
import type { Log } from './log.ts';
import type { PeriodicWork } from './periodic-work.ts';
import { startSettling } from './settling.ts';
import type { Store } from './store/store.ts';
import { startCourier } from './webhooks/start-courier.ts';

/** What is done beside answering requests, by one process of a service. */
export function startChores(config: Config, store: Store, log: Log): PeriodicWork {
  const { reachesPrivateAddresses, eventsDays } = config;
  const forgetting = startForgetting({ store, log, eventsDays });
  const settling = startSettling(store, log);
  const courier = startCourier({ store, log, clock: Date.now, reachesPrivateAddresses });
  return {
    async stop() {
      await Promise.all([forgetting, settling, courier].map((work) => work.stop()));
    },
  };
}
