import { afterAll, expect, test } from 'bun:test';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { type Answer, findDifference } from './answers.ts';
import { choosePages } from './prepare.ts';
import { type Load, runLoad } from './wrk.ts';

const asked = new Set<string>();
/** So that a load is some hundred requests, and not as many as the processor can make in its seconds. */
const answerMs = 5;
const scratch = makeScratchFolder();
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    asked.add(`${request.method} ${pathname}${search} ${request.headers.get('Authorization')} ${await request.text()}`);
    await Bun.sleep(answerMs);
    return new Response('{}', { status: request.method === 'POST' ? 201 : 200 });
  },
});
afterAll(async () => {
  await server.stop(true);
  scratch.remove();
});

const place = { host: '127.0.0.1', port: server.port ?? 0, apiKey: 'key', connections: 4, seconds: 1 };
const runs = (load: Load) => runLoad({ cores: { kind: 'free', reason: 'a test' }, scratchFolder: scratch.path }, load);

test.skipIf(Bun.which('wrk') === null)(
  'wrk sends every request of a load, and an answer with another status is an error',
  async () => {
    const create = {
      method: 'POST',
      paths: ['/new'],
      headers: {},
      body: '{"name":"Bella"}',
      expectedStatus: 200,
    } as const;
    const load: Load = {
      ...place,
      request: {
        method: 'GET',
        paths: ['/one/{id}', '/list', '/pages?{page}'],
        headers: {},
        body: '',
        expectedStatus: 200,
        sometimes: { oneIn: 4, request: create },
      },
      animals: 1,
      pages: ['limit=11&cursor=a', 'limit=12&cursor=b'],
    };
    const { requests, errors, latencyP50Ms, latencyMaxMs } = await runs(load);
    expect([...asked].sort()).toEqual([
      'GET /list Bearer key ',
      'GET /one/1 Bearer key ',
      'GET /pages?limit=11&cursor=a Bearer key ',
      'GET /pages?limit=12&cursor=b Bearer key ',
      'POST /new Bearer key {"name":"Bella"}',
    ]);
    expect(requests).toBeGreaterThan(0);
    expect(errors).toEqual({ 'status 201': expect.any(Number) });
    expect(latencyMaxMs).toBeGreaterThanOrEqual(latencyP50Ms);
  },
);

test.skipIf(Bun.which('wrk') === null)(
  'wrk creates each animal under a name of its own, in all categories',
  async () => {
    asked.clear();
    const body = '{"name":"{name}","categoryId":{category}}';
    const request = { method: 'POST', paths: ['/new'], headers: {}, body, expectedStatus: 201 } as const;
    const load: Load = { ...place, request, animals: 100, pages: [] };
    const results = [await runs(load), await runs(load)];
    const sent = () => [...asked].map((line) => JSON.parse(line.slice(line.indexOf('{'))));
    const categories = () => new Set(sent().map(({ categoryId }) => categoryId));
    // On a busy machine two loads may be too few requests for all categories.
    while (categories().size < 20 && results.length < 20) results.push(await runs(load));
    const names = new Set(sent().map(({ name }) => name));
    // What was sent last may have had no answer.
    expect(names.size).toBeGreaterThanOrEqual(results.reduce((sum, { requests }) => sum + requests, 0));
    expect(categories()).toEqual(new Set(Array.from({ length: 20 }, (_, i) => i + 1)));
    for (const name of names) expect(name).toMatch(/^[A-Z][a-z]+ \d{8}$/);
  },
);

const cursors = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test.each([10, 1_000, 20_000, 50_000])(
  'pages from %i cursors differ, cover the list, and have each length equally often',
  (count) => {
    const pages = choosePages(cursors(count), 20_000);
    expect(pages).toHaveLength(Math.min(20_000, 20 * count));
    expect(new Set(pages).size).toBe(pages.length);
    const spots = pages.map((page) => Number(/cursor=(\d+)/.exec(page)?.[1]));
    expect(Math.min(...spots)).toBe(0);
    expect(Math.max(...spots)).toBeGreaterThanOrEqual(0.99 * (count - 1));
    const lengths = Map.groupBy(pages, (page) => Number(/limit=(\d+)/.exec(page)?.[1]));
    expect([...lengths.keys()].sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, i) => 11 + i));
    expect(new Set([...lengths.values()].map(({ length }) => length)).size).toBe(1);
    expect(pages[0]).toStartWith('limit=20&');
  },
);

test('a peer must send the same status, the same body or code, and at least the same headers', () => {
  const answer: Answer = { status: 200, headers: [['etag', 'a']], body: '[]' };
  const refusal: Answer = { status: 400, headers: [], body: '{"code":"invalid_json","message":"No."}' };
  const differs = (service: Answer, peer: Partial<Answer>) => findDifference([service], [{ ...service, ...peer }]);
  const more = Object.entries({ etag: 'b', server: 'c' });
  expect(differs(answer, { headers: more })).toBeUndefined();
  expect(differs(refusal, { body: '{"code":"invalid_json","message":"Wrong."}' })).toBeUndefined();
  expect(differs(answer, { status: 201 })).toBe('status 201 instead of 200');
  expect(differs(answer, { body: '[1]' })).toBe('[1] instead of []');
  expect(differs(answer, { headers: [] })).toBe('without the headers etag');
  expect(differs(refusal, { body: '{"code":"not_found"}' })).toBe('not_found instead of invalid_json');
});
