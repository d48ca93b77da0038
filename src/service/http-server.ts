import type { Config } from '../config/config.ts';
import type { Measurements } from '../http/response/metrics.ts';
import { errorReply } from '../http/response/reply.ts';
import type { Log } from '../lib/log.ts';
import { StartError } from '../lib/start-error.ts';
import { ServiceError } from '../model/errors.ts';
import type { Store } from '../store/store.ts';
import { createApp, type Shared } from './app.ts';
import { startKeyUseFlush } from './background-jobs.ts';
import { watchDescriptors } from './descriptors.ts';
import { RequestBatching } from './request-batching.ts';

const drainTimeoutMs = 30_000;

/** How long new connections are still accepted while requests are in progress, so that load balancers see /readyz fail. */
const lameDuckMs = 5_000;

/** Connections that are idle for this long are closed when draining. */
const idleBeforeCloseMs = 150;

export interface HttpServerOptions {
  config: Config;
  store: Store;
  log: Log;
  /** Epoch milliseconds. */
  clock: () => number;
  cursorSecret: string;
  /** What is shared with other processes on the same port; missing for a single process. */
  shared?: Shared;
}

/** The HTTP server of this process. */
export interface HttpServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** From now on /readyz succeeds. */
  open(): void;
  measure(): Measurements;
  /** Accepts no new requests, finishes the current ones, and stores how keys were used. */
  drain(): Promise<void>;
  /** Aborts the current requests. */
  end(): Promise<void>;
}

/** Listens and serves requests. @throws StartError when the address is not available */
export function startHttpServer({ config, store, log, clock, cursorSecret, shared }: HttpServerOptions): HttpServer {
  const batching = new RequestBatching({
    handle: (request) => app.fetch(request),
    connectionOf: (request) => connectionOf(server, request),
    countPending: () => server.pendingRequests,
    // A snapshot from before a request arrived may lack what another process has acknowledged to its client.
    onBegin: () => shared && store.refresh(),
    onBatchEnd: () => store.refresh(),
  });
  const server = listen(config, log, (request) => batching.take(request), { isPortShared: shared !== undefined });
  const address = listeningAddress(config, server);
  const origin = config.urls[config.environment] ?? address;
  const app = createApp({
    store,
    log,
    clock,
    environment: config.environment,
    origin,
    urls: { ...config.urls, [config.environment]: origin },
    cursorSecret,
    rateLimit: config.rateLimit,
    corsOrigins: config.corsOrigins,
    isAccessLogged: config.isAccessLogged,
    hstsDays: config.hstsDays,
    reachesPrivateAddresses: config.reachesPrivateAddresses,
    streams: { closeIfIdle: (request) => server.timeout(request, 1) },
    anonymous: {
      rateLimit: config.anonymousRateLimit,
      trustedProxies: config.trustedProxies,
      peerOf: (request) => server.requestIP(request)?.address,
      setTimeout: (request, seconds) => server.timeout(request, seconds),
    },
    ...(shared && { shared }),
  });
  const keyUseFlush = startKeyUseFlush(app, log);
  const stopWatching = watchDescriptors({ closeIdleConnections: () => server.closeIdleConnections(), log });
  return {
    address,
    open: () => app.open(),
    measure: () => app.measure(),
    async drain() {
      app.drain();
      stopWatching();
      await drainServer(server);
      await keyUseFlush.stop();
    },
    async end() {
      stopWatching();
      await server.stop(true);
      await keyUseFlush.stop();
    },
  };
}

function connectionOf(server: Bun.Server<undefined>, request: Request): string | undefined {
  const client = server.requestIP(request);
  return client === null ? undefined : `${client.address} ${client.port}`;
}

/** Waits for the current requests, stops listening, and closes the connections once they are idle. */
async function drainServer(server: Bun.Server<undefined>): Promise<void> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  while (server.pendingRequests > 0 && elapsedMs() < lameDuckMs) await Bun.sleep(10);
  server.stop(false);
  let idleSince = elapsedMs();
  while (elapsedMs() - idleSince < idleBeforeCloseMs && elapsedMs() < drainTimeoutMs) {
    await Bun.sleep(5);
    if (server.pendingRequests > 0) idleSince = elapsedMs();
  }
  await server.stop(true);
}

/** Also ends streams whose client does not read, so it must be at least twice their heartbeat interval. */
const idleTimeoutSeconds = 60;

/** Far above our own limit, because beyond it the runtime responds with a 413 without a body. */
const runtimeBodyLimitBytes = 2 ** 40;

/** For TLS 1.2, with forward secrecy and authenticated encryption. TLS 1.3 has no others, and 1.1 is not offered. */
const tlsSuites = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

type Listening = Pick<Config, 'host' | 'port' | 'tls'>;

type Fetch = (request: Request) => Response | Promise<Response>;

/** Listens on the configured address. @throws StartError when it is not available */
export function listen(config: Listening, log: Log, fetch: Fetch, { isPortShared = false } = {}) {
  try {
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      ...(config.tls && { tls: { ...config.tls, ciphers: tlsSuites } }),
      // The runtime shares a port by default: two services would each get a part of the requests.
      reusePort: isPortShared,
      development: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: runtimeBodyLimitBytes,
      fetch,
      error: (error) => unhandledError(log, error),
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

/** A host in a URL: IPv6 addresses are in brackets. */
function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The app handles every error itself; this is for an error in that. */
function unhandledError(log: Log, error: unknown): Response {
  log.error('unhandled error in the app', { cause: String(error) });
  return toResponse(new ServiceError('internal_error', 'Internal error.'));
}

function toResponse(error: ServiceError): Response {
  const { status, headers, body } = errorReply(error);
  return new Response(body, { status, headers });
}

/**
 * Binds the configured address before workers share it, to make sure that no other service has it. Requests get a 503
 * meanwhile. @throws StartError when the address is not available
 */
export function reserveAddress(
  config: Listening,
  log: Log,
): { port: number; address: string; release(): Promise<void> } {
  const starting = new ServiceError(
    'unavailable',
    'The service is starting. Nothing was changed; retry after the time in Retry-After.',
    {
      headers: { 'Retry-After': '1', Connection: 'close' },
    },
  );
  const server = listen(config, log, () => toResponse(starting));
  const { port = config.port } = server;
  return { port, address: listeningAddress(config, server), release: () => server.stop(true) };
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'the port is already in use; stop the program that uses it, or choose another port with --port';
  if (code === 'EACCES') return 'permission denied; choose a port above 1023 with --port';
  if (code === 'EADDRNOTAVAIL') return 'the host is not an address of this machine; choose another with --host';
  return error instanceof Error ? error.message : String(error);
}
