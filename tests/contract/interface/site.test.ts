import { afterAll, beforeAll, expect, test } from 'bun:test';
import committed from '../../../openapi.json' with { type: 'json' };
import { errors } from '../../../src/api/errors.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { bodyOf } from '../../support/http/body.ts';

let service: TestApp;
beforeAll(async () => {
  service = await startApp();
});
afterAll(() => service.close());

const open = (path: string, init: RequestInit = {}) => service.fetch(path, { ...init, headers: { Authorization: '' } });

test('the document is also served as OpenAPI 3.0', async () => {
  const { openapi, paths } = await bodyOf<typeof committed>(await open('/openapi-3.0.json'));
  expect([openapi, Object.keys(paths)]).toEqual(['3.0.3', Object.keys(committed.paths)]);
});

test('the document is served without a key, with both base addresses', async () => {
  const document = await bodyOf<typeof committed>(await open('/openapi.json'));
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
  expect(document.servers.map(({ url }) => url)).toEqual([
    'http://petstore.test/v1',
    'http://staging.petstore.test/v1',
  ]);
});

test('the document is compressed for a client that accepts gzip', async () => {
  const plain = await open('/openapi.json');
  const compressed = await service.fetch('/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } });
  expect([plain, compressed].map(({ headers }) => headers.get('Content-Encoding'))).toEqual([null, 'gzip']);
  expect([plain, compressed].map(({ headers }) => headers.get('Vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  const bytes = new Uint8Array(await compressed.arrayBuffer());
  const text = await plain.text();
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
  expect(bytes.length).toBeLessThan(text.length / 6);
  const etag = compressed.headers.get('ETag') ?? '';
  expect(etag).not.toBe(plain.headers.get('ETag'));
  const headers = { 'Accept-Encoding': 'gzip', 'If-None-Match': etag };
  expect((await service.fetch('/openapi.json', { headers })).status).toBe(304);
});

test('the reference is found with a slash at its end, too', async () => {
  const { status, headers } = await open('/docs/');
  expect([status, headers.get('Location')]).toEqual([308, '../docs']);
});

test.each(['/openapi.json', '/openapi-3.0.json'])('%s has a form for 64-bit integers as strings', async (path) => {
  const [plain, strings] = [await service.fetch(path), await service.fetch(`${path}?int64=string`)];
  const types = async (response: Response) => [
    ...new Set(
      (await response.text()).match(/"type": "\w+",\s+"format": "int64"/g)?.map((found) => found.slice(9, 16)),
    ),
  ];
  expect([await types(strings), await types(plain)]).toEqual([['string"'], ['integer']]);
  expect(strings.headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
  const compressed = await service.fetch(`${path}?int64=string`, { headers: { 'Accept-Encoding': 'gzip' } });
  const text = new TextDecoder().decode(Bun.gunzipSync(new Uint8Array(await compressed.arrayBuffer())));
  expect(text).toBe(await (await service.fetch(`${path}?int64=string`)).text());
});

test('nothing is compressed for a client that does not accept gzip', async () => {
  const script = /<script[^>]* src="([^"]+)"/.exec(await (await open('/docs')).text())?.[1] ?? '';
  for (const path of ['/openapi.json', `/${script}`]) {
    const { status, headers } = await service.fetch(path, { headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect([status, headers.get('Content-Encoding')]).toEqual([200, null]);
  }
});

test('the document contains the names and guarantees of the API', async () => {
  const { paths, components, security } = await bodyOf<typeof committed>(await open('/openapi.json'));
  expect(paths['/pets'].get.operationId).toBe('listPets');
  expect(paths['/pets'].post.operationId).toBe('createPet');
  expect(paths['/pets/{petId}'].get).toMatchObject({
    operationId: 'getPet',
    deprecated: true,
    'x-sunset': '2030-12-05',
  });
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Error', 'NewPet', 'Pet', 'PetStatus', 'Pets']),
  );
  expect(components.schemas.NewPet.required).toEqual(['name', 'categoryId']);
  expect(components.schemas.Pet.required).toEqual(['id', 'name', 'categoryId', 'status']);
  expect(components.schemas.PetStatus.enum).toEqual(['available', 'pending', 'sold']);
  expect(components.schemas.Error.required).toEqual(['code', 'message', 'status']);
  expect(components.schemas.Error.properties.code['x-extensible-enum']).toEqual(Object.keys(errors));
  expect(components.securitySchemes.bearerAuth).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(security).toEqual([{ bearerAuth: [] }]);
  expect(paths['/pets'].get.parameters[0]).toEqual({ $ref: '#/components/parameters/Limit' });
  expect(components.parameters.Limit).toMatchObject({
    name: 'limit',
    schema: { minimum: 1, maximum: 100, default: 20 },
  });
});

test('the reference page loads nothing from other origins and allows no foreign script', async () => {
  const page = await open('/docs');
  const html = await page.text();
  expect(page.headers.get('Content-Security-Policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  expect(html).not.toMatch(/https?:\/\//);
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(html) ?? [];
  const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const types = [];
  for (const address of [script, styles]) {
    const asset = await open(new URL(address, `${origin}/docs`).pathname);
    expect([asset.status, asset.headers.get('Cache-Control')]).toEqual([200, expect.stringContaining('immutable')]);
    types.push(asset.headers.get('Content-Type'));
  }
  expect(types).toEqual(['text/javascript; charset=utf-8', 'text/css; charset=utf-8']);
});

test('the console learns that there is no public page', async () => {
  expect(await (await open('/animals')).text()).toContain('<meta name="petstore-public-page" content="">');
});

test('the reference page names its environment, and links to the document without scripts', async () => {
  const html = await (await open('/docs')).text();
  expect(html).toContain('<meta name="petstore-environment" content="production">');
  expect(html).toMatch(/<noscript>\s.*<a href="openapi\.json">/s);
});

test('the link to the deprecation policy points to a heading of the reference', async () => {
  const link = (await service.fetch('/v1/pets/1')).headers.get('Link');
  const [, heading] = link?.match(/\/docs#description\/([a-z-]+)>; rel="deprecation"/) ?? [];
  const { info } = await bodyOf<typeof committed>(await open('/openapi.json'));
  const headings = info.description
    .matchAll(/^## (.+)$/gm)
    .map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  expect([...headings]).toContain(heading ?? '');
});

test('the root serves the console', async () => {
  const response = await open('/', { redirect: 'manual' });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('other paths respond with 404, and pages are read-only', async () => {
  expect(await (await open('/v2/pets')).json()).toMatchObject({ code: 'not_found', status: 404 });
  const response = await open('/livez', { method: 'POST' });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});
