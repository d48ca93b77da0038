import { Semaphore } from '../../lib/semaphore.ts';
import { facetsType } from '../../operations/define-facets.ts';
import { entityTag } from '../../operations/entity-tag.ts';
import type { CountedFacets } from '../../operations/operation.ts';
import { tooManyWaiting } from '../../store/errors.ts';
import type { Reply } from '../response/reply.ts';

/** Requests for facets that wait for their turn in a process: those of some seconds. */
const maxWaiting = 50;

/**
 * Adds facets to pages, for one request at a time: counting takes many steps of some milliseconds, and between two steps of
 * one request those of as many others would delay all other requests.
 */
export class FacetCounter {
  readonly #turn = new Semaphore(1);
  #waiting = 0;

  /** @throws ServiceError `overloaded` when too many requests wait */
  async addTo(
    page: { body: string; link: string; headers: Headers },
    count: () => Promise<CountedFacets>,
  ): Promise<Reply> {
    if (this.#waiting >= maxWaiting) throw tooManyWaiting();
    this.#waiting++;
    await this.#turn.acquire();
    try {
      return toReply(page, await count());
    } finally {
      this.#waiting--;
      this.#turn.release();
    }
  }
}

function toReply(
  page: { body: string; link: string; headers: Headers },
  { body: facets, total }: CountedFacets,
): Reply {
  const { headers, link } = page;
  const body = `{"items":${page.body},"facets":${facets}}`;
  headers.set('Content-Type', facetsType);
  headers.set('Preference-Applied', 'count=facets');
  if (total !== undefined) headers.set('X-Total-Count', String(total));
  headers.set('ETag', entityTag(body, link));
  return { status: 200, headers, body };
}
