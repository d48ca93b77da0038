import type { Config } from './config.ts';
import { ServiceError } from './errors.ts';
import { errorAnswer } from './http/answer.ts';
import type { Log } from './log.ts';
import { StartError } from './start-error.ts';

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
  const { status, headers, body } = errorAnswer(error);
  return new Response(body, { status, headers });
}

/**
 * Takes the configured address for this service before workers share it, so that no other one has it; what comes is told
 * that the service is starting. @throws StartError when it cannot be had
 */
export function holdAddress(config: Listening, log: Log): { port: number; address: string; release(): Promise<void> } {
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
