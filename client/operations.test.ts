import { describe, expect, test } from 'bun:test';
import document from '../openapi.json' with { type: 'json' };
import { FacetedListings } from '../src/animals/listings/schemas.ts';
import { examples } from '../src/api/document/examples.ts';
import { writeInt64Strings } from '../src/api/int64-strings.ts';
import type { Operation } from '../src/api/operation.ts';
import type { TSchema } from '../src/api/schemas.ts';
import { operations } from '../src/catalogue/resources.ts';
import { Event } from '../src/record/events/schemas.ts';
import { type Client, createClient, type PagedList } from './index.ts';

async function onePage<Item, Position>(listing: PagedList<Item, Position>): Promise<readonly Item[]> {
  return (await listing.page()).items;
}

const ifMatch = '"tag"';
const createdAfter = '2026-12-01T00:00:00Z';
const page = { limit: 5, cursor: 'c' } as const;
const somePets = { status: 'sold', categoryId: 3n } as const;
const someInquiries = {
  status: 'open',
  stage: 'new',
  petId: 17n,
  assigneeId: 3n,
  assigned: true,
  sort: '-id',
} as const;
const someOrders = { status: 'placed', petId: 17n, reference: 'R-1', createdAfter, sort: '-id' } as const;

/** A call of every method of the SDK, with every option that affects the request. */
const calls: Record<string, (client: Client) => Promise<unknown>> = {
  'pets.list': ({ pets }) =>
    onePage(pets.list({ ...somePets, reference: 'r', ids: [17n], q: 'ros', sort: 'name', ...page })),
  'pets.count': ({ pets }) => pets.count(somePets),
  'pets.get': ({ pets }) => pets.get(17n),
  'pets.create': ({ pets }) => pets.create({ name: 'Frank', categoryId: 3n }),
  'pets.update': ({ pets }) => pets.update(17n, { name: 'Rex' }, { ifMatch }),
  'pets.remove': ({ pets }) => pets.remove(17n, { ifMatch }),
  'profiles.get': ({ profiles }) => profiles.get(17n),
  'profiles.put': ({ profiles }) => profiles.put(17n, { species: 'Cat' }, { ifMatch }),
  'profiles.update': ({ profiles }) => profiles.update(17n, { breed: null }, { ifMatch }),
  'notes.list': ({ notes }) => onePage(notes.list(17n, { sort: '-id', ...page })),
  'notes.get': ({ notes }) => notes.get(17n, 7n),
  'notes.create': ({ notes }) => notes.create(17n, { text: 'Ate well.' }, { ifMatch }),
  'notes.update': ({ notes }) => notes.update(17n, 7n, { text: 'Ate well.' }, { ifMatch }),
  'notes.remove': ({ notes }) => notes.remove(17n, 7n, { ifMatch }),
  'notes.all': ({ notes }) => onePage(notes.all({ sort: '-id', ...page })),
  'photos.list': ({ photos }) => photos.list(17n),
  'photos.get': ({ photos }) => photos.get(17n, 7n),
  'photos.add': ({ photos }) => photos.add(17n, new Blob(['image'], { type: 'image/jpeg' }), { importId: 3n }),
  'photos.update': ({ photos }) => photos.update(17n, 7n, { position: 0n }, { ifMatch }),
  'photos.remove': ({ photos }) => photos.remove(17n, 7n, { ifMatch }),
  'listings.list': ({ listings }) =>
    onePage(
      listings.list({
        ...{ ...somePets, species: 'Cat', sex: ['female'], size: 'small', goodWith: ['cats'], ids: [17n] },
        ...{ breed: ['Beagle', 'Pug'], color: 'red', location: 'Aachen', publicLocation: 'Köln', tags: ['a'] },
        ...{ bornAfter: '2024-05-01', bornBefore: '2025-05-01', arrivedAfter: '2026-05-01', neutered: true },
        ...{ vaccinated: true, houseTrained: false, specialNeeds: true, changedSince: createdAfter, ...page },
        ...{
          q: 'ros',
          sort: 'name',
          whereabouts: 'foster',
          intakeType: 'stray',
          outcomeType: 'died',
          onHold: true,
          byKind: true,
          missing: ['photo'],
        },
      }),
    ),
  'listings.listWithFacets': ({ listings }) => listings.listWithFacets({ species: 'Cat', limit: 1 }),
  'listings.changes': ({ listings }) => listings.changes({ after: 'c', limit: 5 }),
  'listings.create': ({ listings }) => listings.create({ name: 'Frank', categoryId: 3n, profile: { species: 'Cat' } }),
  'listings.get': ({ listings }) => listings.get(17n),
  'categories.list': ({ categories }) => onePage(categories.list({ ids: [3n], ...page })),
  'categories.get': ({ categories }) => categories.get(3n),
  'shelter.get': ({ shelter }) => shelter.get(),
  'shelter.update': ({ shelter }) => shelter.update({ currency: 'EUR' }, { ifMatch }),
  'categories.merge': ({ categories }) => categories.merge(3n, { into: 5n }, { ifMatch }),
  'categories.remove': ({ categories }) => categories.remove(3n, { ifMatch }),
  'categories.put': ({ categories }) => categories.put(3n, { name: 'Dogs' }, { ifMatch }),
  'imports.list': ({ imports }) => onePage(imports.list({ sort: '-id', ...page })),
  'imports.create': ({ imports }) => imports.create({ fileName: 'animals.csv', rows: 3n }),
  'imports.get': ({ imports }) => imports.get(7n),
  'imports.add': ({ imports }) => imports.add(7n, { rows: [{ row: 2n, update: { petId: 17n } }] }, { ifMatch }),
  'imports.finish': ({ imports }) => imports.finish(7n, { ifMatch }),
  'imports.undo': ({ imports }) => imports.undo(7n, { ifMatch }),
  'imports.kept': ({ imports }) => onePage(imports.kept(7n, page)),
  'orders.list': ({ orders }) => onePage(orders.list({ ...someOrders, ...page })),
  'orders.count': ({ orders }) => orders.count(someOrders),
  'orders.search': ({ orders }) => orders.search({ text: 'ada', before: 9n }),
  'orders.get': ({ orders }) => orders.get(7n),
  'orders.place': ({ orders }) => orders.place({ petId: 17n }),
  'orders.complete': ({ orders }) => orders.complete(7n, { ifMatch }),
  'orders.cancel': ({ orders }) => orders.cancel(7n, { ifMatch }),
  'orders.reopen': ({ orders }) => orders.reopen(7n, { ifMatch }),
  'orders.update': ({ orders }) => orders.update(7n, { note: null, contact: { name: 'Ada' } }, { ifMatch }),
  'orders.return': ({ orders }) => orders.return(7n, { reason: 'Too loud.' }, { ifMatch }),
  'orders.eraseContact': ({ orders }) => orders.eraseContact(7n, { ifMatch }),
  'inquiries.list': ({ inquiries }) => onePage(inquiries.list({ ...someInquiries, ...page })),
  'inquiries.count': ({ inquiries }) => inquiries.count(someInquiries),
  'inquiries.search': ({ inquiries }) => inquiries.search({ text: 'ada', before: 9n }),
  'inquiries.get': ({ inquiries }) => inquiries.get(7n),
  'inquiries.create': ({ inquiries }) =>
    inquiries.create({ petId: 17n, name: 'Ada', email: 'ada@example.org', message: 'May I visit?' }),
  'inquiries.update': ({ inquiries }) =>
    inquiries.update(7n, { stage: 'reviewing', assigneeId: 3n, note: null }, { ifMatch }),
  'inquiries.order': ({ inquiries }) => inquiries.order(7n, { note: 'Saturday' }, { ifMatch }),
  'inquiries.close': ({ inquiries }) => inquiries.close(7n, { ifMatch }),
  'inquiries.remove': ({ inquiries }) => inquiries.remove(7n, { ifMatch }),
  'statistics.matrix': ({ statistics }) => statistics.matrix({ month: '2026-11' }),
  'statistics.get': ({ statistics }) =>
    statistics.get({ from: '2026-11-01', to: '2026-12-01', by: 'week', categoryId: 3n, groupBy: 'category' }),
  'inventory.get': ({ inventory }) => inventory.get({ groupBy: 'category', limit: 5 }),
  'inventory.categories': ({ inventory }) => onePage(inventory.categories(page)),
  'events.list': ({ events }) =>
    onePage(
      events.list({
        petId: 17n,
        orderId: 7n,
        type: 'pet.updated',
        actor: 'person:1',
        importId: 3n,
        sort: '-id',
        after: 815n,
        limit: 5,
      }),
    ),
  'events.follow': async ({ events }) => {
    for await (const event of events.follow({ after: 815n })) return event;
    return undefined;
  },
  'events.lastId': ({ events }) => events.lastId(),
  'keys.list': ({ keys }) => onePage(keys.list({ status: 'active', ...page })),
  'keys.get': ({ keys }) => keys.get(2n),
  'keys.self': ({ keys }) => keys.self(),
  'keys.create': ({ keys }) => keys.create({ name: 'web site', scopes: ['pets:read'] }),
  'keys.rotate': ({ keys }) => keys.rotate(2n, { graceSeconds: 60 }, { ifMatch }),
  'keys.update': ({ keys }) => keys.update(2n, { name: 'web site' }, { ifMatch }),
  'keys.revoke': ({ keys }) => keys.revoke(2n, { ifMatch, keepWebhooks: true }),
  'people.list': ({ people }) => onePage(people.list(page)),
  'people.get': ({ people }) => people.get(1n),
  'people.self': ({ people }) => people.self(),
  'people.create': ({ people }) => people.create({ name: 'Ana', role: 'editor' }),
  'people.update': ({ people }) => people.update(1n, { role: 'staff' }, { ifMatch }),
  'people.remove': ({ people }) => people.remove(1n, { ifMatch }),
  'people.invite': ({ people }) => people.invite(1n, { ifMatch }),
  'people.events': ({ people }) => onePage(people.events({ sort: '-id', callerId: 7n, ...page })),
  'people.ownLink': ({ people }) => people.ownLink(),
  'people.signIn': ({ people }) => people.signIn({ device: 'Phone' }),
  'devices.list': ({ devices }) => onePage(devices.list(1n, { limit: 5, cursor: 'c' })),
  'devices.remove': ({ devices }) => devices.remove(1n, 2n, { ifMatch }),
  'webhooks.list': ({ webhooks }) => onePage(webhooks.list({ createdBy: 2n, ...page })),
  'webhooks.get': ({ webhooks }) => webhooks.get(5n),
  'webhooks.create': ({ webhooks }) => webhooks.create({ url: 'https://shelter.example.org/events' }),
  'webhooks.update': ({ webhooks }) => webhooks.update(5n, { types: ['pet.created'] }, { ifMatch }),
  'webhooks.pause': ({ webhooks }) => webhooks.pause(5n, { ifMatch }),
  'webhooks.resume': ({ webhooks }) => webhooks.resume(5n, { ifMatch }),
  'webhooks.rotate': ({ webhooks }) => webhooks.rotate(5n, { graceSeconds: 60 }, { ifMatch }),
  'webhooks.test': ({ webhooks }) => webhooks.test(5n, { ifMatch }),
  'webhooks.attempts': ({ webhooks }) => onePage(webhooks.attempts(5n, { limit: 5, cursor: 'c' })),
  'webhooks.attempt': ({ webhooks }) => webhooks.attempt(5n, 90n),
  'webhooks.backlog': ({ webhooks }) => webhooks.backlog(5n),
  'webhooks.redeliver': ({ webhooks }) => webhooks.redeliver(5n, 815n, { ifMatch }),
  'webhooks.remove': ({ webhooks }) => webhooks.remove(5n, { ifMatch }),
  'deliveries.list': ({ deliveries }) => onePage(deliveries.list({ webhookId: 5n, status: 'dead', ...page })),
  'deliveries.retry': ({ deliveries }) => deliveries.retry(31n, { ifMatch }),
};

