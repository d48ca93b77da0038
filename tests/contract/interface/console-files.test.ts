import { afterAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { consolePages } from '../../../console/pages.ts';
import { startApp } from '../../support/app.ts';
import { refusalOf } from '../../support/data/keys.ts';
import { bodyOf } from '../../support/http/body.ts';

const root = Bun.fileURLToPath(new URL('../../..', import.meta.url));

const service = await startApp();
afterAll(() => service.close());

const open = (path: string, headers: Record<string, string> = {}, at = service) =>
  at.fetch(path, { headers: { Authorization: '', ...headers } });
/** The paths of the assets of a page, which are relative to it. */
const namesIn = async (page: Response, path = '/') =>
  [...(await page.text()).matchAll(/"((?:\.\.\/)*console\/[^"]+)"/g)].map(
    ([, name = '']) => new URL(name, `http://localhost${path}`).pathname,
  );

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

const paths = [...consolePages.map(({ path }) => path), '/animals/42'];

describe('the page of the console', () => {
  test.each(paths)('is served at %s, without a key', async (path) => {
    const response = await open(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('<meta name="petstore-environment" content="production">');
  });

  test('names the environment of the server', async () => {
    service.restart({ environment: 'staging' });
    expect(await (await open('/animals')).text()).toContain('<meta name="petstore-environment" content="staging">');
    service.restart({});
  });

  test('has the name, the color and the logo of the shelter', async () => {
    const image = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>';
    const publicLogo = { type: 'image/svg+xml', base64: btoa(image), width: 2, height: 1 };
    const own = await startApp({ publicName: 'Paws & "Claws"', publicColor: '#ffdd00', publicLogo });
    const page = await (await open('/animals/42', {}, own)).text();
    expect(page).toContain('<title>Paws &amp; &quot;Claws&quot;</title>');
    // Darker where it is text on paper.
    expect(page).toMatch(/name="petstore-accents" content="#[0-7]\w{5} #ffdd00"/);
    const [logo = ''] = (await namesIn(new Response(page), '/animals/42')).filter((name) => name.includes('logo'));
    const response = await open(logo, {}, own);
    expect([response.headers.get('Content-Type'), await response.text()]).toEqual(['image/svg+xml', image]);
    expect(response.headers.get('Content-Security-Policy')).toContain('sandbox');
    const compressed = await open(logo, { 'Accept-Encoding': 'gzip' }, own);
    expect(compressed.headers.get('Content-Encoding')).toBe('gzip');
    expect(Buffer.from(Bun.gunzipSync(await bytesOf(compressed))).toString()).toBe(image);
    await own.close();
  });

  test('is revalidated each time, and answered with 304 if its ETag matches', async () => {
    const first = await open('/animals');
    const etag = first.headers.get('ETag') ?? '';
    expect([first.headers.get('Cache-Control'), etag]).toEqual(['no-cache', expect.stringMatching(/^"\w+"$/)]);
    const again = await open('/keys', { 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each([
    ...['/animal', '/animalsandmore', '//', '/key', '/pets', '/console', '/console/', '/index.html'],
    // Longer than any path of the console.
    `/animals${'/1'.repeat(8)}`,
    ...['/console/main.js', '/console/index.html', '/console/../index.html', '/console/%2e%2e/package.json'],
    ...['/console/..%2f..%2fpackage.json', '/console/..\\..\\package.json', '/console/....//package.json'],
    ...['/console//etc/passwd', '/console/%00.js'],
  ])('is not served at %s, nor is a file, which gets 404', async (path) => {
    const response = await open(path);
    expect([response.status, await bodyOf(response)]).toMatchObject([404, { code: 'not_found' }]);
  });

  test.each(['/orders', '/animals/42', '/animals//42', '/animals/1/2/3/4/5/6/7'])(
    'names the same scripts and styles at %s, relative to its path',
    async (path) => {
      const names = await namesIn(await open(path), path);
      expect(names).toEqual(await namesIn(await open('/animals')));
      expect(names.filter((name) => name.endsWith('.css'))).toHaveLength(1);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  test('names all that its scripts import before they run, so that a browser asks for all of it at once', async () => {
    const names = await namesIn(await open('/'));
    const scripts = names.filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const imported = new Bun.Transpiler().scanImports(await (await open(name)).text());
      const needed = imported.filter(({ kind }) => kind === 'import-statement');
      expect(names).toEqual(
        expect.arrayContaining(needed.map(({ path }) => new URL(path, `http://localhost${name}`).pathname)),
      );
    }
    const ofToday = scripts.filter((name) => /\/(overview-page|page-texts)-/.test(name));
    expect([ofToday.length, (await namesIn(await open('/animals'))).includes(ofToday[0] ?? '')]).toEqual([2, false]);
  });

  test('has an ETag of its own where its path to the assets differs', async () => {
    const etags = await Promise.all(
      ['/orders', '/keys', '/animals/1', '/animals/2'].map(async (path) => (await open(path)).headers.get('ETag')),
    );
    expect(etags[0]).toBe(etags[1] ?? '');
    expect(etags[2]).toBe(etags[3] ?? '');
    expect(etags[0]).not.toBe(etags[2] ?? '');
  });

  test.each(['/', '/docs'])('loads nothing from other origins at %s, and has no inline scripts', async (path) => {
    const page = await (await open(path)).text();
    expect(page).not.toMatch(/https?:\/\//);
    expect(page).not.toMatch(/<script(?![^>]* src=)/);
    // The frame of the console shows until the script draws it.
    expect(page.includes('class="skeleton"')).toBe(path === '/');
  });
});

describe('the files of the console', () => {
  test.each(['/', '/docs'])(
    'that the page at %s names may be kept for a year, and are compressed on request',
    async (page) => {
      const names = await namesIn(await open(page), page);
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        const [plain, compressed] = [await open(name), await open(name, { 'Accept-Encoding': 'gzip, br' })];
        const headers = (wanted: string) => [plain, compressed].map((response) => response.headers.get(wanted));
        const type = name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8';
        expect([plain.status, ...headers('Content-Type')]).toEqual([200, type, type]);
        expect(headers('Cache-Control')).toEqual(Array(2).fill('public, max-age=31536000, immutable'));
        expect(headers('Vary')).toEqual(['Accept-Encoding', 'Accept-Encoding']);
        expect(headers('Content-Encoding')).toEqual([null, 'gzip']);
        const [text, zipped] = [await bytesOf(plain), await bytesOf(compressed)];
        expect(Buffer.compare(Bun.gunzipSync(zipped), text)).toBe(0);
        // Some have a single line.
        expect(zipped.length).toBeLessThan(Math.max(text.length, 100));
      }
    },
  );

  test('have names that change with them, and take at most 194 kB with the first list of 50 animals, 166 kB of it scripts', async () => {
    const description = 'Loves long walks, is shy with strangers, and gets along with cats.';
    const draft = (name: string) => JSON.stringify({ name, categoryId: 3, profile: { species: 'Dog', description } });
    for (let place = 0; place < 50; place++) await service.post('/v1/listings', draft(`Animal ${place}`));
    const names = await namesIn(await open('/animals'));
    const sizeOf = async (path: string) =>
      (await bytesOf(await service.fetch(path, { headers: { 'Accept-Encoding': 'gzip' } }))).length;
    const sum = async (paths: readonly string[]) =>
      (await Promise.all(paths.map(sizeOf))).reduce((total, size) => total + size, 0);
    for (const name of names) expect(name).toMatch(/^\/console\/[a-z-]+-[a-z0-9]{8,}\.(js|css)$/);
    const scripts = await sum(names.filter((name) => name.endsWith('.js')));
    expect(scripts).toBeGreaterThan(100_000);
    expect(scripts).toBeLessThanOrEqual(166_000);
    const others = names.filter((name) => name.endsWith('.css'));
    const data = [
      '/v1/keys/self',
      '/v1/events?limit=1&sort=-id',
      '/v1/listings?limit=50&status=available&status=pending&sort=-arrivedOn',
    ];
    const rest = await sum(['/animals', ...others, ...data]);
    expect(rest).toBeGreaterThan(20_000);
    expect(scripts + rest).toBeLessThanOrEqual(194_000);
    // What Today loads besides: no dialogs, menus or tables.
    const ofToday = (await namesIn(await open('/'))).filter((name) => !names.includes(name));
    expect(await sum(ofToday)).toBeLessThanOrEqual(33_000);
  });

  test('of the reference have at most 190 kB of scripts', async () => {
    const scripts = new Set((await namesIn(await open('/docs'), '/docs')).filter((name) => name.endsWith('.js')));
    let size = 0;
    for (const name of scripts) {
      const text = await (await open(name)).text();
      for (const { path, kind } of new Bun.Transpiler().scanImports(text))
        if (kind === 'import-statement') scripts.add(new URL(path, `http://localhost${name}`).pathname);
      size += (await bytesOf(await open(name, { 'Accept-Encoding': 'gzip' }))).length;
    }
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThanOrEqual(190_000);
  });

  test('are read-only: POST gets 405', async () => {
    const response = await service.fetch('/animals', { method: 'POST' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});

test('the headers of the page and its files keep out other sites and their scripts', async () => {
  for (const path of ['/', '/animals/42', '/docs', ...(await namesIn(await open('/')))]) {
    const { headers } = await open(path);
    const policy = headers.get('Content-Security-Policy') ?? '';
    const rule = (name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));
    expect(rule('default-src')).toBe("default-src 'none'");
    expect(rule('script-src')).toBe("script-src 'self'");
    expect(rule('connect-src')).toBe("connect-src 'self'");
    expect(rule('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('a HEAD request for the page or a file gets the headers of a GET, and no body', async () => {
  await using listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => service.app.fetch(request),
  });
  const ask = (path: string, method: string) => fetch(new URL(path, listener.url), { method });
  for (const path of ['/animals', ...(await namesIn(await open('/')))]) {
    const [head, get] = [await ask(path, 'HEAD'), await ask(path, 'GET')];
    expect([head.status, (await bytesOf(head)).length]).toEqual([200, 0]);
    for (const name of ['ETag', 'Content-Type', 'Cache-Control', 'Content-Length'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }
});

test('a console that was not built responds with 503 at all its addresses, and does not affect the API', async () => {
  service.restart({ consoleFolder: join(root, 'build/nowhere') });
  const message = 'The console has not been built. Start the service with npm start.';
  for (const path of ['/', '/animals', '/docs', '/console/main.js']) {
    expect([path, await refusalOf(await open(path))]).toEqual([path, { status: 503, code: 'unavailable', message }]);
  }
  expect((await service.fetch('/v1/pets')).status).toBe(200);
  service.restart({});
});
