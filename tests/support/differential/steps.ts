import fc from 'fast-check';
import { type FuzzedOperation, fuzzedOperations } from '../fuzz/document.ts';
import { anyRequest, type FuzzedRequest, picture } from '../fuzz/requests.ts';
import { jsonOf, parameterText, searchText } from '../fuzz/values.ts';

/** A request, and what happens to the service around it. */
export interface Step {
  /** Background jobs, a restart of the app, or time that passes, before the request. */
  readonly before: 'nothing' | 'jobs' | 'restart' | 'an hour' | 'a month';
  /** `next page` is that of the last list; `again` repeats the last request with an `Idempotency-Key`. */
  readonly request: FuzzedRequest | 'next page' | 'again';
  /** Where a write of the request fails; see `Faults`. */
  readonly fault: 'none' | 'statement' | 'commit' | 'connection';
}

const usually = 40;
/** How often an operation is called, if not once. */
const shares: Readonly<Record<string, number>> = {
  ...{
    createPet: 8,
    updatePet: 4,
    createListing: 4,
    putProfile: 2,
    addPhoto: 2,
    placeOrder: 5,
    createInquiry: 3,
    updateInquiry: 2,
    orderInquiry: 2,
  },
  ...{ listPets: 8, listListings: 8, listOrders: 2, listEvents: 2, getStatistics: 2, getInventory: 2 },
};
/** What the first steps call, so that the others find something. */
const firstShares: Readonly<Record<string, number>> = {
  ...{ createPet: 8, createListing: 6, placeOrder: 6, createInquiry: 4, addPhoto: 2, createWebhook: 3, createKey: 2 },
  ...{ putCategory: 3 },
};
const firstSteps = 60;
const keys = ['"role":"editor"', '"scopes":["pets:read"]', '"role":"public","origins":["https://a.example"]'];
const smallNumber = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 25 })).map(String);
type Headers = fc.Arbitrary<Record<string, string>>;
const readHeaders: Headers = fc.constantFrom(
  ...[
    {},
    { 'If-None-Match': '<etag>' },
    { Prefer: 'count=exact' },
    { Prefer: 'count=exact' },
    { Prefer: 'count=facets' },
  ],
);
const writeHeaders: Headers = fc.oneof(
  fc.constantFrom({}, { 'If-Match': '<etag>' }),
  fc.integer({ min: 1, max: 50 }).map((number) => ({ 'Idempotency-Key': `"key-${number}"` })),
);

/** Parameters of a list: a short page always, and most often a search or an order. */
function likelyQuery(query: FuzzedOperation['query']): fc.Arbitrary<string> {
  const filters = Object.keys(query).filter((name) => name !== 'cursor' && name !== 'limit');
  const chosen = fc.oneof(
    fc.subarray(filters, { maxLength: Math.min(2, filters.length) }),
    fc.subarray(filters.filter((name) => name === 'q' || name === 'sort')),
  );
  const textOf = (name: string) => {
    if (name === 'q') return searchText;
    return name === 'limit' ? smallNumber : parameterText(query[name] ?? {});
  };
  return chosen
    .map((names) => ('limit' in query ? [...names, 'limit'] : names))
    .chain((names) =>
      fc.tuple(...names.map((name) => textOf(name).map((text): [string, string] => [name, text.toWellFormed()]))),
    )
    .map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`));
}

/** A request that most often succeeds: those of the fuzzer rarely do, so that few of them have anything to read. */
function likelyRequest({ id, method, template, query, body }: FuzzedOperation): fc.Arbitrary<FuzzedRequest> {
  const { id: _, ...properties } = body?.schema.properties ?? {};
  const text =
    id === 'createKey'
      ? fc.constantFrom(...keys.map((key) => `{"name":"a",${key}}`))
      : jsonOf({ ...body?.schema, properties });
  return fc
    .record({
      ids: fc.array(smallNumber, { minLength: 2, maxLength: 2 }),
      search: likelyQuery(query),
      own: method === 'GET' ? readHeaders : writeHeaders,
      text: id === 'addPhoto' ? fc.constant(picture) : text,
    })
    .map(({ ids, search, own, text: sent }) => {
      const path = template.replaceAll(/\{\w+\}/g, () => ids.pop() ?? '');
      const target = path + search;
      const type = id === 'addPhoto' ? 'image/png' : body?.mediaTypes[0];
      if (type === undefined) return { method, target, headers: own, credential: 'admin', body: undefined };
      return { method, target, headers: { ...own, 'Content-Type': type }, credential: 'admin', body: sent };
    });
}

const stepOf = (request: fc.Arbitrary<Step['request']>): fc.Arbitrary<Step> =>
  fc.record({
    before: fc.oneof(
      { weight: usually, arbitrary: fc.constant('nothing' as const) },
      { weight: 4, arbitrary: fc.constant('jobs' as const) },
      { weight: 1, arbitrary: fc.constantFrom('restart', 'an hour', 'an hour', 'a month') },
    ),
    request,
    fault: fc.oneof(
      { weight: usually, arbitrary: fc.constant('none' as const) },
      { weight: 3, arbitrary: fc.constantFrom('statement', 'commit', 'connection') },
    ),
  });

const likely = (weights: Readonly<Record<string, number>>, otherwise: number) =>
  fc.oneof(...fuzzedOperations.map((one) => ({ weight: weights[one.id] ?? otherwise, arbitrary: likelyRequest(one) })));

const firstStep = stepOf(likely(firstShares, 0));

const laterStep = stepOf(
  fc.oneof(
    { weight: usually / 4, arbitrary: anyRequest },
    { weight: usually, arbitrary: likely(shares, 1) },
    { weight: 10, arbitrary: fc.constantFrom('next page', 'next page', 'next page', 'again') },
  ),
);

/** So many steps. Those of a smaller count are the first of those of a larger one. */
export function makeSteps(seed: number, count: number): readonly Step[] {
  const first = fc.sample(firstStep, { seed, numRuns: Math.min(count, firstSteps) });
  return count <= firstSteps ? first : [...first, ...fc.sample(laterStep, { seed, numRuns: count - firstSteps })];
}

const pagesOfList = 5;

/** Reads everything that can be read without an id. */
export const lastSteps: readonly Step[] = fuzzedOperations
  .filter(({ method, pathParameters }) => method === 'GET' && Object.keys(pathParameters).length === 0)
  .flatMap(({ template, query }) => {
    const target = 'limit' in query ? `${template}?limit=100` : template;
    const request: FuzzedRequest = {
      ...{ method: 'GET', target, headers: { Prefer: 'count=exact' }, credential: 'admin', body: undefined },
    };
    const next: readonly Step[] = Array(pagesOfList).fill({ before: 'nothing', request: 'next page', fault: 'none' });
    return [{ before: 'jobs', request, fault: 'none' } as const, ...next];
  });