/** The parameters, headers and bodies in the requests of one operation. */
class Carried {
  readonly query = new Set<string>();
  readonly headers = new Set<string>();
  readonly bodies = new Set<unknown>();
}

/**
 * Answers each request with the example of its operation in the document, with the integers that it prefers, and records
 * what it carried.
 */
function createRecorder() {
  const carried = new Map<Operation, Carried>();
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const operation = operations.find(({ method, path }) => method === init.method && toPattern(path).test(pathname));
    if (operation === undefined) throw new Error(`${init.method} ${pathname} is no operation`);
    const seen = carried.get(operation) ?? new Carried();
    carried.set(operation, seen);
    const sent = new Headers(init.headers);
    for (const name of searchParams.keys()) seen.query.add(name);
    for (const name of sent.keys()) seen.headers.add(name);
    seen.bodies.add(init.body ?? undefined);
    const preferences = sent.get('Prefer')?.split(', ') ?? [];
    const asPreferred = (schema: TSchema, value: unknown) =>
      preferences.includes('int64=string') ? writeInt64Strings(schema, JSON.stringify(value)) : JSON.stringify(value);
    if (preferences.includes('count=facets')) return new Response(asPreferred(FacetedListings, examples.facets));
    return answerOf(operation, sent.get('Accept') === 'text/event-stream', asPreferred);
  };
  const options = { baseUrl: 'https://pets.example', apiKey: 'secret', fetch };
  return { carried, client: createClient(options), stringClient: createClient({ ...options, ids: 'string' }) };
}

