import { afterAll, describe, expect, test } from 'bun:test';
import { origin, startApp } from '../../support/app.ts';
import { messages, openPage, publicPage } from '../../support/browser/public-page.ts';
import { makePng } from '../../support/data/images.ts';
import { readCode } from '../../support/data/qr-code.ts';
import { bodyOf, type PetBody } from '../../support/http/body.ts';

const service = await startApp({ publicPage });
afterAll(() => service.close());
const name = `</script><img src=x onerror="alert(1)">'&`;

const open = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  service.fetch(path, { ...init, headers: { Authorization: '', ...headers } });
const gzip = { 'Accept-Encoding': 'gzip' };

const draft = JSON.stringify({ name, categoryId: 1, profile: { description: name } });
const { id } = await bodyOf<PetBody>(await service.post('/v1/listings', draft));
const image = makePng(330, 20, () => [10, 20, 30]);
await service.post(`/v1/pets/${id}/photos`, image, { 'Content-Type': 'image/png' });

test('the page is off by default', async () => {
  service.restart({ publicPage: undefined });
  const qrCode = `/adopt/${id}/qr.svg`;
  for (const path of ['/adopt', `/adopt/${id}`, qrCode, '/adopt/feed.atom', '/adopt/sitemap.xml', '/robots.txt']) {
    expect([path, (await open(path)).status]).toEqual([path, 404]);
  }
  service.restart({});
});

const paths = [
  '/adopt',
  '/adopt/{id}',
  '/adopt/{id}/qr.svg',
  '/robots.txt',
  '/adopt/feed.atom',
  '/adopt/sitemap.xml',
  '/adopt/sitemap-available-0.xml',
];
describe.each(paths)('%s', (template) => {
  const path = template.replace('{id}', String(id));

  test('may be kept for a minute by everybody, and is confirmed with 304', async () => {
    const [plain, compressed] = [await open(path), await open(path, gzip)];
    expect([plain.status, compressed.status]).toEqual([200, 200]);
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=60');
    expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
    const tags = [plain, compressed].map(({ headers }) => headers.get('ETag') ?? '');
    expect(new Set(tags).size).toBe(2);
    const [plainTag = '', compressedTag = ''] = tags;
    expect((await open(path, { 'If-None-Match': plainTag })).status).toBe(304);
    expect((await open(path, { ...gzip, 'If-None-Match': compressedTag })).status).toBe(304);
    expect((await open(path, { 'If-None-Match': compressedTag })).status).toBe(200);
  });

  test('is compressed to the same content, also from the cache', async () => {
    const text = await (await open(path)).text();
    // The cache admits the second response, and serves the third.
    for (let count = 0; count < 3; count++) {
      const compressed = await open(path, gzip);
      expect(compressed.headers.get('Content-Encoding')).toBe('gzip');
      const bytes = new Uint8Array(await compressed.arrayBuffer());
      expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
    }
    expect(await (await open(path)).text()).toBe(text);
  });

  test('is for reading only', async () => {
    const { status, headers } = await open(path, {}, { method: 'POST', body: 'x' });
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    const head = await open(path, {}, { method: 'HEAD' });
    expect([head.status, head.headers.get('ETag')]).toEqual([200, (await open(path)).headers.get('ETag')]);
  });
});

test('sites of the operator may show the public pages in a frame, and no page of the console', async () => {
  const frameOrigins = ['https://shelter.example', 'https://other.example'];
  service.restart({ publicPage: { ...publicPage, frameOrigins } });
  const ancestorsOf = async (path: string) =>
    /frame-ancestors [^;]*/.exec((await open(path)).headers.get('Content-Security-Policy') ?? '')?.[0];
  const allowed = `frame-ancestors ${frameOrigins.join(' ')}`;
  expect(await Promise.all([ancestorsOf('/adopt'), ancestorsOf(`/adopt/${id}`), ancestorsOf('/')])).toEqual([
    allowed,
    allowed,
    "frame-ancestors 'none'",
  ]);
  service.restart({});
});

