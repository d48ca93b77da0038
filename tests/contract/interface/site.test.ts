import { afterAll, expect, test } from 'bun:test';
import committed from '../../../openapi.json' with { type: 'json' };
import { errors } from '../../../src/errors/service-error.ts';
import { startApp } from '../../support/app.ts';
import { bodyOf } from '../../support/http/body.ts';

const service = await startApp();
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

test('the reference is found with a slash at its end, too', async () => {
  const { status, headers } = await open('/docs/');
  expect([status, headers.get('Location')]).toEqual([308, '../docs']);
});

test.each(['/openapi.json', '/openapi-3.0.json'])('%s has a form for 64-bit integers as strings', async (path) => {
  const texts = await Promise.all([path, `${path}?int64=string`].map(async (form) => await (await open(form)).text()));
  const types = texts.map((text) => [...new Set(text.match(/(?<="type": )"\w+"(?=,\s+"format": "int64")/g))]);
  expect(types).toEqual([['"integer"'], ['"string"']]);
});

test('each form of the document has its own ETags, and is compressed for a client that accepts gzip', async () => {
  const tags: string[] = [];
  for (const form of ['/openapi.json', '/openapi.json?int64=string', '/openapi-3.0.json?int64=string']) {
    const ask = (headers: object) => service.fetch(form, { headers: { ...headers } });
    const [plain, compressed] = [await open(form), await ask({ 'Accept-Encoding': 'gzip' })];
    const both = [plain.headers, compressed.headers];
    expect(both.map((headers) => headers.get('Content-Encoding'))).toEqual([null, 'gzip']);
    expect(both.map((headers) => headers.get('Vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
    const [text, bytes] = [await plain.text(), new Uint8Array(await compressed.arrayBuffer())];
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
    expect(bytes.length).toBeLessThan(text.length / 6);
    const [own = '', etag = ''] = both.map((headers) => headers.get('ETag') ?? '');
    expect((await ask({ 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).toBe(304);
    tags.push(own, etag);
  }
  expect(new Set(tags).size).toBe(tags.length);
});

test('nothing is compressed for a client that does not accept gzip', async () => {
  const script = /<script[^>]* src="([^"]+)"/.exec(await (await open('/docs')).text())?.[1] ?? '';
  for (const path of ['/openapi.json', `/${script}`]) {
    const { status, headers } = await service.fetch(path, { headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect([status, headers.get('Content-Encoding')]).toEqual([200, null]);
  }
});

test('the document has the names that generated clients use, and every error code', async () => {
  const { components } = await bodyOf<typeof committed>(await open('/openapi.json'));
  const names = ['Error', 'NewPet', 'Pet', 'PetStatus', 'Pets'];
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(names));
  expect(components.schemas.NewPet.required).toEqual(['name', 'categoryId']);
  expect(components.schemas.Error.properties.code['x-extensible-enum']).toEqual(Object.keys(errors));
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

test('other paths respond with 404, and pages are read-only', async () => {
  expect(await (await open('/v2/pets')).json()).toMatchObject({ code: 'not_found', status: 404 });
  const response = await open('/livez', { method: 'POST' });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});
