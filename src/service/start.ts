import type { Config } from '../config/config.ts';
import { insertIfAbsent } from '../domain/settings.ts';
import type { Log } from '../lib/log.ts';
import { randomBase62 } from '../lib/random.ts';
import { openStore } from '../store/open-store.ts';
import { findSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { type AdminKey, prepareAdminKey } from './admin-key.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { startHttpServer } from './http-server.ts';
import { supervise } from './workers/supervise.ts';

const cursorSecretLength = 43;

/** A service that runs and listens. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly adminKey: AdminKey;
  /** Takes no new work, finishes what it has, and releases everything. */
  stop(): Promise<void>;
}

/** What answers requests: this process, or workers. */
interface Front {
  readonly address: string;
  /** From now on it says that it is ready. */
  open(): void | Promise<void>;
  /** Takes no new work and finishes what it has. */
  drain(): Promise<void>;
  /** Cuts off what is under way. */
  end(): Promise<void>;
}

/**
 * Opens the storage, puts the service together and listens.
 * @throws StorageError or StartError with one line for the person who starts it; then nothing is left running.
 */
export async function startServer(config: Config, log: Log): Promise<RunningServer> {
  const isAlone = config.workers === 1;
  const store = await openStore(config.databaseUrl, {
    // Beside workers only chores are done here.
    ...(isAlone && { connections: config.databaseConnections }),
    readUrl: config.readDatabaseUrl,
    waitMs: config.databaseWaitSeconds * 1_000,
  });
  try {
    const cursorSecret = await prepareCursorSecret(store);
    // A key of the operator's opens from the first answer on; one that is made here waits, because it is also shown.
    const preset = config.presetApiKey === undefined ? undefined : await prepareKey(config, store);
    const parts = { config, store, log, cursorSecret };
    return await start(isAlone ? startHttpServer(parts) : await supervise(parts), config, store, log, preset);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function start(
  front: Front,
  config: Config,
  store: Store,
  log: Log,
  preset: AdminKey | undefined,
): Promise<RunningServer> {
  try {
    // Only now is the address ours.
    const adminKey = preset ?? (await prepareKey(config, store));
    await front.open();
    const chores = startBackgroundJobs(config, store, log);
    return {
      address: front.address,
      adminKey,
      async stop() {
        await front.drain();
        await chores.stop();
        await store.close();
      },
    };
  } catch (error) {
    await front.end();
    throw error;
  }
}

function prepareKey({ environment, presetApiKey }: Config, store: Store): Promise<AdminKey> {
  return prepareAdminKey(store, environment, presetApiKey, Date.now());
}

async function prepareCursorSecret(store: Store): Promise<string> {
  const name = 'cursor_secret';
  return (
    (await findSetting(store.reader, name)) ??
    (await store.write(insertIfAbsent, { name, proposal: randomBase62(cursorSecretLength) }))
  );
}