function toPattern(path: string): RegExp {
  return new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '\\d+')}$`);
}

function answerOf(
  { id, response: { status, schema } }: Operation,
  isStream: boolean,
  write: (schema: TSchema, value: unknown) => string,
): Response {
  const example = examples.operations[id]?.response;
  if (!isStream) {
    const body = schema === undefined ? null : write(schema, example);
    return new Response(body, { status, headers: { 'X-Total-Count': '1' } });
  }
  const [event] = example as { id: number }[];
  const blocks = `id: ${event?.id}\n\nid: ${event?.id}\ndata: ${write(Event, event)}\n\n`;
  return new Response(blocks, { headers: { 'Content-Type': 'text/event-stream' } });
}

const { client, stringClient, carried } = createRecorder();
const outcomes = await Promise.all(
  Object.entries(calls).map(
    async ([name, call]) =>
      [
        name,
        await call(client).catch((thrown: unknown) => thrown),
        // It takes a bigint, too; only the types say otherwise.
        await call(stringClient as unknown as Client).catch((thrown: unknown) => thrown),
      ] as const,
  ),
);

test('the calls above cover every method of the SDK', () => {
  const { request: _, ...resources } = client;
  // `verify` sends nothing.
  const methods = Object.entries(resources).flatMap(([name, resource]) =>
    Object.keys(resource)
      .filter((method) => method !== 'verify')
      .map((method) => `${name}.${method}`),
  );
  expect(Object.keys(calls).sort()).toEqual(methods.sort());
});

test('a name for a category may be that of another, of which only the name is sent', async () => {
  const recorder = createRecorder();
  await recorder.client.categories.put(5n, { id: 3n, name: 'Dogs' } as { name: string });
  expect([...recorder.carried.values()].map(({ bodies }) => [...bodies])).toEqual([['{"name":"Dogs"}']]);
});

test.each(outcomes)('%s calls an operation and accepts its example response', (name, outcome) => {
  expect(outcome).not.toBeInstanceOf(Error);
  const empty = ['pets', 'categories', 'notes', 'photos', 'webhooks', 'inquiries', 'people', 'devices'].map(
    (resource) => `${resource}.remove`,
  );
  expect(outcome === undefined).toBe(
    ['keys.revoke', 'orders.eraseContact', 'categories.merge', ...empty].includes(name),
  );
});

test.each(outcomes)('%s of a client with ids as strings results in the same as JSON', (_name, outcome, withStrings) => {
  expect(withStrings).not.toBeInstanceOf(Error);
  expect(JSON.parse(JSON.stringify({ result: withStrings }))).toEqual({ result: withIdsAsStrings(outcome) });
});

const int32Members = new Set(
  [...JSON.stringify(document).matchAll(/"(\w+)":\{[^{}]*"format":"int32"/g)].map(([, name]) => name),
);

/** What the type `StringIds` says. */
function withIdsAsStrings(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return int32Members.has(name) ? Number(value) : String(value);
  if (Array.isArray(value)) return value.map((entry) => withIdsAsStrings(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withIdsAsStrings(member, key)]));
}

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const seen = () => carried.get(operation) ?? new Carried();

  test('can be called through the SDK with every parameter that it has', () => {
    expect(carried.has(operation)).toBe(true);
    expect([...seen().query].sort()).toEqual(Object.keys(operation.query).sort());
  });

  test('receives Idempotency-Key if it is a POST, and If-Match if it is conditional', () => {
    expect(seen().headers.has('idempotency-key')).toBe(operation.method === 'POST');
    expect(seen().headers.has('if-match')).toBe(operation.kind === 'write' && operation.isConditional);
  });

  test('receives a JSON object with members exactly if it takes one', () => {
    const takesJson = operation.kind === 'write' && operation.write !== 'upload' && operation.body !== undefined;
    const received = [...seen().bodies].map((body) => typeof body === 'string' && JSON.stringify(JSON.parse(body)));
    expect(received).toEqual(received.map(() => takesJson && expect.stringMatching(/^\{".*\}$/)));
  });
});
