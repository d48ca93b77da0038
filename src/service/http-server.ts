import type { Config } from '../config/config.ts';
import type { Measurements } from '../http/response/metrics.ts';
import { errorReply } from '../http/response/reply.ts';
import type { Log } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';
import { ServiceError } from '../model/errors.ts';
import type { Store } from '../store/store.ts';
import { createApp, type Shared } from './app.ts';
import { startKeyUseFlush } from './background-jobs.ts';
import { RequestBatching } from './request-batching.ts';

const drainTimeoutMs = 30_000;

/** How long new connections are still taken while work is under way, so that a load balancer learns that they should not come. */
const lameDuckMs = 5_000;

/** Connections that rest for this long have nothing more to send. */
const idleBeforeCloseMs = 150;

export interface HttpServerOptions {
  config: Config;
  store: Store;
  log: Log;
  cursorSecret: string;
  /** What is shared with other processes at the same port; missing where this one serves alone. */
  shared?: Shared;
}

/** A process that answers requests. */
export interface HttpServer {
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
export function startHttpServer({ config, store, log, cursorSecret, shared }: HttpServerOptions): HttpServer {
  const turns = new RequestBatching({
    handle: (request) => app.fetch(request),
    connectionOf: (request) => connectionOf(server, request),
    // A snapshot from before a request arrived may lack what another process has acknowledged to its client.
    onBegin: () => shared && store.refresh(),
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
  const storingKeyUses = startKeyUseFlush(app, log);
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
  while (server.pendingRequests > 0 && elapsedMs() < lameDuckMs) await Bun.sleep(10);
  server.stop(false);
  let restingSince = elapsedMs();
  while (elapsedMs() - restingSince < idleBeforeCloseMs && elapsedMs() < drainTimeoutMs) {
    await Bun.sleep(5);
    if (server.pendingRequests > 0) restingSince = elapsedMs();
  }
  await server.stop(true);
}

/** Also ends streams whose client takes nothing: twice the time between their signs of life, or more. */
const idleTimeoutSeconds = 60;

/** Far above our own limit: beyond it the runtime answers 413 by itself, with an empty body. */
const runtimeBodyLimitBytes = 2 ** 40;

type Listening = Pick<Config, 'host' | 'port' | 'tls'>;

type Fetch = (request: Request) => Response | Promise<Response>;

/** Listens on the configured address. @throws StartError when it cannot be had */
export function listen(config: Listening, log: Log, fetch: Fetch, { isPortShared = false } = {}) {
  try {
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      ...(config.tls && { tls: config.tls }),
      // The runtime shares a port by default: two services would then take turns at answering.
      reusePort: isPortShared,
      development: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: runtimeBodyLimitBytes,
      fetch,
      error: (error) => lastResort(log, error),
    });
  } catch (error) {
    const address = `${hostInUrl(config.host)}:${config.port}`;
    throw new StartError(`cannot listen on ${address}: ${reason(error)}`, { cause: error });
  }
}

/** Where a server listens, such as `http://127.0.0.1:8080`. */
export function listeningAddress({ tls, host }: Listening, { port }: Bun.Server<undefined>): string {
  return `${tls ? 'https' : 'http'}://${hostInUrl(host)}:${port}`;
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The app answers every failure itself; this is for a failure of that. */
function lastResort(log: Log, error: unknown): Response {
  log.error('a failure was not answered by the app', { cause: String(error) });
  return toResponse(new ServiceError('internal_error', 'Something failed here.'));
}

function toResponse(error: ServiceError): Response {
  const { status, headers, body } = errorReply(error);
  return new Response(body, { status, headers });
}

/**
 * Takes the configured address for this service before workers share it, so that no other one has it; what comes is told
 * that the service is starting. @throws StartError when it cannot be had
 */
export function reserveAddress(
  config: Listening,
  log: Log,
): { port: number; address: string; release(): Promise<void> } {
  const starting = new ServiceError('unavailable', 'The service is starting.', {
    headers: { 'Retry-After': '1', Connection: 'close' },
  });
  const server = listen(config, log, () => toResponse(starting));
  const { port = config.port } = server;
  return { port, address: listeningAddress(config, server), release: () => server.stop(true) };
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'the port is taken; stop what uses it, or choose another with --port';
  if (code === 'EACCES') return 'this port needs more rights; choose one above 1023 with --port';
  if (code === 'EADDRNOTAVAIL') return 'the host is no address of this machine; choose another with --host';
  return error instanceof Error ? error.message : String(error);
}
