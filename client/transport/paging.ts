import { maxPageSize } from '../../contract/limits.ts';
import { findLink } from './link.ts';
import { type Answer, unexpectedResponse } from './response.ts';
import type { Guard } from './shape.ts';
import type { Call, CallOptions, Query, Transport } from './transport.ts';

/** One page of a list. */
export interface Page<Item, Position = string> {
  /** The entries. */
  readonly items: readonly Item[];
  /** Where the page after this one begins, for the option `cursor` (of events: `after`); `undefined` on the last page. */
  readonly next: Position | undefined;
}

/** How a list is read. */
export interface ListOptions extends CallOptions {
  /**
   * Entries in one page, 1 to 100; 100 by default, for the fewest requests.
   * @example { limit: 20 }
   */
  limit?: number | undefined;
  /**
   * Begins at this page: the `next` of an earlier one, with the same filters.
   * @example { cursor: page.next }
   */
  cursor?: string | undefined;
}

type FetchPage<Item, Position> = (position: Position | undefined) => Promise<Page<Item, Position>>;

/** A list that may have many pages. Nothing is requested before it is read. */
export class PagedList<Item, Position = string> implements AsyncIterable<Item> {
  readonly #fetchPage: FetchPage<Item, Position>;
  readonly #start: Position | undefined;

  constructor(fetchPage: FetchPage<Item, Position>, start: Position | undefined) {
    this.#fetchPage = fetchPage;
    this.#start = start;
  }

  /**
   * Fetches one page: the first one, or that at which the list was told to begin.
   * @example const { items, next } = await client.pets.list({ limit: 20 }).page();
   */
  page(): Promise<Page<Item, Position>> {
    return this.#fetchPage(this.#start);
  }

  /**
   * Walks all pages from here to the last.
   * @example for await (const { items } of client.pets.list().pages()) console.log(items.length);
   */
  async *pages(): AsyncGenerator<Page<Item, Position>, void, undefined> {
    let position = this.#start;
    do {
      const page: Page<Item, Position> = await this.#fetchPage(position);
      yield page;
      position = page.next;
    } while (position !== undefined);
  }

  /**
   * Collects entries, from here on and at most `limit`. `Array.fromAsync(listing)` collects them all.
   * @example const newest = await client.pets.list({ sort: '-createdAt' }).toArray({ limit: 500 });
   */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    const items: Item[] = [];
    if (!(limit > 0)) return items;
    for await (const item of this) if (items.push(item) >= limit) break;
    return items;
  }

  /**
   * Walks all entries of all pages.
   * @example for await (const { name } of client.pets.list()) console.log(name);
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/**
 * The earlier name of {@link PagedList}. The type of an animal of `client.listings` is `PetListing`.
 * @deprecated
 */
export type Listing<Item, Position = string> = PagedList<Item, Position>;

/** What is listed. */
interface ListCall<Item> {
  path: string;
  filters?: Query;
  accepts: Guard<Item[]>;
}

/** A list whose pages begin at cursors. */
export function listByCursor<Item>(
  transport: Transport,
  { path, filters, accepts }: ListCall<Item>,
  { limit = maxPageSize, cursor: start, ...options }: ListOptions,
): PagedList<Item> {
  // Without any id the filter would vanish from the address, and every entry would come.
  if (Array.isArray(filters?.['id']) && filters['id'].length === 0) {
    return new PagedList<Item>(async () => ({ items: [], next: undefined }), undefined);
  }
  return new PagedList((cursor) => {
    const query = { limit, ...filters, cursor };
    return fetchPage(transport, { path, query, accepts, options }, cursorIn);
  }, start);
}

/** How many entries a list has in all of its pages. @throws PetstoreError `unexpected_response` when it is not told */
export async function countEntries<Item>(
  transport: Transport,
  { path, filters, accepts }: ListCall<Item>,
  options: CallOptions,
): Promise<number> {
  const query = { limit: 1, ...filters };
  const headers = { Prefer: 'count=exact' };
  const answer = await transport.send({ method: 'GET', path, query, headers, accepts, options });
  const total = answer.headers.get('X-Total-Count') ?? '';
  if (/^\d+$/.test(total)) return Number(total);
  throw unexpectedResponse(answer, 'The answer carries no X-Total-Count.');
}

/**
 * Requests one page. Of the link to the next page only its position is taken, which `read` finds in the query: the
 * address may be another one than that by which this client reaches the server, and the API key goes nowhere else.
 */
export async function fetchPage<Item, Position>(
  transport: Transport,
  call: Omit<Call<Item[]>, 'method' | 'body'>,
  read: (link: URLSearchParams) => Position | undefined,
): Promise<Page<Item, Position>> {
  const answer = await transport.send({ ...call, method: 'GET' });
  return { items: answer.data, next: readNext(answer, read) };
}

/** The cursor of the next page; `undefined` on the last one. @throws PetstoreError `unexpected_response` */
export function readCursor(answer: Answer): string | undefined {
  return readNext(answer, cursorIn);
}

function cursorIn(link: URLSearchParams): string | undefined {
  return link.get('cursor') ?? undefined;
}

function readNext<Position>(
  answer: Answer,
  read: (link: URLSearchParams) => Position | undefined,
): Position | undefined {
  const link = findLink(answer.headers.get('Link'), 'next');
  if (link === undefined) return undefined;
  const next = read(new URLSearchParams(link.slice(link.indexOf('?') + 1)));
  if (next === undefined) throw unexpectedResponse(answer, 'The link to the next page does not tell where it begins.');
  return next;
}
