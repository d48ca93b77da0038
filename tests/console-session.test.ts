import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { findBarriers, openTab, photograph, startBrowser, views, visit } from './support/browser.ts';
import { adminKey, startServer, type TestServer } from './support/server.ts';

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each(views)('on a $name', (view) => {
  test('lets somebody with a key in, and out again, and keeps the key for the tab alone', async () => {
    const { page, faults, close } = await openTab(browser, server, view);
    await page.goto('/animals');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `sign-in-${view.name}`);
    await visit(page, '/animals');
    expect(await page.evaluate('({ ...sessionStorage })')).toEqual({ 'petstore-key': adminKey });
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(faults).toEqual([]);
    await close();
  }, 60_000);
});
