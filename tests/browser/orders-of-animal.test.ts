import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { type Client, createClient } from '../../client/index.ts';
import { findBarriers, laptop, phone, photograph, startBrowser, visit } from '../support/browser.ts';
import { postgres, sqlite } from '../support/engines.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';
import { withTab } from '../support/tabs.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);
afterAll(() => browser.close());

const row = (page: Page, order: bigint) =>
  page.locator('tbody tr, #content li').filter({ has: page.getByText(String(order), { exact: true }) });
const cancel = (page: Page, order: bigint) => page.getByRole('button', { name: `Cancel order ${order}` });

describe.each([
  { view: laptop, engine: sqlite },
  { view: phone, engine: postgres },
])('on a $view.name with $engine.name', ({ view, engine }) => {
  let server: TestServer;
  let client: Client;
  const keys = { reader: '', deaf: '', petsOnly: '' };

  beforeAll(async () => {
    server = await startServer({ engine });
    client = createClient({ baseUrl: server.url, apiKey: adminKey });
    const make = async (scopes: Parameters<Client['keys']['create']>[0]['scopes'] = []) =>
      (await client.keys.create({ name: 'made', scopes })).secret;
    keys.reader = await make(['pets:read', 'orders:read', 'events:read']);
    keys.deaf = await make(['pets:read', 'pets:write', 'orders:read', 'orders:write']);
    keys.petsOnly = await make(['pets:read', 'pets:write']);
  }, 60_000);
  afterAll(() => server.stop());

  const inTab = (use: (page: Page) => Promise<void>) => withTab(browser, server, view, use);
  const order = async (name: string) => {
    const pet = await client.pets.create({ name, categoryId: 1n });
    return { pet, order: await client.orders.place({ petId: pet.id }) };
  };

  test('reserves an animal on its page, and shows its orders from the newest on', async () => {
    const pet = await client.pets.create({ name: 'Milo', categoryId: 1n });
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`);
      for (const how of ['Cancel order', 'Adopted, order']) {
        await page.getByRole('button', { name: 'Reserve' }).click();
        await page.getByText('Its status stays').waitFor();
        await page.getByRole('button', { name: how }).click();
        await page.getByText('Its status stays').waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Mark as available' }).waitFor();
      const badges = page.getByRole('region', { name: 'Orders' }).locator('[data-status]');
      expect(await badges.allTextContents()).toEqual(['adopted', 'cancelled']);
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `animal-orders-${view.name}`);
    });
  }, 60_000);

  test('says on the page of an animal that another order was faster', async () => {
    const pet = await client.pets.create({ name: 'Coco', categoryId: 1n });
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`, keys.deaf);
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      const faster = await client.orders.place({ petId: pet.id });
      await page.getByRole('button', { name: 'Reserve' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'Another order was faster' });
      await alert.getByText(`The animal ${pet.id} is pending.`).waitFor();
      await cancel(page, faster.id).waitFor();
      expect(await page.getByRole('button', { name: 'Reserve' }).count()).toBe(0);
      await client.orders.complete(faster.id);
      await cancel(page, faster.id).click();
      await page.getByText(`The order ${faster.id} is completed already.`).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `animal-too-late-${view.name}`);
    });
    expect(await client.orders.count({ petId: pet.id })).toBe(1);
  }, 60_000);

  test('shows to each key what it may see and do', async () => {
    const { pet, order: open } = await order('Bruno');
    await inTab(async (page) => {
      await visit(page, '/orders', keys.reader);
      await row(page, open.id).waitFor();
      expect(await page.locator('#content').getByRole('button').allTextContents()).toEqual(['Count them']);
      await page.goto(`/animals/${pet.id}`);
      await page.getByText(`Order ${open.id}`, { exact: true }).waitFor();
      expect(await page.locator('#content').getByRole('button').count()).toBe(0);
    });
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`, keys.petsOnly);
      await page.getByRole('button', { name: 'Mark as sold' }).click();
      await page.getByText(`The open order ${open.id} holds the animal ${pet.id}.`).waitFor();
      expect(await page.getByRole('heading', { name: 'Orders' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Reserve' }).count()).toBe(0);
    });
  }, 60_000);
});
