import { expect, test } from 'bun:test';
import { loadBatch, nextQuery, Refusal } from './listings.ts';
import { readOptions } from './options.ts';

const options = readOptions(
  { src: 'https://shelter.example/embed.js', dataset: { key: 'pet_pub_prod_x', limit: '2' }, closest: () => null },
  false,
);
const animal = (id: string) => ({ id, name: id, status: 'available', category: {}, profile: {}, photos: [] });
const linkTo = (query: string) => ({ Link: `<http://127.0.0.1:8080/v1/listings?${query}>; rel="next"` });

/** A service with these responses, and the requests that it has received. */
function serving(...responses: (() => Response)[]) {
  const sent: [address: string, headers: unknown][] = [];
  const load = async (address: string, { headers }: RequestInit) => {
    sent.push([address, headers]);
    const respond = responses[sent.length - 1];
    if (respond === undefined) throw new TypeError('Failed to fetch');
    return respond();
  };
  return { sent, load: load as unknown as typeof fetch };
}

test('a batch is read with the key, and continues at the address of the script', async () => {
  const { sent, load } = serving(() =>
    Response.json([animal('1'), animal('2')], { headers: linkTo('limit=2&cursor=c') }),
  );
  const { animals, next } = await loadBatch(options, 'limit=2', load);
  expect([animals.map(({ id }) => id), next]).toEqual([['1', '2'], 'limit=2&cursor=c']);
  expect(sent).toEqual([
    ['https://shelter.example/v1/listings?limit=2', { Authorization: 'Bearer pet_pub_prod_x', Prefer: 'int64=string' }],
  ]);
});

test('short pages are continued until there are enough animals, for so many requests', async () => {
  const page = (ids: string[], query: string) => () => Response.json(ids.map(animal), { headers: linkTo(query) });
  const { sent, load } = serving(page([], 'cursor=a'), page(['1'], 'cursor=b'), () => Response.json([]));
  expect(await loadBatch(options, 'limit=2', load)).toEqual({ animals: [animal('1')], next: undefined });
  expect(sent.map(([address]) => address.split('?')[1])).toEqual(['limit=2', 'cursor=a', 'cursor=b']);
  const empty = serving(...Array.from({ length: 9 }, () => page([], 'cursor=a')));
  expect(await loadBatch(options, 'limit=2', empty.load)).toEqual({ animals: [], next: 'cursor=a' });
  expect(empty.sent).toHaveLength(5);
});

const error = (status: number, code: string) => () => Response.json({ code, message: 'why', status }, { status });

test.each([
  [error(401, 'invalid_api_key'), 'key', false],
  [error(403, 'insufficient_scope'), 'key', false],
  [error(403, 'origin_not_allowed'), 'origin', false],
  [error(400, 'invalid_parameter'), 'settings', false],
  [error(429, 'rate_limited'), 'busy', true],
  [() => new Response('<p>Bad gateway', { status: 502 }), 'busy', true],
] as const)('an error response is a refusal: %#', async (respond, reason, isPassing) => {
  const refusal = await loadBatch(options, 'limit=2', serving(respond).load).catch((thrown) => thrown);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ reason, isPassing });
});

test('no response is a refusal that may pass, and a secret key is not even sent', async () => {
  expect(await loadBatch(options, '', serving().load).catch((thrown) => thrown)).toMatchObject({
    reason: 'unreachable',
    isPassing: true,
  });
  const { sent, load } = serving(() => Response.json([]));
  const secret = { ...options, key: 'pet_prod_x' };
  expect(await loadBatch(secret, '', load).catch((thrown) => thrown)).toMatchObject({ reason: 'key' });
  expect(sent).toEqual([]);
});

test('the next page is in the header Link, whatever else is in it', () => {
  expect(nextQuery(null)).toBeUndefined();
  expect(nextQuery('<https://x.example/docs>; rel="deprecation"')).toBeUndefined();
  expect(nextQuery('<https://x.example/a?b=c>; rel="other", <https://x.example/v1/l?d=e&f>; rel="next"')).toBe('d=e&f');
});
