import { describeError, type Log } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Scope } from '../../model/scopes.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import type { Bytes } from './event-stream.ts';
import { isStorageUnavailable, type LiveEvents } from './live-events.ts';
import { Subscriber } from './subscriber.ts';

/** The two numbers have defaults. `closeIfIdle` is missing where there is no server. */
export interface StreamOptions {
  /** At most half of the idle timeout of connections. */
  heartbeatMs?: number;
  maxOpen?: number;
  /** Closes the connection of a request soon unless its client reads. */
  closeIfIdle?: (request: Request) => void;
}

export interface StreamDependencies extends StreamOptions {
  /** @throws ServiceError when the API key is no longer valid */
  authenticate: (authorization: string | null) => MaybePromise<Principal>;
  log: Log;
}

interface OpenStream {
  request: Request;
  requestId: string;
  authorization: string | null;
  scopes: readonly Scope[];
}

/** The open event streams. Every 15 s each one is authenticated again, and then sent a heartbeat or ended. */
export class OpenStreams {
  readonly #dependencies: StreamDependencies;
  readonly #heartbeatMs: number;
  readonly #maxOpen: number;
  readonly #opened = new Map<Subscriber, OpenStream>();
  #timer: Timer | undefined;
  #isEnding = false;

  constructor(dependencies: StreamDependencies) {
    const { heartbeatMs = 15_000, maxOpen = 1_000 } = dependencies;
    this.#dependencies = dependencies;
    this.#heartbeatMs = heartbeatMs;
    this.#maxOpen = maxOpen;
  }

  get size(): number {
    return this.#opened.size;
  }

  /** Opens a stream of the entries after a position, for a key with the scopes. @throws ServiceError `overloaded` */
  open(events: LiveEvents, position: bigint, context: RequestContext, scopes: readonly Scope[]): ReadableStream<Bytes> {
    if (this.size >= this.#maxOpen) throw tooManyOpen(this.#maxOpen);
    const { request, requestId } = context;
    const subscriber = new Subscriber(events, position, (cause) => this.#remove(subscriber, cause));
    this.#opened.set(subscriber, { request, requestId, scopes, authorization: request.headers.get('Authorization') });
    this.#timer ??= setInterval(() => this.#sendHeartbeats(), this.#heartbeatMs);
    if (this.#isEnding) subscriber.end();
    return subscriber.stream;
  }

  /** Ends all streams, and from now on every new one. Clients reconnect to another node, or to this one after a restart. */
  end(): void {
    this.#isEnding = true;
    for (const [subscriber, opened] of this.#opened) this.#end(subscriber, opened);
  }

  #sendHeartbeats(): void {
    for (const [subscriber, opened] of this.#opened) void this.#check(subscriber, opened);
  }

  async #check(subscriber: Subscriber, opened: OpenStream): Promise<void> {
    if (await this.#isStillAllowed(opened)) subscriber.sendHeartbeat();
    else this.#end(subscriber, opened);
  }

  async #isStillAllowed({ authorization, scopes }: OpenStream): Promise<boolean> {
    try {
      const principal = await this.#dependencies.authenticate(authorization);
      return scopes.every((scope) => principal.scopes.has(scope));
    } catch (error) {
      return isStorageUnavailable(error);
    }
  }

  #end(subscriber: Subscriber, { request }: OpenStream): void {
    const isReading = subscriber.isWaiting;
    subscriber.end();
    // Otherwise the runtime keeps a connection whose client does not read until the idle timeout.
    if (!isReading) this.#dependencies.closeIfIdle?.(request);
  }

  #remove(subscriber: Subscriber, cause: unknown): void {
    const opened = this.#opened.get(subscriber);
    this.#opened.delete(subscriber);
    if (this.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (cause === undefined || cause instanceof ServiceError) return;
    this.#dependencies.log.error('a stream failed', { requestId: opened?.requestId, cause: describeError(cause) });
  }
}

function tooManyOpen(maxOpen: number): ServiceError {
  const message = `Too many open streams; the limit is ${maxOpen}. Try again later, or read the events page by page.`;
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '10' } });
}
