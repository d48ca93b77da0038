import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.ts';
import { visit } from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { withTab } from '../../support/browser/describe-console.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const quota = 60;
const windowMs = 60_000;

let service: TestApp;
let listener: Bun.Server<undefined>;
let key: string;
let beganAt: number;

beforeEach(async () => {
  service = await startApp({ rateLimit: quota });
  listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => service.app.fetch(request),
  });
  key = await service.makeKey('admin');
  const { status } = await service.post('/v1/pets', '{"name":"Frank","categoryId":3}');
  expect(status).toBe(201);
  beganAt = service.now;
});
afterEach(async () => {
  await listener.stop(true);
  await service.close();
});

const inTab = (use: (page: Page) => Promise<void>) => withTab({ url: listener.url.origin }, use);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const limited = (page: Page) => page.getByRole('alert').filter({ hasText: 'Too many requests' });

/** Uses up the requests of the key in this window, and sets the clock to two seconds before its end. */
async function useUp(): Promise<void> {
  const ask = async () =>
    (await service.fetch('/v1/keys/self', { headers: { Authorization: `Bearer ${key}` } })).status;
  for (let requests = 0; requests <= quota; requests++) if ((await ask()) === 429) break;
  expect(await ask()).toBe(429);
  service.now = beganAt + windowMs - 2_000;
}

test('the overview opens within 60 requests; beyond the rate limit a page continues automatically', async () => {
  await inTab(async (page) => {
    await visit(page, '/', key);
    await page.getByRole('link', { name: '1 available' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await expectSoon(() => limited(page).count()).toBe(0);
    await useUp();
    await goTo(page, 'Animals');
    await limited(page).getByText('This page continues automatically').waitFor();
    await expectSoon(() => page.getByText('This did not work').count()).toBe(0);
    service.now = beganAt + windowMs;
    await page.getByRole('link', { name: 'Frank' }).waitFor();
    await limited(page).waitFor({ state: 'detached' });
  });
});

test('a page that is opened beyond the rate limit signs in automatically in the next window', async () => {
  await useUp();
  await inTab(async (page) => {
    await page.goto('/livez');
    await page.evaluate(`window.name = 'petstore'; sessionStorage.setItem('petstore-key', ${JSON.stringify(key)})`);
    await page.goto('/animals');
    await limited(page).getByText('This page signs you in automatically').waitFor();
    service.now = beganAt + windowMs;
    await heading(page, 'Animals').waitFor();
    await page.getByRole('link', { name: 'Frank' }).waitFor();
  });
});
