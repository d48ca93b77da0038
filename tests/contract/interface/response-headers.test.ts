import { afterAll, expect, test } from 'bun:test';
import document from '../../../openapi.json' with { type: 'json' };
import { operations } from '../../../src/catalogue/resources.ts';
import { startApp } from '../../support/app.ts';
import { expandReferences } from '../../support/breaking-changes/document.ts';

/** The headers that protect browsers, on every response of the service. */
const page = 'https://shelter.example';
const service = await startApp({ corsOrigins: [page], rateLimit: 1_000_000, hstsDays: 365 });
afterAll(() => service.close());

const pathOf = (path: string) => `/v1${path.replaceAll(/\{\w+\}/g, '1')}`;

/** One request of every kind: each operation with and without a key, pages, errors of each stage, 204, 304, a stream. */
async function everything(): Promise<[string, Response][]> {
  const [, script = ''] = /src="\.?\/?([^"]+\.js)"/.exec(await (await service.fetch('/docs')).text()) ?? [];
  const etag = (await service.fetch('/v1/pets')).headers.get('ETag') ?? '';
  const json = { 'Content-Type': 'application/json' };
  const requests: [string, RequestInit?][] = [
    ...operations.flatMap(({ method, path }): [string, RequestInit][] => [
      [pathOf(path), { method, headers: json, ...(method !== 'GET' && { body: '{}' }) }],
      [pathOf(path), { method, headers: { Authorization: '' } }],
      [pathOf(path), { method: 'OPTIONS' }],
    ]),
    ...['/', '/docs', `/${script}`, '/livez', '/readyz', '/metrics', '/openapi.json', '/nothing', '/v1/nothing'].map(
      (path): [string] => [path],
    ),
    ['/v1/pets', { headers: { 'If-None-Match': etag } }],
    ['/v1/pets', { method: 'POST', headers: json, body: '{"name":"Rex","categoryId":1}' }],
    ['/v1/pets', { method: 'POST', headers: json, body: `"${'x'.repeat(70_000)}"` }],
    ['/v1/pets', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' }],
    ['/v1/pets', { method: 'OPTIONS', headers: { Origin: page, 'Access-Control-Request-Method': 'POST' } }],
    ['/v1/pets', { headers: { Host: 'a b' } }],
    ['/v1/pets?limit=0', { headers: { Accept: 'application/problem+json' } }],
    ['/v1/events', { headers: { Accept: 'text/event-stream' } }],
    ['/livez', { method: 'POST' }],
  ];
  return await Promise.all(
    requests.map(async ([path, init]): Promise<[string, Response]> => {
      const response = await service.fetch(path, init);
      if (response.headers.get('Content-Type')?.includes('event-stream')) await response.body?.cancel();
      return [`${init?.method ?? 'GET'} ${path} ${response.status}`, response];
    }),
  );
}

test('every response disables content sniffing, and requires HTTPS if the operator enables it', async () => {
  const responses = await everything();
  const statuses = new Set(responses.map(([, { status }]) => status));
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 201, 204, 304, 400, 401, 404, 405, 413, 415]));
  const without = (name: string, value: string) =>
    responses.filter(([, { headers }]) => headers.get(name) !== value).map(([request]) => request);
  expect(without('X-Content-Type-Options', 'nosniff')).toEqual([]);
  expect(without('Strict-Transport-Security', 'max-age=31536000')).toEqual([]);
});

type Documented = Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>;

test('every header of a response of the API is in the document, also of a 304', async () => {
  const paths = expandReferences(document)['paths'] as Documented;
  const json = { 'Content-Type': 'application/json' };
  await service.post('/v1/listings', '{"name":"Rex","categoryId":1}');
  const strings = { Prefer: 'int64=string, count=exact' };
  const cases: [path: string, query: string, init: RequestInit][] = [
    ['/listings', '?limit=1', { headers: strings }],
    ['/pets', '?limit=1', { headers: strings }],
    ['/events', '?limit=1', { headers: strings }],
    ['/store/inventory', '?groupBy=category&limit=1', {}],
    ['/pets/{petId}', '', { headers: strings }],
    ['/pets/{petId}', '', { method: 'PATCH', headers: { ...json, ...strings }, body: '{}' }],
    ['/pets/{petId}', '', { method: 'PATCH', headers: { ...json, 'Content-Encoding': 'gzip' }, body: '{}' }],
    ['/pets/{petId}', '', { method: 'PATCH', headers: { 'Content-Type': 'text/plain' }, body: '{}' }],
    ['/pets', '', { method: 'POST', headers: { ...json, ...strings }, body: '{"name":"Rex","categoryId":1}' }],
    ['/categories/{categoryId}', '', { method: 'PUT', headers: { ...json, ...strings }, body: '{"name":"Dogs"}' }],
  ];
  // Those of HTTP itself, and of the rules of browsers.
  const ofAll = /^(?:content-type|keep-alive|cache-control|vary|x-content-type-options|strict-transport-security)$/;
  for (const [template, query, init] of cases) {
    const path = pathOf(template) + query;
    const first = await service.fetch(path, init);
    const tag = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again =
      init.method === undefined ? [await service.fetch(path, { headers: { ...init.headers, ...tag } })] : [];
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 304));
    for (const { status, headers } of [first, ...again]) {
      const { responses } = paths[template]?.[(init.method ?? 'get').toLowerCase()] ?? {};
      const known = Object.keys(responses?.[status]?.headers ?? {}).map((name) => name.toLowerCase());
      const unknown = [...headers.keys()].filter((name) => !ofAll.test(name) && !known.includes(name));
      expect([template, init.method, status, unknown]).toEqual([template, init.method, status, []]);
    }
  }
});

test('every path sends the same Cross-Origin-Opener-Policy: other origins get no reference to a window, and a tab keeps its name', async () => {
  for (const path of ['/', '/animals', '/docs', '/openapi.json', '/livez', '/readyz', '/metrics']) {
    const { status, headers } = await service.fetch(path);
    expect([path, status, headers.get('Cross-Origin-Opener-Policy')]).toEqual([path, 200, 'same-origin']);
  }
});

test('no response requires HTTPS unless the operator enables it', async () => {
  service.restart({ hstsDays: 0 });
  for (const path of ['/', '/v1/pets', '/livez'])
    expect((await service.fetch(path)).headers.get('Strict-Transport-Security')).toBeNull();
  service.restart({});
});
