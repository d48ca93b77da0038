import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { settle } from './domain/settings.ts';
import { startHousekeeping } from './housekeeping.ts';
import { hostInUrl, listen } from './listen.ts';
import type { Log } from './log.ts';
import { randomBase62 } from './random.ts';
import { startSettling } from './settling.ts';
import { type AdminKey, prepareAdminKey } from './start-keys.ts';
import { openStorage } from './storage.ts';
import { findSetting } from './store/settings.ts';
import type { Store } from './store/store.ts';
import { startCourier } from './webhooks/start-courier.ts';

const drainTimeoutMs = 30_000;
/** How long new connections are still taken while work is under way, so that a load balancer learns that they should not come. */
const farewellMs = 5_000;
/** Connections that rest for this long have nothing more to send. */
const restMs = 150;
const cursorSecretLength = 43;

/** A service that runs and listens. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly adminKey: AdminKey;
  /** Takes no new work, finishes what it has, and releases everything. */
  stop(): Promise<void>;
}

/**
 * Opens the storage, puts the service together and listens.
 * @throws StorageError or StartError with one line for the person who starts it; then nothing is left running.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const store = await openStorage(config.databaseUrl, {
    connections: config.databaseConnections,
    readUrl: config.readDatabaseUrl,
  });
  try {
    return await start(config, store, log);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function start(config: Config, store: Store, log: Log): Promise<RunningServer> {
  const cursorSecret = await prepareCursorSecret(store);
  const server = listen(config, log, (request) => app.fetch(request));
  const address = `${config.tls ? 'https' : 'http'}://${hostInUrl(config.host)}:${server.port}`;
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
  });
  try {
    // Only now that the address is ours: a first key that is made is also shown.
    const adminKey = await prepareAdminKey(store, config.environment, config.presetApiKey, Date.now());
    app.open();
    const housekeeping = startHousekeeping({ app, store, log, eventsDays: config.eventsDays });
    const settling = startSettling(store, log);
    const { reachesPrivateAddresses } = config;
    const courier = startCourier({ store, log, clock: Date.now, reachesPrivateAddresses });
    return {
      address,
      adminKey,
      async stop() {
        app.drain();
        await drain(server);
        await housekeeping.stop();
        await settling.stop();
        await courier.stop();
        await store.close();
      },
    };
  } catch (error) {
    await server.stop(true);
    throw error;
  }
}

/** Lets what is under way end, then takes no new connections, and closes the others once they rest. */
async function drain(server: Bun.Server<undefined>): Promise<void> {
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

async function prepareCursorSecret(store: Store): Promise<string> {
  const name = 'cursor_secret';
  return (
    (await findSetting(store.reader, name)) ??
    (await store.write(settle, { name, proposal: randomBase62(cursorSecretLength) }))
  );
}