test.each(['/adopt', '/adopt/{id}', '/adopt/x'])('%s admits no scripts and no styles but its own', async (template) => {
  const response = await open(template.replace('{id}', String(id)));
  const html = await response.text();
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'self'(?: 'sha256-[^']+')?; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  const [, style] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  if (style !== undefined) {
    const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64');
    expect(policy).toContain(`'sha256-${hash}'`);
  }
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json">)| style=| on\w+="/);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test('names and texts are shown as they are, and never as markup', async () => {
  for (const path of ['/adopt', `/adopt/${id}`]) {
    const { html, data } = await openPage(service, path);
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#x27;&amp;');
    expect(JSON.stringify(data)).toContain(JSON.stringify(name));
  }
  const feed = await (await open('/adopt/feed.atom')).text();
  expect(feed).toContain('<title>&lt;/script&gt;');
  expect(feed).not.toContain('<img');
});

test('an animal without a fee is a Thing for search engines, because a Product needs an offer', async () => {
  const { data } = await openPage(service, `/adopt/${id}`);
  expect(data.map((one) => one['@type'])).toEqual(['Thing', 'BreadcrumbList']);
  const list = await openPage(service, '/adopt');
  const itemListElement = [{ '@type': 'ListItem', position: 1, name, url: `${origin}/adopt/${id}` }];
  expect(list.data).toEqual([{ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement }]);
});

test('a full list takes less than 12 kB with its style sheet, without its photos', async () => {
  const own = await startApp({ publicPage });
  const profile = { species: 'Cat', breed: 'Siamese mix', sex: 'female' };
  for (let place = 0; place < 24; place++)
    await own.post('/v1/listings', JSON.stringify({ name: `Pet ${place}`, categoryId: 1, profile }));
  const list = await openPage(own, '/adopt');
  expect(list.ids).toHaveLength(20);
  const sizeOf = async (path: string) => (await (await own.fetch(path, { headers: gzip })).arrayBuffer()).byteLength;
  const sizes = [await sizeOf('/adopt'), await sizeOf(`/${list.link('stylesheet')}`)];
  for (const size of sizes) expect(size).toBeGreaterThan(1_000);
  expect((sizes[0] ?? 0) + (sizes[1] ?? 0)).toBeLessThan(12_000);
  await own.close();
});

test('style sheet and logo may be kept forever, because their names change with them', async () => {
  const png = makePng(90, 60, () => [1, 2, 3]);
  const look = { ...publicPage, logo: { type: 'image/png', base64: png.toBase64() } };
  const namesOf = async () => (await openPage(service, '/adopt')).html.match(/adopt\/(?:style|logo)-[\w.]+/g) ?? [];
  const before = await namesOf();
  service.restart({ publicPage: look });
  const names = await namesOf();
  expect(new Set(names).size).toBe(2);
  expect(names).toContain(before[0] ?? '');
  for (const path of names) {
    const { status, headers } = await open(`/${path}`, gzip);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
  const logo = names.find((path) => path.includes('logo')) ?? '';
  const response = await open(`/${logo}`);
  expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(png));
  service.restart({ publicPage: { ...look, color: '#ff0000' } });
  expect((await namesOf()).filter((path) => path !== logo && names.some((known) => known === path))).toEqual([]);
  service.restart({});
});

