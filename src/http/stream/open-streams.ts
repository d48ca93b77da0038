import { describeError, type Log } from '../../lib/log.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { ServiceError } from '../../model/errors.ts';
import type { Scope } from '../../model/scopes.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import type { Bytes } from './event-stream.ts';
import { isStorageUnavailable, type LiveEvents } from './live-events.ts';
import { Subscriber } from './subscriber.ts';

/** The two numbers are what they are by themselves unless a test sets them; `abandon` is missing where nobody listens. */
export interface StreamOptions {
  /** Half of what connections may be silent for, or less. */
  heartbeatMs?: number;
  maxOpen?: number;
  /** Ends the connection of a request soon, unless its client begins to read what was sent. */
  closeIfIdle?: (request: Request) => void;
}

export interface StreamDependencies extends StreamOptions {
  /** @throws ServiceError when the header opens nothing any more */
  authenticate: (authorization: string | null) => MaybePromise<Principal>;
  log: Log;
}

interface Opened {
  request: Request;
  requestId: string;
  authorization: string | null;
  scopes: readonly Scope[];
}

/** The answers that do not end by themselves. Every 15 s each of them is sent a sign of life, or ended if its key is. */
export class OpenStreams {
  readonly #dependencies: StreamDependencies;
  readonly #heartbeatMs: number;
  readonly #maxOpen: number;
  readonly #opened = new Map<Subscriber, Opened>();
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

  /** Opens a stream of what follows on a position, for a key with the scopes. @throws ServiceError `overloaded` */
  open(feed: LiveEvents, position: bigint, exchange: RequestContext, scopes: readonly Scope[]): ReadableStream<Bytes> {
    if (this.size >= this.#maxOpen) throw tooManyOpen(this.#maxOpen);
    const { request, requestId } = exchange;
    const follower = new Subscriber(feed, position, (cause) => this.#remove(follower, cause));
    this.#opened.set(follower, { request, requestId, scopes, authorization: request.headers.get('Authorization') });
    this.#timer ??= setInterval(() => this.#sendHeartbeats(), this.#heartbeatMs);
    if (this.#isEnding) follower.end();
    return follower.stream;
  }

  /** Ends all, and from now on each that is opened. Clients go on at another node, or at this one when it is back. */
  end(): void {
    this.#isEnding = true;
    for (const [follower, opened] of this.#opened) this.#end(follower, opened);
  }

  #sendHeartbeats(): void {
    for (const [follower, opened] of this.#opened) void this.#check(follower, opened);
  }

  async #check(follower: Subscriber, opened: Opened): Promise<void> {
    if (await this.#isStillAllowed(opened)) follower.sendHeartbeat();
    else this.#end(follower, opened);
  }

  async #isStillAllowed({ authorization, scopes }: Opened): Promise<boolean> {
    try {
      const principal = await this.#dependencies.authenticate(authorization);
      return scopes.every((scope) => principal.scopes.has(scope));
    } catch (error) {
      return isStorageUnavailable(error);
    }
  }

  #end(follower: Subscriber, { request }: Opened): void {
    const isRead = follower.isWaiting;
    follower.end();
    // The runtime holds a connection that takes nothing for as long as it may be idle.
    if (!isRead) this.#dependencies.closeIfIdle?.(request);
  }

  #remove(follower: Subscriber, cause: unknown): void {
    const opened = this.#opened.get(follower);
    this.#opened.delete(follower);
    if (this.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (cause === undefined || cause instanceof ServiceError) return;
    this.#dependencies.log.error('a stream failed', { requestId: opened?.requestId, cause: describeError(cause) });
  }
}

function tooManyOpen(maxOpen: number): ServiceError {
  const message = `${maxOpen} streams are open here, and more cannot be. Try again later, or read page by page.`;
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '10' } });
}
