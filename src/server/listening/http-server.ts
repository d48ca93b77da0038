import { startKeyUseFlush } from '../../access/keys/jobs.ts';
import { type Config, urlVariable } from '../../config/config.ts';
import { publicPageOf } from '../../config/public-page.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Measurements } from '../../http/response/metrics.ts';
import { errorReply } from '../../http/response/reply.ts';
import { describeError, errorCodeOf, messageOf, StartError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Common, Shared } from '../api.ts';
import { createApp } from '../app.ts';
import { measureBuild, startLagMeasurement } from '../metrics.ts';
import { openPhotoStore } from '../photo-storage.ts';
import { startStorageMonitor } from '../storage-monitor.ts';
import { watchCertificate } from './certificate-watch.ts';
import { watchDescriptors } from './descriptors.ts';
import { Listener } from './listener.ts';
import { RequestBatching } from './request-batching.ts';

export interface HttpServerOptions extends Common {
  /** The metrics of the database, where no other process reads them. */
  measureDatabase?: () => Record<string, number>;
  /** What is shared with other processes on the same port; missing for a single process. */
  shared?: Shared;
}

export interface HttpServer {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Resolves when it can serve no more, although nobody has stopped it. */
  readonly failed: Promise<StartError>;
  /** From now on /readyz succeeds. */
  open(): void;
  measure(): Measurements;
  /** Accepts no new requests, finishes the current ones, and stores how keys were used. */
  drain(): Promise<void>;
  /** Aborts the current requests. */
  end(): Promise<void>;
}

/** Listens and serves requests. @throws StartError when the address is not available */
export function startHttpServer(options: HttpServerOptions): HttpServer {
  const { config, store, log, clock, timeZone, cursorSecret, measureDatabase, shared } = options;
  const batching = new RequestBatching({
    handle: (request) => app.fetch(request),
    connectionOf: (request) => connectionOf(listener.current, request),
    countLarge: () => app.largeBodies,
    countPending: () => listener.pendingRequests,
    // A snapshot from before a request arrived may lack what another process has acknowledged to its client.
    onBegin: () => shared && store.refresh(),
    onBatchEnd: () => store.refresh(),
  });
  // The server with another certificate needs the same port.
  const isPortShared = shared !== undefined || config.tls !== undefined;
  const reserved = isPortShared && shared === undefined ? reserveAddress(config, log) : undefined;
  void reserved?.release();
  const { port } = reserved ?? config;
  const listener: Listener = new Listener(
    (request) => batching.take(request),
    (fetch) => listen({ ...config, port }, log, fetch, { isPortShared }),
  );
  const address = listeningAddress(config, listener.current);
  const publicUrl = config.urls[config.environment];
  const origin = publicUrl ?? address;
  const clients = {
    trustedProxies: config.trustedProxies,
    peerOf: (request: Request) => listener.current.requestIP(request)?.address,
  };
  const lag = startLagMeasurement();
  const app = createApp({
    ...config,
    store,
    log,
    clock,
    timeZone,
    origin,
    urls: { ...config.urls, [config.environment]: origin },
    cursorSecret,
    photoStore: openPhotoStore(config.media),
    publicPage: publicPageOf(config),
    inquiryForm: config.isInquiryFormOn ? { days: config.inquiriesDays, privacyUrl: config.privacyUrl } : undefined,
    measureMore: () => ({
      ...measureBuild(config.databaseUrl),
      ...monitor.measure(),
      ...measureDatabase?.(),
      ...certificateWatch?.measure(),
      ...lag.measure(),
    }),
    streams: { closeIfIdle: (request) => listener.current.timeout(request, 1) },
    setIdleTimeout: (request, seconds) => listener.current.timeout(request, seconds),
    anonymous: { rateLimit: config.anonymousRateLimit, ...clients },
    ...(publicUrl === undefined && { addressCheck: { ...clients, variable: urlVariable(config.environment) } }),
    ...(shared && { shared }),
  });
  const keyUseFlush = startKeyUseFlush(app, log);
  const stopWatching = watchDescriptors({ closeIdleConnections: () => listener.current.closeIdleConnections(), log });
  const monitor = startStorageMonitor({ store, log, countRefused: () => app.refusedRequests });
  const certificateWatch =
    config.tls &&
    watchCertificate({
      tls: config.tls,
      log,
      replace: (tls, { port: ownPort = config.port } = listener.current) =>
        listener.replace((fetch) => listen({ ...config, port: ownPort, tls }, log, fetch, { isPortShared })),
    });
  const stopJobs = async () => {
    stopWatching();
    lag.stop();
    await Promise.all([keyUseFlush.stop(), monitor.stop()]);
  };
  return {
    address,
    failed: new Promise(() => undefined),
    open: () => app.open(),
    measure: () => app.measure(),
    async drain() {
      app.drain();
      await certificateWatch?.stop();
      await Bun.sleep(config.drainSeconds * 1_000);
      app.endStreams();
      await listener.drain();
      await stopJobs();
    },
    async end() {
      await certificateWatch?.stop();
      await listener.end();
      await stopJobs();
    },
  };
}

function connectionOf(server: Bun.Server<undefined>, request: Request): string | undefined {
  const client = server.requestIP(request);
  return client === null ? undefined : `${client.address} ${client.port}`;
}

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

type Listening = Pick<Config, 'host' | 'port' | 'tls' | 'idleSeconds'>;

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
      // Also ends streams whose client does not read.
      idleTimeout: config.idleSeconds,
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
  log.error('unhandled error in the app', { cause: describeError(error) });
  return toResponse(new ServiceError('internal_error', 'Internal error.'));
}

function toResponse(error: ServiceError): Response {
  const { status, headers, body } = errorReply(error);
  return new Response(body, { status, headers });
}

/**
 * Binds the configured address before workers share it, or TLS is set up, to make sure that no other service has it. Requests
 * get a 503 meanwhile. @throws StartError when the address is not available
 */
export function reserveAddress(config: Listening, log: Log) {
  const message = 'The service is starting. Nothing was changed; retry after the time in Retry-After.';
  const starting = new ServiceError('unavailable', message, { headers: { 'Retry-After': '1', Connection: 'close' } });
  const server = listen(config, log, () => toResponse(starting));
  const { port = config.port } = server;
  return { port, address: listeningAddress(config, server), release: () => server.stop(true) };
}

function reason(error: unknown): string {
  const code = errorCodeOf(error);
  if (code === 'EADDRINUSE')
    return 'the port is already in use; stop the program that uses it, or put another port before the command: PORT=8081';
  if (code === 'EACCES') return 'permission denied; set PORT to one above 1023';
  if (code === 'EADDRNOTAVAIL') return 'the host is not an address of this machine; choose another with --host';
  return messageOf(error);
}