test('the QR code of an animal leads to its page, and there is none for what is not public', async () => {
  const response = await open(`/adopt/${id}/qr.svg`);
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
  expect(readCode(await response.text())).toBe(`${origin}/adopt/${id}`);
  const sold = await bodyOf(await service.post('/v1/pets', '{"name":"Gone","categoryId":1,"status":"sold"}'));
  const answers = await Promise.all([sold.id, sold.id + 1, `0${id}`].map((other) => open(`/adopt/${other}/qr.svg`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  await service.fetch(`/v1/pets/${sold.id}`, { method: 'DELETE' });
});

test('robots.txt admits the pages and photos, and names the sitemap', async () => {
  const response = await open('/robots.txt');
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect((await response.text()).split('\n')).toEqual([
    'User-agent: *',
    'Allow: /adopt',
    'Allow: /media',
    'Disallow: /*keep=',
    'Disallow: /',
    `Sitemap: ${origin}/adopt/sitemap.xml`,
    '',
  ]);
});

test('behind a prefix, addresses for others have it, and links in pages work with and without', async () => {
  const prefixed = 'https://example.org/pets';
  service.restart({ origin: prefixed });
  for (const path of ['/adopt', '/pets/adopt']) {
    const { html, link, meta } = await openPage(service, path);
    expect([link('canonical'), meta['og:url']]).toEqual([`${prefixed}/adopt`, `${prefixed}/adopt`]);
    expect(meta['og:image']).toStartWith(`${prefixed}/media/`);
    const inside = [...html.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, target = '']) => target);
    expect(inside.filter((target) => target.startsWith('/'))).toEqual([]);
    const animal = await openPage(service, `${path}/${id}`);
    expect(animal.link('stylesheet')).toStartWith('../adopt/style-');
  }
  expect(await (await open('/adopt/feed.atom')).text()).toContain(`<id>${prefixed}/adopt/${id}</id>`);
  expect(readCode(await (await open(`/pets/adopt/${id}/qr.svg`)).text())).toBe(`${prefixed}/adopt/${id}`);
  expect(await (await open('/robots.txt')).text()).toContain(
    `Allow: /pets/adopt\nAllow: /pets/media\nDisallow: /pets/*keep=\nDisallow: /pets/\nSitemap: ${prefixed}/adopt/sitemap.xml\n`,
  );
  const { status, headers } = await open('/adopt/?q=cat&utm_source=x');
  expect([status, headers.get('Location')]).toEqual([308, '../adopt?q=cat']);
  service.restart({});
});

test('requests count for the limit by address', async () => {
  const anonymous = { rateLimit: 1, trustedProxies: [], peerOf: () => '192.0.2.7' };
  service.restart({ anonymous });
  expect([(await open('/adopt')).status, (await open('/adopt')).status]).toEqual([200, 429]);
  service.restart({});
});

test('the page speaks German', async () => {
  const { name: _, ...unnamed } = publicPage;
  service.restart({ publicPage: { ...unnamed, languages: ['de'] } });
  const { html } = await openPage(service, '/adopt');
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('<title>Tiere suchen ein Zuhause</title>');
  expect(html).toContain('1 Tier wartet auf Sie');
  expect(html).not.toContain(messages.find);
  service.restart({});
});

test('the page speaks the language of the browser or of the address, and caches tell them apart', async () => {
  const inquiryForm = { days: 90, privacyUrl: undefined };
  service.restart({ publicPage: { ...publicPage, languages: ['en', 'fr', 'es'] }, inquiryForm });
  const shown = async (path: string, language?: string) => {
    const response = await open(path, language === undefined ? {} : { 'Accept-Language': language });
    return [/lang="(..)"/.exec(await response.text())?.[1], response.headers.get('Vary')];
  };
  const vary = 'Accept-Encoding, Accept-Language';
  for (const path of ['/adopt', `/adopt/${id}`, '/adopt/feed.atom', '/adopt/999999', '/adopt/x']) {
    for (const [language, expected] of [
      ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
      ['de,es;q=0.5,en;q=0.4', 'es'],
      ['de', 'en'],
      ['en;q=0, *', 'en'],
      [undefined, 'en'],
    ] as const) {
      expect([path, language, ...(await shown(path, language))]).toEqual([path, language, expected, vary]);
    }
    expect((await shown(`${path}?lang=es`, 'fr'))[0]).toBe('es');
    expect((await shown(`${path}?lang=de`, 'fr'))[0]).toBe('fr');
  }
  const { html, link, meta } = await openPage(service, `/adopt?lang=fr`);
  expect([link('canonical'), meta['robots']]).toEqual([`${origin}/adopt?lang=fr`, undefined]);
  expect([...html.matchAll(/hreflang="([a-z-]+)" href="([^"]+)"/g)].map(([, code, href]) => `${code} ${href}`)).toEqual(
    [
      ...['en', 'fr', 'es'].map((code) => `${code} ${origin}/adopt?lang=${code}`),
      `x-default ${origin}/adopt`,
      ...['en', 'fr', 'es'].map((code) => `${code} ?lang=${code}`),
    ],
  );
  // Every link but those to files leads on in the language.
  const addresses = [...html.matchAll(/<a [^>]*href="([^"#][^"]*)"/g)].map(([, href = '']) => href);
  expect(addresses.filter((href) => !/[?;]lang=|^mailto:/.test(href))).toEqual([]);
  expect(html).toContain('<input type="hidden" name="lang" value="fr">');
  const form = await (await open(`/adopt/${id}/inquiry?lang=es`)).text();
  expect([form.includes('action="inquiry?lang=es"'), form.includes('Tu nombre')]).toEqual([true, true]);
  service.restart({});
});
