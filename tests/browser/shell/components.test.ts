import { afterAll, beforeAll, test } from 'bun:test';
import type { Page } from 'playwright-core';
import components from '../../../scripts/components/index.html';
import { expectAccessible, expectAccessibleInBothSchemes } from '../../support/browser/accessibility.ts';
import { closeSharedTabs, laptop, openSharedTab, setView, type Tab } from '../../support/browser/browser.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { freePort } from '../../support/process/ports.ts';

/** The page of `npm run dev` that draws every component of the console in its states. */
let server: Bun.Server<undefined>;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  server = Bun.serve({
    port: freePort(),
    hostname: '127.0.0.1',
    development: false,
    routes: { '/': components, '/livez': new Response('ok') },
    fetch: () => new Response(null, { status: 404 }),
  });
  tab = await openSharedTab({ url: server.url.origin });
  page = tab.page;
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor();
});
afterAll(async () => {
  await tab.close();
  await closeSharedTabs({ url: server.url.origin });
  await server.stop(true);
});

test('every component is accessible, at each size and in each colour scheme', () =>
  expectAccessibleInBothSchemes(page, 'components'));

test('dialogs are accessible: a form with a draft that failed, a removal, a text and a secret', async () => {
  const openers = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Dialogs' }) });
  for (const name of ['draft that failed', 'removal', 'text', 'secret']) {
    await openers.getByRole('button', { name, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page, `components-${name.replaceAll(' ', '-')}`);
    await dialog.getByRole('button', { name: /^(Cancel|Keep it|I have saved it)$/ }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('every message is accessible', async () => {
  for (const name of ['done', 'with Undo', 'failed'])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  await page.locator('.toasts').getByRole('alert').filter({ hasText: 'was not adopted' }).hover();
  await expectAccessible(page, 'components-messages', '.toasts');
  await page.reload();
});

test('no component makes the page scroll to the side at 320 pixels, in either direction of writing', async () => {
  await setView(page, { ...laptop, width: 320, height: 640 });
  for (const direction of ['rtl', 'ltr']) {
    await page.getByRole('radiogroup', { name: 'Direction' }).getByText(direction).click();
    await expectSoon(() => page.evaluate('document.documentElement.dir')).toBe(direction);
    await expectSoon(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  }
});
