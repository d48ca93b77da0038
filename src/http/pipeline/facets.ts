import type { CountedFacets } from '../../api/operation.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { TurnoverSet } from './turnover-set.ts';
import { createTurns } from './turns.ts';

interface FacetRequest {
  /** Who asks: the same value for the same client. */
  readonly client: unknown;
  /** The list and its filters, which say all about what is counted. */
  readonly filters: string;
  readonly signal: AbortSignal;
  count(): Promise<CountedFacets>;
}

interface Waiting extends Pick<FacetRequest, 'filters'> {
  readonly end: AbortController;
  counting?: Promise<CountedFacets>;
}

/**
 * Counts facets in turn for each client.
 * @param places how many requests a client has at most, with the one whose turn it is
 */
export function createFacetCounter(places: number, maxWaitMs?: number) {
  const tooLate = 'Too many clients wait for facets. Try again shortly, or ask without "Prefer: count=facets".';
  const takeTurn = createTurns({ places, tooLate, tooMany, ...(maxWaitMs !== undefined && { maxWaitMs }) });
  const waiting = new TurnoverSet<Waiting>();

  /** All of them were there before the count began, so it misses no write that was acknowledged to their clients. */
  function countForAll(filters: string, counting: Promise<CountedFacets>): Promise<CountedFacets> {
    for (const same of waiting) {
      if (same.filters !== filters || same.counting !== undefined) continue;
      same.counting = counting;
      same.end.abort();
    }
    return counting;
  }

  /** @throws ServiceError `rate_limited` when the client has no place; otherwise as `Turns` */
  return async ({ client, filters, signal, count }: FacetRequest): Promise<CountedFacets> => {
    const own: Waiting = { filters, end: new AbortController() };
    waiting.add(own);
    try {
      using _turn = await takeTurn(client, AbortSignal.any([signal, own.end.signal]));
      return await countForAll(filters, count());
    } catch (error) {
      if (own.counting !== undefined) return await own.counting;
      throw error;
    } finally {
      waiting.delete(own);
    }
  };
}

function tooMany(): ServiceError {
  const message =
    'Earlier requests of this client with "Prefer: count=facets" still wait. Wait for their responses, or ask without facets.';
  return new ServiceError('rate_limited', message, { headers: { 'Retry-After': '1' } });
}
