import fc from 'fast-check';
import { operations } from './document.ts';
import { anyRequest, type FuzzedRequest, requests as requestsOf } from './requests.ts';

/** Requests, and what happens to the service around them. */
export interface Step {
  /** Background jobs, a restart of the app, or time that passes, before the requests. */
  readonly before: 'nothing' | 'jobs' | 'restart' | 'an hour' | 'a month';
  /** Sent together. `next page` is that of the last list; `again` repeats the last request with an `Idempotency-Key`. */
  readonly requests: readonly (FuzzedRequest | 'next page' | 'again')[];
  /** Where a write of the requests fails; see `Faults`. */
  readonly fault: 'none' | 'statement' | 'commit' | 'connection';
}

const usually = 40;

/** How often an operation is called, if not once. */
const shares: Readonly<Record<string, number>> = {
  ...{ createPet: 8, updatePet: 4, createListing: 4, putProfile: 2, addPhoto: 2, placeOrder: 5, createInquiry: 3 },
  ...{ updateInquiry: 2, orderInquiry: 2, listPets: 8, listListings: 8, listOrders: 2, listEvents: 2 },
  ...{ getStatistics: 2, getInventory: 2 },
};
/** What the first steps call, so that the others find something. */
const firstShares: Readonly<Record<string, number>> = {
  ...{ createPet: 8, createListing: 6, placeOrder: 6, createInquiry: 4, addPhoto: 2, createWebhook: 3, createKey: 2 },
  ...{ putCategory: 3 },
};

const plain = { before: 'nothing', fault: 'none' } as const;
export const maxConcurrent = 3;

/** Concurrent requests, valid and invalid. */
export const anyBatch: fc.Arbitrary<Step> = fc
  .array(anyRequest, { maxLength: maxConcurrent })
  .map((requests) => ({ ...plain, requests }));

const stepOf = (request: fc.Arbitrary<Step['requests'][number]>): fc.Arbitrary<Step> =>
  fc.record({
    before: fc.oneof(
      { weight: usually, arbitrary: fc.constant('nothing' as const) },
      { weight: 4, arbitrary: fc.constant('jobs' as const) },
      { weight: 1, arbitrary: fc.constantFrom('restart', 'an hour', 'an hour', 'a month') },
    ),
    requests: fc.tuple(request),
    fault: fc.oneof(
      { weight: usually, arbitrary: fc.constant('none' as const) },
      { weight: 3, arbitrary: fc.constantFrom('statement', 'commit', 'connection') },
    ),
  });

export const firstStep = stepOf(requestsOf(true, (id) => firstShares[id] ?? 0));

export const laterStep = stepOf(
  fc.oneof(
    { weight: usually, arbitrary: requestsOf(true, (id) => shares[id] ?? 1) },
    { weight: usually / 4, arbitrary: anyRequest },
    { weight: 10, arbitrary: fc.constantFrom('next page', 'next page', 'next page', 'again') },
  ),
);

const pagesOfList = 5;

/** Reads everything that can be read without an id. */
export const lastSteps: readonly Step[] = operations
  .filter(({ method, template }) => method === 'GET' && !template.includes('{'))
  .flatMap(({ template, query }) => {
    const target = 'limit' in query ? `${template}?limit=100` : template;
    const headers = { Prefer: 'count=exact' };
    const request: FuzzedRequest = { method: 'GET', target, headers, credential: 'admin', body: undefined };
    const next: readonly Step[] = Array('limit' in query ? pagesOfList : 0).fill({ ...plain, requests: ['next page'] });
    return [{ ...plain, before: 'jobs', requests: [request] } as const, ...next];
  });
