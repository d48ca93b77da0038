import { ServiceError } from '../../api/errors.ts';
import type { CountedFacets } from '../../api/operation.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { TurnoverSet } from '../../lib/turnover-set.ts';
import { RequestAborted } from '../request/body.ts';

/** How long a request waits for its turn. */
const maxWaitSeconds = 5;

interface FacetRequest {
  /** Who asks: the same value for the same client. */
  readonly client: unknown;
  /** The list and its filters, which say all about what is counted. */
  readonly filters: string;
  readonly signal: AbortSignal;
  count(): Promise<CountedFacets>;
}

interface Waiting extends Pick<FacetRequest, 'client' | 'filters'> {
  readonly end: AbortController;
  counting?: Promise<CountedFacets>;
}

/**
 * Counts facets for one request at a time: counting takes many steps of some milliseconds, and between two steps of
 * one request those of as many others would delay all other requests. Clients take turns, so one that asks often delays
 * each of the others by one count.
 * @param places how many requests a client has at most, with the one whose turn it is
 */
export function createFacetCounter(places: number, maxWaitMs = maxWaitSeconds * 1_000) {
  const turns = new Semaphore(1);
  /** Those that wait, and those for which is being counted. */
  const requests = new TurnoverSet<Waiting>();

  /** All of them were there before the count began, so it misses no write that was acknowledged to their clients. */
  function countForAll(filters: string, counting: Promise<CountedFacets>): Promise<CountedFacets> {
    for (const same of requests) {
      if (same.filters !== filters || same.counting !== undefined) continue;
      same.counting = counting;
      same.end.abort();
    }
    return counting;
  }

  /**
   * @throws ServiceError `rate_limited` when the client has no place, `overloaded` when its turn does not come
   * @throws RequestAborted
   */
  return async ({ client, filters, signal, count }: FacetRequest): Promise<CountedFacets> => {
    if (signal.aborted) throw gone();
    if ([...requests].filter((one) => one.client === client).length >= places) throw tooMany();
    const own: Waiting = { client, filters, end: new AbortController() };
    requests.add(own);
    using _timer = setTimeout(() => own.end.abort(tooLate()), maxWaitMs);
    try {
      using _turn = await turns.acquire(client, AbortSignal.any([signal, own.end.signal]));
      return await countForAll(filters, count());
    } catch (error) {
      if (own.counting !== undefined) return await own.counting;
      throw signal.aborted ? gone() : error;
    } finally {
      requests.delete(own);
    }
  };
}

function gone(): RequestAborted {
  return new RequestAborted('the client disconnected');
}

function tooMany(): ServiceError {
  const message =
    'Earlier requests of this client with "Prefer: count=facets" still wait. Wait for their responses, or ask without facets.';
  return new ServiceError('rate_limited', message, { headers: { 'Retry-After': '1' } });
}

function tooLate(): ServiceError {
  const message = 'Too many clients wait for facets. Try again shortly, or ask without "Prefer: count=facets".';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': String(maxWaitSeconds) } });
}
