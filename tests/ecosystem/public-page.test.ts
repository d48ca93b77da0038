import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Readable } from 'node:stream';
import StructuredDataValidator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { parseAtomFeed } from 'feedsmith';
import { ErrorLevel, type SitemapItem, XMLToSitemapIndexStream, XMLToSitemapItemStream } from 'sitemap';
import { createClient } from '../../client/index.ts';
import { drawAnimal } from '../support/data/picture.ts';
import { adminKey, startServer, type TestServer } from '../support/process/server.ts';

/** The public page as programs of others read it: structured data, sitemaps and the feed. */

let server: TestServer;
let id = 0n;
beforeAll(async () => {
  server = await startServer({ env: { PETSTORE_PUBLIC_PAGE: 'on' } });
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  ({ id } = await client.pets.create({ name: 'Bella & "Max" <3', categoryId: 1n }));
  await client.profiles.update(id, { description: 'Calm.', fee: { amountMinor: 12_500n, currency: 'EUR' } });
  await client.photos.add(id, new Blob([drawAnimal(1).bytes], { type: 'image/png' }));
  await client.pets.create({ name: 'Without a fee', categoryId: 1n });
});
afterAll(() => server.stop());

const textOf = async (path: string) => await (await server.fetch(path)).text();

async function findErrors(html: string): Promise<{ types: string[]; errors: string[] }> {
  const data = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html);
  const issues = await new StructuredDataValidator().validate(data);
  return {
    types: Object.keys(data.jsonld),
    errors: issues.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage),
  };
}

test('structured data have what search engines require', async () => {
  expect(await findErrors(await textOf('/adopt'))).toEqual({ types: ['ItemList'], errors: [] });
  const animal = await textOf(`/adopt/${id}`);
  expect(await findErrors(animal)).toEqual({ types: ['Product', 'BreadcrumbList'], errors: [] });
  expect((await findErrors(animal.replace('"offers"', '"other"'))).errors).not.toEqual([]);
  const withoutFee = await textOf(`/adopt/${id + 1n}`);
  expect(await findErrors(withoutFee)).toEqual({ types: ['Thing', 'BreadcrumbList'], errors: [] });
});

test('sitemaps are read by a strict parser', async () => {
  const index = Readable.from(Buffer.from(await textOf('/adopt/sitemap.xml')));
  const files = await collect<{ url: string }>(index.pipe(new XMLToSitemapIndexStream({ level: ErrorLevel.THROW })));
  const paths = files.map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(['/adopt/sitemap-available-0.xml', '/adopt/sitemap-pending-0.xml']);
  const part = Readable.from(Buffer.from(await textOf(paths[0] ?? '')));
  const items = await collect<SitemapItem>(part.pipe(new XMLToSitemapItemStream({ level: ErrorLevel.THROW })));
  expect(items.map(({ url }) => new URL(url).pathname)).toEqual(['/adopt', `/adopt/${id}`, `/adopt/${id + 1n}`]);
  expect(items.map(({ lastmod }) => lastmod !== undefined)).toEqual([false, true, true]);
});

test('the feed is read as Atom', async () => {
  const feed = parseAtomFeed(await textOf('/adopt/feed.atom'));
  expect(feed.entries?.map(({ title }) => (typeof title === 'string' ? title : title?.value))).toEqual([
    'Without a fee',
    'Bella & "Max" <3',
  ]);
  expect(feed.entries?.[1]?.links?.[0]?.href).toBe(`${server.url}/adopt/${id}`);
});

const collect = async <Item>(stream: AsyncIterable<unknown>) => (await Array.fromAsync(stream)) as Item[];
