import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { createClient } from '../../client/index.ts';
import { findBarriers, photograph, startBrowser, views, visit } from '../support/browser.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';
import { withTab } from '../support/tabs.ts';

const markup = '<img src=x onerror=alert(1)>';
const statuses = ['available', 'pending', 'sold'] as const;
const animals = 21;

let browser: Browser;
let server: TestServer;
let emptyServer: TestServer;
let reader: string;

beforeAll(async () => {
  [browser, server, emptyServer] = await Promise.all([startBrowser(), startServer(), startServer()]);
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  await client.categories.put(7n, { name: 'Dogs' });
  for (let number = 1; number <= animals; number++) {
    const name = number === 3 ? markup : `Animal ${number}`;
    await client.pets.create({ name, categoryId: number % 5 === 0 ? 7n : 99n, status: statuses[number % 3] ?? 'sold' });
  }
  reader = (await client.keys.create({ name: 'reader', role: 'reader' })).secret;
}, 60_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([server.stop(), emptyServer.stop()]);
});

const animal = (page: Page, number: number) => page.getByRole('link', { name: new RegExp(`^Animal ${number}(?!\\d)`) });

describe.each(views)('on a $name', (view) => {
  const inTab = (use: (page: Page) => Promise<void>, at = server) => withTab(browser, at, view, use);

  test('shows a name with markup as text', async () => {
    await inTab(async (page) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await visit(page, '/animals');
      await page.getByRole('link', { name: markup }).click();
      await page.getByRole('heading', { level: 1, name: markup }).waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: `Remove ${markup}?` }).waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      expect(dialogs).toEqual([]);
    });
  }, 60_000);

  test('shows no button that changes something to whoever may only read', async () => {
    await inTab(async (page) => {
      await visit(page, '/animals', reader);
      await animal(page, 20).waitFor();
      expect(await buttons(page)).toEqual(['Count them', 'Back', 'Next']);
      await animal(page, 1).click();
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      expect(await buttons(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
    });
  }, 60_000);

  test('tells an empty catalogue from filters that nothing passes', async () => {
    await inTab(async (page) => {
      await visit(page, '/animals');
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      expect(await page.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/import');
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `animals-empty-${view.name}`);
      await page.getByRole('button', { name: 'Add the first animal' }).click();
      await page.getByRole('dialog', { name: 'Add an animal' }).waitFor();
    }, emptyServer);
    await inTab(async (page) => {
      await visit(page, '/animals?status=sold&category=123');
      await page.getByRole('heading', { name: 'No animal is like that' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `animals-filtered-to-nothing-${view.name}`);
      await page.getByRole('button', { name: 'Show all animals' }).click();
      await animal(page, 20).waitFor();
    });
  }, 60_000);
});

/** The buttons of the content, by what they say. */
async function buttons(page: Page): Promise<string[]> {
  return await page.locator('#content').getByRole('button').allInnerTexts();
}
