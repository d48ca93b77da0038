import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Client, createClient } from '../index.ts';

const origin = 'https://catalogue.example';
const requested: string[] = [];
let respond: (url: URL) => Response;
let server: Bun.Server<undefined>;
let client: Client;

beforeAll(() => {
  const fetch = ({ url }: Request) => {
    requested.push(url.slice(server.url.origin.length));
    return respond(new URL(url));
  };
  server = Bun.serve({ port: 0, fetch });
  client = createClient({ baseUrl: server.url.href, apiKey: 'secret', retries: 0 });
});
beforeEach(() => void requested.splice(0));
afterAll(() => server.stop(true));

function page(ids: readonly number[], link?: string): Response {
  const body = `[${ids.map((id) => `{"id":${id},"name":"a","categoryId":1,"status":"sold"}`).join()}]`;
  return new Response(body, { headers: link === undefined ? {} : { Link: link } });
}

test('requests the next page from the same server with the same filters, wherever the link points', async () => {
  const next = `<${origin}/v1/pets?limit=2&status=sold&cursor=a%2Bb>; rel="next"`;
  respond = ({ searchParams }) => (searchParams.has('cursor') ? page([3]) : page([1, 2], next));
  const ids: bigint[] = [];
  for await (const { id } of client.pets.list({ status: 'sold', ids: [1n, 2n, 3n], limit: 2 })) ids.push(id);
  expect(ids).toEqual([1n, 2n, 3n]);
  const query = '/v1/pets?limit=2&status=sold&id=1&id=2&id=3';
  expect(requested).toEqual([query, `${query}&cursor=a%2Bb`]);
});

test('returns one page with the cursor of the next page, and starts at a given cursor', async () => {
  respond = ({ searchParams }) => page([1], searchParams.has('cursor') ? undefined : '<?cursor=c2>; rel=next');
  const first = await client.pets.list({ limit: 1 }).page();
  const second = await client.pets.list({ limit: 1, cursor: first.next }).page();
  expect([first.next, second.next]).toEqual(['c2', undefined]);
  expect(requested).toEqual(['/v1/pets?limit=1', '/v1/pets?limit=1&cursor=c2']);
});

test('pages are requested only as they are read', async () => {
  respond = () => page([1], '<?cursor=again>; rel=next');
  for await (const _ of client.pets.list()) break;
  expect(requested).toHaveLength(1);
});

test('a part of a list can be collected, with no more requests than it needs', async () => {
  respond = ({ searchParams }) => page(searchParams.has('cursor') ? [3, 4] : [1, 2], '<?cursor=again>; rel=next');
  const collect = async (limit: number) => (await client.pets.list().toArray({ limit })).map(({ id }) => id);
  expect([await collect(3), await collect(2), await collect(0)]).toEqual([[1n, 2n, 3n], [1n, 2n], []]);
  expect(requested).toHaveLength(3);
});

test('an empty list of ids finds nothing without a request, instead of everything', async () => {
  respond = () => page([1]);
  expect(await client.pets.list({ ids: [] }).page()).toEqual({ items: [], next: undefined });
  expect(requested).toEqual([]);
});

test('a next link without a cursor is an error, not the end of the list', async () => {
  respond = () => page([1], `<${origin}/v1/pets?page=2>; rel="next"`);
  await expect(client.pets.list().page()).rejects.toMatchObject({ code: 'unexpected_response' });
});

test('a missing count is an error', async () => {
  respond = () => page([1]);
  await expect(client.pets.count()).rejects.toMatchObject({ code: 'unexpected_response' });
});
