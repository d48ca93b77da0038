import { unexpectedResponse } from './answer.ts';
import { findLink } from './link.ts';
import type { Call, Transport } from './transport.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The cursor of the page after this one, for the option `cursor`; `undefined` on the last page. */
  readonly next: string | undefined;
}

/** A list that may have many pages. Nothing is requested before it is read. */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
  readonly #start: string | undefined;

  constructor(fetchPage: (cursor: string | undefined) => Promise<Page<Item>>, start: string | undefined) {
    this.#fetchPage = fetchPage;
    this.#start = start;
  }

  /** Fetches one page: the first one, or that of the option `cursor`. */
  page(): Promise<Page<Item>> {
    return this.#fetchPage(this.#start);
  }

  /** Walks all pages from here to the last. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor = this.#start;
    do {
      const page: Page<Item> = await this.#fetchPage(cursor);
      yield page;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  /** Walks all entries of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/**
 * Requests one page. Of the link to the next page only the cursor is taken: its address may be another one than that
 * by which this client reaches the server, and the API key goes nowhere else.
 */
export async function fetchPage<Item>(
  transport: Transport,
  call: Omit<Call<Item[]>, 'method' | 'body'>,
): Promise<Page<Item>> {
  const answer = await transport.send({ ...call, method: 'GET' });
  const link = findLink(answer.headers.get('Link'), 'next');
  if (link === undefined) return { items: answer.data, next: undefined };
  const next = new URLSearchParams(link.slice(link.indexOf('?') + 1)).get('cursor');
  if (next === null) throw unexpectedResponse(answer, 'The link to the next page carries no cursor.');
  return { items: answer.data, next };
}
