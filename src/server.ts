import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { forgetIdempotencyRecords } from './domain/idempotency.ts';
import { settle } from './domain/settings.ts';
import { ServiceError } from './errors.ts';
import { errorAnswer } from './http/answer.ts';
import type { Log } from './log.ts';
import { randomBase62 } from './random.ts';
import { StartError } from './start-error.ts';
import { type AdminKey, prepareAdminKey } from './start-keys.ts';
import { openStorage } from './storage.ts';
import { findSetting } from './store/settings.ts';
import type { Store } from './store/store.ts';

const keyUsesIntervalMs = 10_000;
const forgetIntervalMs = 60 * 60 * 1_000;
const drainTimeoutMs = 30_000;
const idleTimeoutSeconds = 60;
/** Far above our own limit: beyond it the runtime answers 413 by itself, with an empty body. */
const runtimeBodyLimitBytes = 2 ** 40;
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
  const tls = config.tls && (await readTls(config.tls));
  const store = await openStorage(config.databaseUrl);
  try {
    return await listen(config, tls, store, log);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function listen(config: Config, tls: Bun.TLSOptions | undefined, store: Store, log: Log): Promise<RunningServer> {
  const adminKey = await prepareAdminKey(store, config.environment, config.presetApiKey, Date.now());
  const cursorSecret = await prepareCursorSecret(store);
  const server = bind(config, tls, (request) => app.fetch(request));
  const address = `${tls ? 'https' : 'http'}://${hostInUrl(config.host)}:${server.port}`;
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
  });
  const complain = (error: unknown) => log.error('housekeeping failed', { cause: String(error) });
  const timers = [
    setInterval(() => app.storeKeyUses().catch(complain), keyUsesIntervalMs),
    setInterval(() => forget(store).catch(complain), forgetIntervalMs),
  ];
  forget(store).catch(complain);

  return {
    address,
    adminKey,
    async stop() {
      app.drain();
      for (const timer of timers) clearInterval(timer);
      await untilIdle(server, Date.now() + drainTimeoutMs);
      await server.stop(true);
      await app.storeKeyUses().catch(complain);
      await store.close();
    },
  };
}

function bind(
  config: Config,
  tls: Bun.TLSOptions | undefined,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  try {
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      ...(tls && { tls }),
      reusePort: false,
      development: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: runtimeBodyLimitBytes,
      fetch,
      error: () => lastResort(),
    });
  } catch (error) {
    throw new StartError(`cannot listen on ${hostInUrl(config.host)}:${config.port}: ${reason(error)}`, {
      cause: error,
    });
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'the port is taken; stop what uses it, or choose another with --port';
  if (code === 'EACCES') return 'this port needs more rights; choose one above 1023 with --port';
  return error instanceof Error ? error.message : String(error);
}

/** The app answers every failure itself; this is for a failure of that. */
function lastResort(): Response {
  const { status, headers, body } = errorAnswer(new ServiceError('internal_error', 'Something failed here.'));
  return new Response(body, { status, headers });
}

async function readTls({ certPath, keyPath }: { certPath: string; keyPath: string }): Promise<Bun.TLSOptions> {
  const read = async (path: string) => {
    try {
      return await Bun.file(path).text();
    } catch (error) {
      throw new StartError(`cannot read ${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  };
  return { cert: await read(certPath), key: await read(keyPath) };
}

async function prepareCursorSecret(store: Store): Promise<string> {
  const name = 'cursor_secret';
  return (
    (await findSetting(store.reader, name)) ??
    (await store.write(settle, { name, proposal: randomBase62(cursorSecretLength) }))
  );
}

async function forget(store: Store): Promise<void> {
  await store.write(forgetIdempotencyRecords, { now: BigInt(Date.now()) });
}

async function untilIdle(server: Bun.Server<undefined>, deadline: number): Promise<void> {
  while (server.pendingRequests > 0 && Date.now() < deadline) await Bun.sleep(10);
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
