import { facetsType } from '../../api/define.ts';
import { ServiceError } from '../../api/errors.ts';
import type { CountedFacets } from '../../api/operation.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { TurnoverSet } from '../../lib/turnover-set.ts';
import { RequestAborted } from '../request/body.ts';
import { pageReply, type Reply } from '../response/reply.ts';

/** How long a request waits for its turn. */
const maxWaitSeconds = 5;

/** A page to which facets are added. */
interface Page {
  readonly body: string;
  readonly link: string;
  readonly headers: Headers;
}

/** A request for facets. */
export interface FacetRequest {
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
 * Adds facets to pages, for one request at a time: counting takes many steps of some milliseconds, and between two steps of
 * one request those of as many others would delay all other requests. Clients take turns, so one that asks often delays
 * each of the others by one count.
 */
export class FacetCounter {
  readonly #places: number;
  readonly #maxWaitMs: number;
  readonly #turns = new Semaphore(1);
  /** Those that wait, and those for which is being counted. */
  readonly #requests = new TurnoverSet<Waiting>();

  /** `places` is how many requests a client has at most, with the one whose turn it is. */
  constructor(places: number, maxWaitMs = maxWaitSeconds * 1_000) {
    this.#places = places;
    this.#maxWaitMs = maxWaitMs;
  }

  /**
   * @throws ServiceError `rate_limited` when the client has no place, `overloaded` when its turn does not come
   * @throws RequestAborted
   */
  async addTo(page: Page, request: FacetRequest): Promise<Reply> {
    return toReply(page, await this.#countInTurn(request));
  }

  async #countInTurn({ client, filters, signal, count }: FacetRequest): Promise<CountedFacets> {
    if (signal.aborted) throw gone();
    const taken = [...this.#requests].filter((one) => one.client === client).length;
    if (taken >= this.#places) throw tooMany();
    const own: Waiting = { client, filters, end: new AbortController() };
    this.#requests.add(own);
    using _timer = setTimeout(() => own.end.abort(tooLate()), this.#maxWaitMs);
    try {
      using _turn = await this.#turns.acquire(client, AbortSignal.any([signal, own.end.signal]));
      return await this.#countForAll(filters, count());
    } catch (error) {
      if (own.counting !== undefined) return await own.counting;
      throw signal.aborted ? gone() : error;
    } finally {
      this.#requests.delete(own);
    }
  }

  /** All of them were there before the count began, so it misses no write that was acknowledged to their clients. */
  #countForAll(filters: string, counting: Promise<CountedFacets>): Promise<CountedFacets> {
    for (const same of this.#requests) {
      if (same.filters !== filters || same.counting !== undefined) continue;
      same.counting = counting;
      same.end.abort();
    }
    return counting;
  }
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

function toReply({ headers, link, body: items }: Page, { body: facets, total }: CountedFacets): Reply {
  const body = `{"items":${items},"facets":${facets}}`;
  headers.set('Content-Type', facetsType);
  headers.set('Preference-Applied', 'count=facets');
  if (total !== undefined) headers.set('X-Total-Count', String(total));
  return pageReply(headers, body, link);
}
