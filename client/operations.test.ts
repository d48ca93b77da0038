import { describe, expect, test } from 'bun:test';
import document from '../openapi.json' with { type: 'json' };
import { FacetedListings } from '../src/animals/listings/schemas.ts';
import { examples } from '../src/api/document/examples.ts';
import { writeInt64Strings } from '../src/api/int64-strings.ts';
import type { Operation } from '../src/api/operation.ts';
import type { TSchema } from '../src/api/schemas.ts';
import { operations } from '../src/catalogue/resources.ts';
import { Event } from '../src/record/events/schemas.ts';
import { type Client, createClient } from './index.ts';
import { operations as table } from './operations.gen.ts';
import type { CallOperation, ListOperation } from './transport/operation.ts';
import { PagedList } from './transport/paging.ts';

async function onePage<Item, Position>(listing: PagedList<Item, Position>): Promise<readonly Item[]> {
  return (await listing.page()).items;
}

type Calls = Record<string, (client: Client) => Promise<unknown>>;
type Methods = Record<string, Record<string, (...parameters: readonly unknown[]) => unknown>>;
type Rows = Readonly<Record<string, CallOperation | ListOperation>>;

const ifMatch = '"tag"';

/** A call of every method of the SDK, with every option that affects the request. */
const calls: Calls = {
  ...Object.fromEntries(Object.entries(table).flatMap(([resource, rows]) => callsOf(resource, rows))),
  'photos.add': ({ photos }) => photos.add(17n, new Blob(['image'], { type: 'image/jpeg' }), { importId: 3n }),
  'listings.listWithFacets': ({ listings }) => listings.listWithFacets({ species: 'Cat', limit: 1 }),
  'categories.merge': ({ categories }) => categories.merge(3n, { into: 5n }, { ifMatch }),
  'inventory.categories': ({ inventory }) => onePage(inventory.categories({ limit: 5, cursor: 'c' })),
  'events.follow': async ({ events }) => {
    for await (const event of events.follow({ after: 815n })) return event;
    return undefined;
  },
  'events.lastId': ({ events }) => events.lastId(),
  'keys.revoke': ({ keys }) => keys.revoke(2n, { ifMatch, keepWebhooks: true }),
};

/** Calls that follow from the operations: with an id for each in the path, the body of the example, and all parameters. */
function callsOf(resource: string, rows: Rows): [name: string, call: Calls[string]][] {
  return Object.entries(rows).map(([name, row]) => {
    const operation = operationAt(row.kind === 'call' ? row.method : 'GET', row.path);
    const ids = [17n, 7n].slice(0, row.path.split('{').length - 1);
    const bodies = row.kind === 'call' && row.body ? [examples.operations[operation.id]?.request ?? {}] : [];
    const isRepeated = (parameter: string) => 'items' in (operation.query[parameter]?.schema ?? {});
    const sampleOf = (parameter: string) => (isRepeated(parameter) ? ['a'] : 'a');
    const options = {
      ...Object.fromEntries(Object.entries(row.query).map(([option, parameter]) => [option, sampleOf(parameter)])),
      ...(row.kind === 'list' && { limit: 5, cursor: 'c' }),
      ...(operation.kind === 'write' && operation.isConditional && { ifMatch }),
    };
    const call: Calls[string] = async (client) => {
      const result = (client as unknown as Methods)[resource]?.[name]?.(...ids, ...bodies, options);
      return result instanceof PagedList ? await onePage(result) : await result;
    };
    return [`${resource}.${name}`, call];
  });
}

function operationAt(method: string, path: string): Operation {
  const found = operations.find((operation) => operation.method === method && operation.path === path);
  if (found === undefined) throw new Error(`${method} ${path} is no operation`);
  return found;
}

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
