import { expect, test } from 'bun:test';
import { scriptedServers } from '../../tests/support/http/scripted-server.ts';

const origin = 'https://catalogue.example';
const script = scriptedServers({ retries: 0 });

function page(ids: readonly number[], link?: string) {
  const body = `[${ids.map((id) => `{"id":${id},"name":"a","categoryId":1,"status":"sold"}`).join()}]`;
  return () => new Response(body, { headers: link === undefined ? {} : { Link: link } });
}

test('requests the next page from the same server with the same filters, wherever the link points', async () => {
  const next = `<${origin}/v1/pets?limit=2&status=sold&cursor=a%2Bb>; rel="next"`;
  const { client, received } = script([page([1, 2], next), page([3])]);
  const found = await Array.fromAsync(client.pets.list({ status: 'sold', ids: [1n, 2n, 3n], limit: 2 }));
  expect(found.map(({ id }) => id)).toEqual([1n, 2n, 3n]);
  const query = '/v1/pets?limit=2&status=sold&id=1&id=2&id=3';
  expect(received.map(({ path }) => path)).toEqual([query, `${query}&cursor=a%2Bb`]);
});

test('returns one page with the cursor of the next page, and starts at a given cursor', async () => {
  const { client, received } = script([page([1], '<?cursor=c2>; rel=next'), page([1])]);
  const first = await client.pets.list({ limit: 1 }).page();
  const second = await client.pets.list({ limit: 1, cursor: first.next }).page();
  expect([first.next, second.next]).toEqual(['c2', undefined]);
  expect(received.map(({ path }) => path)).toEqual(['/v1/pets?limit=1', '/v1/pets?limit=1&cursor=c2']);
});

test('pages are requested only as they are read', async () => {
  const { client, received } = script([page([1], '<?cursor=again>; rel=next')]);
  for await (const _ of client.pets.list()) break;
  expect(received).toHaveLength(1);
});

test('a part of a list can be collected, with no more requests than it needs', async () => {
  const pages = [
    [1, 2],
    [3, 4],
    [1, 2],
  ].map((ids) => page(ids, '<?cursor=again>; rel=next'));
  const { client, received } = script(pages);
  const collect = async (limit: number) => (await client.pets.list().toArray({ limit })).map(({ id }) => id);
  expect([await collect(3), await collect(2), await collect(0)]).toEqual([[1n, 2n, 3n], [1n, 2n], []]);
  expect(received).toHaveLength(3);
});

test('an empty list of ids finds nothing without a request, instead of everything', async () => {
  const { client, received } = script([page([1])]);
  expect(await client.pets.list({ ids: [] }).page()).toEqual({ items: [], next: undefined });
  expect(received).toEqual([]);
});

test('a next link without a cursor is an error, not the end of the list, and so is a missing count', async () => {
  const { client } = script([page([1], `<${origin}/v1/pets?page=2>; rel="next"`)]);
  await expect(client.pets.list().page()).rejects.toMatchObject({ code: 'unexpected_response' });
  await expect(client.pets.count()).rejects.toMatchObject({ code: 'unexpected_response' });
});
