import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { issueSecret } from '../src/key-issue.ts';
import { findBarriers, openTab, phone, photograph, startBrowser, views, visit } from './support/browser.ts';
import { goTo, makeKey, untilFocused } from './support/console-keys.ts';
import { startServer, type TestServer } from './support/server.ts';

setDefaultTimeout(60_000);

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const navigation = (page: Page) => page.getByRole('navigation');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe.each(views)('on a $name', (view) => {
  test('the keyboard can skip to the content, and arrives at it at every place', async () => {
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys');
    await heading(page, 'Keys').waitFor();
    await page.reload();
    await heading(page, 'Keys').waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await untilFocused(page, 'Skip to the content');
    expect(await skip.evaluate('this.document.activeElement.getBoundingClientRect().top >= 0')).toBe(true);
    await page.keyboard.press('Enter');
    await untilFocused(page, 'id="content"');
    await page.keyboard.press('Tab');
    await untilFocused(page, 'New key');
    await goTo(page, 'Webhooks');
    await heading(page, 'Webhooks').waitFor();
    await untilFocused(page, 'id="content"');
    await page.goBack();
    await heading(page, 'Keys').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('the environment and the address of the server are always in sight, and staging cannot be taken for the real thing', async () => {
    const secret = issueSecret('staging').secret;
    const staging = await startServer({ env: { PETSTORE_ENV: 'staging', PETSTORE_API_KEY: secret } });
    const { page, faults, close } = await openTab(browser, staging, view);
    const host = new URL(staging.url).host;
    const inSight = async () => {
      await page.getByText('Staging: for trying things out').waitFor();
      expect(await page.locator('[data-environment=staging]').isVisible()).toBe(true);
      expect(await page.getByText(host).isVisible()).toBe(true);
      const { x, y, width } = (await page.locator('.staging').boundingBox()) ?? { x: -1, y: -1, width: -1 };
      expect([x, y, width]).toEqual([0, 0, view.width]);
    };
    await page.goto('/keys');
    await inSight();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `staging-sign-in-${view.name}`);
    await visit(page, '/keys', secret);
    for (const place of ['Animals', 'Orders', 'Import', 'Keys', 'Webhooks', 'Overview']) {
      await goTo(page, place);
      await heading(page, place).waitFor();
      await inSight();
    }
    expect(await findBarriers(page)).toEqual([]);
    await goTo(page, 'Keys');
    await photograph(page, `staging-${view.name}`);
    await page.evaluate('window.scrollTo(0, 1000)');
    await inSight();
    expect(faults).toEqual([]);
    await close();

    const other = await openTab(browser, server, view);
    await visit(other.page, '/keys');
    expect(await other.page.locator('[data-environment=production]').isVisible()).toBe(true);
    expect(await other.page.locator('.staging').count()).toBe(0);
    await other.close();
    await staging.stop();
  });

  test('somebody whose key may do little sees only where it leads', async () => {
    const { secret } = await makeKey(server, { scopes: ['orders:read'] });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys', secret);
    await page.getByText('Your key does not open this page').waitFor();
    if (view === phone) await page.getByRole('button', { name: 'Open the navigation' }).click();
    expect(await navigation(page).getByRole('link').allTextContents()).toEqual(['Orders', 'API reference']);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `not-allowed-${view.name}`);
    await navigation(page).getByRole('link', { name: 'Orders' }).click();
    await heading(page, 'Orders').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('an address that leads nowhere says so, and leads on', async () => {
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/webhooks/5/nothing');
    await heading(page, 'There is nothing here').waitFor();
    await page.getByRole('link', { name: 'Go to the animals' }).click();
    await heading(page, 'Animals').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test('the navigation of a phone opens and closes, and holds nobody', async () => {
  const { page, faults, close } = await openTab(browser, server, phone);
  await visit(page, '/keys');
  await heading(page, 'Keys').waitFor();
  const open = page.getByRole('button', { name: 'Open the navigation' });
  expect(await navigation(page).isVisible()).toBe(false);
  await open.focus();
  await page.keyboard.press('Tab');
  await untilFocused(page, 'New key');

  await open.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close the navigation', expanded: true }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'navigation-phone');
  await page.keyboard.press('Tab');
  await untilFocused(page, 'Overview');
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('Tab');
  await untilFocused(page, 'New key');
  await open.or(page.getByRole('button', { name: 'Close the navigation' })).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await navigation(page).isVisible()).toBe(false);
  await untilFocused(page, 'Open the navigation');

  await open.click();
  await page.getByRole('button', { name: 'Close the navigation' }).click();
  expect(await navigation(page).isVisible()).toBe(false);
  await open.click();
  await navigation(page).getByRole('link', { name: 'Animals' }).click();
  await heading(page, 'Animals').waitFor();
  expect(await navigation(page).isVisible()).toBe(false);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(faults).toEqual([]);
  await close();
});
