import { ServiceError } from '../../errors/service-error.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { RequestAborted } from '../request/body.ts';
import type { RequestContext } from '../request/context.ts';
import { TurnoverSet } from './turnover-set.ts';

/** How long a request waits for its turn. */
const maxWaitSeconds = 5;
/** How many requests of all clients wait: what some of their turns take is that time. */
const maxRequests = 200;

interface TurnLimits {
  /** How many requests a client has at most, with the one whose turn it is. */
  readonly places: number;
  /** While there are so many requests, each client has one place. */
  readonly crowd?: number;
  readonly maxWaitMs?: number;
  /** What a client is told whose turn does not come. */
  readonly tooLate: string;
  /** What a client without a place is told, if not the same. */
  readonly tooMany?: () => ServiceError;
}

/**
 * Waits until no other request has its turn, which lasts until what it resolves to is disposed. `client` is the same value for
 * the same client; `signal` tells that it has gone, where nobody else waits for the same.
 * @throws ServiceError `overloaded` when the turn does not come, or what `tooMany` says
 * @throws RequestAborted
 */
export type Turns = (client: unknown, signal?: AbortSignal) => Promise<Disposable>;

/**
 * Turns of requests whose work takes many steps of some milliseconds: between two steps of one request those of as many others
 * would delay all other requests. Clients take turns, so one that asks often delays each of the others by one request.
 */
export function createTurns(limits: TurnLimits): Turns {
  const { places, crowd = Number.POSITIVE_INFINITY, maxWaitMs = maxWaitSeconds * 1_000 } = limits;
  const tooLate = () =>
    new ServiceError('overloaded', limits.tooLate, { headers: { 'Retry-After': String(maxWaitSeconds) } });
  const { tooMany = tooLate } = limits;
  const turns = new Semaphore(1);
  /** Those that wait, and the one whose turn it is. */
  const requests = new TurnoverSet<{ readonly client: unknown }>();

  return async (client, signal) => {
    if (signal?.aborted) throw gone();
    if (requests.size >= maxRequests) throw tooLate();
    const own = [...requests].filter((one) => one.client === client).length;
    if (own >= (requests.size < crowd ? places : 1)) throw tooMany();
    const request = { client };
    requests.add(request);
    const late = new AbortController();
    using _timer = setTimeout(() => late.abort(tooLate()), maxWaitMs);
    try {
      const turn = await turns.acquire(
        client,
        AbortSignal.any(signal === undefined ? [late.signal] : [signal, late.signal]),
      );
      return {
        [Symbol.dispose]() {
          requests.delete(request);
          turn[Symbol.dispose]();
        },
      };
    } catch (error) {
      requests.delete(request);
      throw signal?.aborted ? gone() : error;
    }
  };
}

/** How many searches an address can have: more than a browser asks for at once. */
const searchPlaces = 10;
const searchCrowd = 50;

/** Reads for a request in its turn. */
export type SearchTurns = <Result>(context: RequestContext, read: () => MaybePromise<Result>) => Promise<Result>;

/** Turns of everybody's searches and filters, by the site of the client. */
export function createSearchTurns(): SearchTurns {
  const tooLate = 'Too many visitors search at the moment. Try again shortly, or ask without a search and filters.';
  const takeTurn = createTurns({ places: searchPlaces, crowd: searchCrowd, tooLate });
  return async ({ client, request, revision }, read) => {
    // Clients on this machine cannot be told apart. Without a revision others may wait for the same reply.
    using _turn = await takeTurn(client?.site ?? request, revision === undefined ? undefined : request.signal);
    return await read();
  };
}

function gone(): RequestAborted {
  return new RequestAborted('the client disconnected');
}
