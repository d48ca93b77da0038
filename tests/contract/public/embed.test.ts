import { afterAll, expect, test } from 'bun:test';
import { startApp } from '../../support/app.ts';

/** The script for other web sites. `tests/browser/public/embed.test.ts` runs it. */
const service = await startApp();
afterAll(() => service.close());

const get = (headers: Record<string, string> = {}) =>
  service.fetch('/embed.js', { headers: { Authorization: '', ...headers } });

test('the script is small, and pages of all origins may include it', async () => {
  const [plain, compressed] = [await get(), await get({ 'Accept-Encoding': 'gzip' })];
  const bytes = new Uint8Array(await compressed.arrayBuffer());
  const text = await plain.text();
  expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(text);
  expect(bytes.length).toBeLessThan(10_000);
  for (const [{ headers }, coding] of [
    [plain, null],
    [compressed, 'gzip'],
  ] as const) {
    expect([headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([coding, 'Accept-Encoding']);
    expect(headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const again = { 'If-None-Match': headers.get('ETag') ?? '', ...(coding && { 'Accept-Encoding': coding }) };
    expect((await get(again)).status).toBe(304);
  }
  expect(plain.headers.get('ETag')).not.toBe(compressed.headers.get('ETag'));
});

test('the script leaves no names in the page, and knows whether animals have pages', async () => {
  const text = await (await get()).text();
  expect(text).toMatch(/^\(\(\)=>\{[\s\S]*\}\)\(\);\n$/);
  expect(text).not.toContain('petstoreHasPublicPage');
  expect(text).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/);
});
