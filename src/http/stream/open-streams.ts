import { heartbeatSeconds } from '../../../contract/limits.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { actorOf, type CallerId } from '../../api/call.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { describeError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import { isStorageUnavailable, type LiveEvents } from './live-events.ts';
import { createSubscriber, type Subscriber } from './subscriber.ts';

/** The numbers have defaults. `closeIfIdle` is missing where there is no server. */
export interface StreamOptions {
  /** At most half of the idle timeout of connections. */
  heartbeatMs?: number;
  keyCheckMs?: number;
  maxOpen?: number;
  /** Closes the connection of a request soon unless its client reads. */
  closeIfIdle?: (request: Request) => void;
}

export interface StreamDependencies extends StreamOptions {
  /** Reads the API key again. @throws ServiceError when it is no longer valid */
  authenticate: (authorization: string) => Promise<Principal>;
  /** Called with each heartbeat to a client. */
  onUse: (keyId: bigint) => void;
  log: Log;
}

/** The part of the streams that anybody may open. The rest is for people and programs that have few, or one could take all. */
const unreserved = 0.75;
/** Few, as a part of all. */
const fewShare = 0.025;

const later = { headers: { 'Retry-After': '10' } };

interface OpenStream {
  request: Request;
  authorization: string;
  caller: Principal;
  scopes: readonly Scope[];
}

/**
 * The open event streams. Each is sent heartbeats. A stream whose key has ended is ended: at once if the key was
 * changed in this process, and otherwise within half a second.
 */
export function createOpenStreams(dependencies: StreamDependencies) {
  const { heartbeatMs = heartbeatSeconds * 1_000, keyCheckMs = 250, maxOpen = 1_000, log } = dependencies;
  const opened = new Map<Subscriber, OpenStream>();
  let timers: Timer[] = [];
  let isChecking = false;
  let isEnding = false;

  function sendHeartbeats(): void {
    for (const [subscriber, { caller }] of opened) {
      dependencies.onUse(caller.keyId);
      subscriber.sendHeartbeat();
    }
  }

  async function checkAll(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      await checkCallers(() => true);
    } finally {
      isChecking = false;
    }
  }

  /** Ends those streams of callers whose key is no longer valid with their secret. Each key is read once. */
  async function checkCallers(isChecked: (caller: CallerId) => boolean): Promise<void> {
    const streams = [...opened].filter(([, { caller }]) => isChecked(caller));
    const byCredentials = Map.groupBy(streams, ([, { authorization }]) => authorization);
    await Promise.all(
      [...byCredentials].map(async ([authorization, some]) => {
        const isAllowed = await findAllowed(authorization);
        for (const [subscriber, stream] of some) if (!isAllowed(stream.scopes)) end(subscriber, stream);
      }),
    );
  }

  async function findAllowed(authorization: string): Promise<(scopes: readonly Scope[]) => boolean> {
    try {
      const principal = await dependencies.authenticate(authorization);
      return (scopes) => scopes.every((scope) => principal.scopes.has(scope));
    } catch (error) {
      const isUnknown = isStorageUnavailable(error);
      return () => isUnknown;
    }
  }

  function end(subscriber: Subscriber, { request }: OpenStream): void {
    const isReading = subscriber.isWaiting;
    subscriber.end();
    // Otherwise the runtime keeps a connection whose client does not read until the idle timeout.
    if (!isReading) dependencies.closeIfIdle?.(request);
  }

  function remove(subscriber: Subscriber, requestId: string, cause: unknown): void {
    opened.delete(subscriber);
    if (opened.size === 0) for (const timer of timers) clearInterval(timer);
    if (cause === undefined || cause instanceof ServiceError) return;
    log.error('a stream failed', { requestId, cause: describeError(cause) });
  }

  return {
    get size(): number {
      return opened.size;
    },
    /**
     * Opens a stream of the entries after a position, for a key with the scopes.
     * @throws ServiceError `overloaded`, or `rate_limited` when the person or the key has taken what it can have
     */
    open(events: LiveEvents, position: bigint, context: RequestContext, caller: Principal, scopes: readonly Scope[]) {
      const { request, requestId } = context;
      requireRoom([...opened.values()], maxOpen, caller);
      const authorization = request.headers.get('Authorization') ?? '';
      const subscriber = createSubscriber(events, position, (cause) => remove(subscriber, requestId, cause));
      opened.set(subscriber, { request, caller, scopes, authorization });
      if (opened.size === 1) timers = [setInterval(sendHeartbeats, heartbeatMs), setInterval(checkAll, keyCheckMs)];
      if (isEnding) subscriber.end();
      return subscriber.stream;
    },
    /** Ends all streams, and from now on every new one. Clients reconnect to another node, or to this one after a restart. */
    end(): void {
      isEnding = true;
      for (const [subscriber, stream] of opened) end(subscriber, stream);
    },
    checkCallers,
  };
}

/** @throws ServiceError `overloaded`, or `rate_limited` when the person or the key has taken what it can have */
function requireRoom(opened: OpenStream[], maxOpen: number, { keyId, personId }: CallerId): void {
  if (opened.length >= maxOpen) {
    const message = `Too many open streams; the limit is ${maxOpen}. Try again later, or read the events page by page.`;
    throw new ServiceError('overloaded', message, later);
  }
  if (opened.length < unreserved * maxOpen) return;
  const few = Math.ceil(fewShare * maxOpen);
  const actor = actorOf(keyId, personId);
  const own = opened.filter(({ caller }) => actorOf(caller.keyId, caller.personId) === actor).length;
  if (own < few) return;
  const message =
    `Nearly all streams are open, and the rest is for people and keys that have fewer than ${few}, unlike you. Close some, ` +
    'try again later, or read the events page by page.';
  throw new ServiceError('rate_limited', message, later);
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;
