import { facetsType } from '../../api/define.ts';
import { ServiceError } from '../../api/errors.ts';
import type { CountedFacets } from '../../api/operation.ts';
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

interface Waiting extends FacetRequest {
  begin(counting: Promise<CountedFacets>): void;
}

/**
 * Adds facets to pages, for one request at a time: counting takes many steps of some milliseconds, and between two steps of
 * one request those of as many others would delay all other requests. Clients take turns, so one that asks often delays
 * each of the others by one count.
 */
export class FacetCounter {
  readonly #places: number;
  readonly #maxWaitMs: number;
  /** By client, in the order of their turns. */
  readonly #lines = new Map<unknown, Waiting[]>();
  #isCounting = false;

  /** `places` is how many requests of a client wait at most. */
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

  #countInTurn(request: FacetRequest): Promise<CountedFacets> {
    const { signal } = request;
    if (signal.aborted) throw gone();
    const line = this.#lines.get(request.client) ?? [];
    if (line.length >= this.#places) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<CountedFacets>();
    const begin = (counting: Promise<CountedFacets>) => {
      clearTimeout(timer);
      resolve(counting);
    };
    const waiting = { ...request, begin };
    const leave = (error: Error) => {
      clearTimeout(timer);
      this.#remove((one) => one === waiting);
      reject(error);
    };
    const timer = setTimeout(() => leave(tooLate()), this.#maxWaitMs);
    signal.addEventListener('abort', () => leave(gone()), { once: true });
    this.#lines.set(request.client, [...line, waiting]);
    this.#countNext();
    return promise;
  }

  #countNext(): void {
    const [next] = this.#lines;
    if (this.#isCounting || next === undefined) return;
    const [client, [first]] = next;
    if (first === undefined) return;
    this.#isCounting = true;
    const counting = first.count().finally(() => {
      this.#isCounting = false;
      this.#moveToEnd(client);
      this.#countNext();
    });
    // All of them were there before the count began, so it misses no write that was acknowledged to their clients.
    for (const same of this.#remove(({ filters }) => filters === first.filters)) same.begin(counting);
  }

  #moveToEnd(client: unknown): void {
    const line = this.#lines.get(client);
    if (line === undefined) return;
    this.#lines.delete(client);
    this.#lines.set(client, line);
  }

  /** Removes and returns those that match. */
  #remove(matches: (one: Waiting) => boolean): Waiting[] {
    const removed: Waiting[] = [];
    for (const [client, line] of this.#lines) {
      const kept = line.filter((one) => !matches(one));
      removed.push(...line.filter(matches));
      if (kept.length > 0) this.#lines.set(client, kept);
      else this.#lines.delete(client);
    }
    return removed;
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
