import { createApp, type Shared } from './app.ts';
import type { Config } from './config.ts';
import { startStoringKeyUses } from './housekeeping.ts';
import type { Measurements } from './http/metrics.ts';
import { RequestTurns } from './http/request-turns.ts';
import { listen, listeningAddress } from './listen.ts';
import type { Log } from './log.ts';
import type { Store } from './store/store.ts';

const drainTimeoutMs = 30_000;
/** How long new connections are still taken while work is under way, so that a load balancer learns that they should not come. */
const farewellMs = 5_000;
/** Connections that rest for this long have nothing more to send. */
const restMs = 150;

export interface ServingOptions {
  config: Config;
  store: Store;
  log: Log;
  cursorSecret: string;
  /** What is shared with other processes at the same port; missing where this one serves alone. */
  shared?: Shared;
}

/** A process that answers requests. */
export interface Serving {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** From now on it says that it is ready. */
  open(): void;
  measure(): Measurements;
  /** Takes no new work, finishes what it has, and stores how keys were used. */
  drain(): Promise<void>;
  /** Cuts off what is under way. */
  end(): Promise<void>;
}

/** Listens, and answers requests out of the store. @throws StartError when the port cannot be had */
export function serve({ config, store, log, cursorSecret, shared }: ServingOptions): Serving {
  const turns = new RequestTurns({
    handle: (request) => app.fetch(request),
    connectionOf: (request) => connectionOf(server, request),
    onEnd: () => store.refresh(),
  });
  const server = listen(config, log, (request) => turns.take(request), { isPortShared: shared !== undefined });
  const address = listeningAddress(config, server);
  const app = createApp({
    store,
    log,
    clock: Date.now,
    environment: config.environment,
    urls: { production: config.urls.production ?? address, staging: config.urls.staging ?? address },
    cursorSecret,
    rateLimit: config.rateLimit,
    corsOrigins: config.corsOrigins,
    isAccessLogged: config.isAccessLogged,
    reachesPrivateAddresses: config.reachesPrivateAddresses,
    streams: { abandon: (request) => server.timeout(request, 1) },
    ...(shared && { shared }),
  });
  const storingKeyUses = startStoringKeyUses(app, log);
  return {
    address,
    open: () => app.open(),
    measure: () => app.measure(),
    async drain() {
      app.drain();
      await drainServer(server);
      await storingKeyUses.stop();
    },
    async end() {
      await server.stop(true);
      await storingKeyUses.stop();
    },
  };
}

function connectionOf(server: Bun.Server<undefined>, request: Request): string | undefined {
  const client = server.requestIP(request);
  return client === null ? undefined : `${client.address} ${client.port}`;
}

/** Lets what is under way end, then takes no new connections, and closes the others once they rest. */
async function drainServer(server: Bun.Server<undefined>): Promise<void> {
  const began = performance.now();
  const elapsedMs = () => performance.now() - began;
  while (server.pendingRequests > 0 && elapsedMs() < farewellMs) await Bun.sleep(10);
  server.stop(false);
  let restingSince = elapsedMs();
  while (elapsedMs() - restingSince < restMs && elapsedMs() < drainTimeoutMs) {
    await Bun.sleep(5);
    if (server.pendingRequests > 0) restingSince = elapsedMs();
  }
  await server.stop(true);
}
