import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { type Client, createClient, type Scope } from '../../client/index.ts';
import { findBarriers, openTab, photograph, startBrowser, type View, views, visit } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';

const largest = 2n ** 63n - 1n;
const markup = '<img src=x onerror=alert(1)>';

let browser: Browser;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);
afterAll(() => browser.close());

async function keyWith(...scopes: Scope[]): Promise<string> {
  return (await client.keys.create({ name: scopes.join(' '), scopes })).secret;
}

/** Opens the overview as somebody who has this key. */
async function open(view: View, key = adminKey) {
  const tab = await openTab(browser, server, view);
  await visit(tab.page, '/', key);
  return tab;
}

describe.each(engines)('on $name', (engine) => {
  beforeAll(async () => {
    server = await startServer({ engine });
    client = createClient({ baseUrl: server.url, apiKey: adminKey });
  });
  afterAll(() => server.stop());

  describe.each(views)('on a $name', (view) => {
    test('an overview shows what there is and what happened, and changes as it happens', async () => {
      const suffix = `${engine.name}-${view.name}`;
      await client.categories.put(3n, { name: 'Dogs' });
      const bella = await client.pets.create({ name: `Bella ${suffix}`, categoryId: 3n });
      const { id } = await client.orders.place({ petId: bella.id });
      await client.pets.create({ name: `${markup} ${suffix}`, categoryId: largest, status: 'sold' });
      const { page, faults, close } = await open(view);

      const section = (name: string) => page.getByRole('region', { name });
      const { available, pending, sold } = await client.inventory.get();
      const count = (status: string) => section('Animals by status').getByRole('row', { name: status });
      await count('pending').waitFor();
      expect(await count('available').textContent()).toContain(String(available));
      expect(await count('pending').textContent()).toContain(String(pending));
      expect(await count('sold').textContent()).toContain(String(sold));
      const categories = await section('Animals by category').getByRole('listitem').allTextContents();
      expect(categories.some((text) => text.includes('Dogs'))).toBe(true);
      expect(categories.some((text) => text.includes(`Category ${largest}`))).toBe(true);

      const happened = section('What happened');
      await happened.getByText(`Bella ${suffix} was reserved`).waitFor();
      await happened.getByText(`${markup} ${suffix} was added, sold`).waitFor();
      expect(await page.locator('#content img').count()).toBe(0);
      await happened.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      const adoptions = section('Adoptions');
      const before = Number.parseInt((await adoptions.getByText(/in the last 30 days/).textContent()) ?? '', 10);

      await client.orders.complete(id);
      await happened.getByText(`Bella ${suffix} was adopted`).waitFor();
      await adoptions.getByText(`${before + 1} adoption`).waitFor();
      await count('sold')
        .filter({ hasText: String(sold + 1n) })
        .waitFor();
      const today = adoptions.getByRole('row').last();
      expect(await today.textContent()).toContain(String(before + 1));
      await adoptions.locator('.recharts-bar-rectangle').last().waitFor();

      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      await photograph(page, `overview-${suffix}`);
      await happened
        .getByRole('link', { name: `Bella ${suffix}` })
        .first()
        .click();
      await page.waitForURL(`**/animals/${bella.id}`);
      expect(faults).toEqual([]);
      await close();
    }, 60_000);
  });
});

describe.each(views)('on a $name', (view) => {
  beforeAll(async () => {
    server = await startServer();
    client = createClient({ baseUrl: server.url, apiKey: adminKey });
  });
  afterAll(() => server.stop());

  test('an empty catalogue says what to do next, and offers it to whoever may', async () => {
    const { page, faults, close } = await open(view);
    await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `overview-empty-${view.name}`);
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.waitForURL('**/import');
    expect(faults).toEqual([]);
    await close();

    const reader = await open(view, await keyWith('pets:read', 'events:read'));
    await reader.page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
    expect(await reader.page.getByRole('link', { name: /add|import/i }).count()).toBe(0);
    await reader.close();
  }, 60_000);

  test('a key that may not read events sees the rest, and asks for no events', async () => {
    await client.pets.create({ name: 'Frank', categoryId: 3n });
    const tab = await openTab(browser, server, view);
    const paths: string[] = [];
    tab.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await visit(tab.page, '/', await keyWith('pets:read'));
    await tab.page.getByRole('region', { name: 'Animals by category' }).waitFor();
    await tab.page.getByRole('region', { name: 'Animals by status' }).waitFor();
    expect(await tab.page.getByRole('region').count()).toBe(2);
    expect(paths).not.toContain('/v1/events');
    expect(await findBarriers(tab.page)).toEqual([]);
    await photograph(tab.page, `overview-without-events-${view.name}`);
    await tab.close();
  }, 60_000);

  test('of many categories the largest ten are shown, and the others together', async () => {
    for (let category = 1n; category <= 13n; category += 1n) {
      const animals = Array.from({ length: category > 3n ? 3 : 1 }, () => ({
        name: 'Rex',
        categoryId: 1_000n + category,
      }));
      await Promise.all(animals.map((animal) => client.pets.create(animal)));
    }
    const { page, close } = await open(view);
    const categories = page.getByRole('region', { name: 'Animals by category' }).getByRole('listitem');
    await categories.nth(10).waitFor();
    expect(await categories.count()).toBe(11);
    expect(await categories.nth(10).textContent()).toMatch(/^\d+ others\s*\d+, \d+ available/);
    await close();
  }, 60_000);

  test('what draws charts comes with the overview, and not with the first page of another place', async () => {
    await client.pets.create({ name: 'Frank', categoryId: 3n });
    const tab = await openTab(browser, server, view);
    const scripts: string[] = [];
    tab.page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await visit(tab.page, '/animals');
    await tab.page.getByRole('heading', { name: 'Animals' }).waitFor();
    expect(scripts.filter((path) => path.includes('charts'))).toEqual([]);
    await tab.page.goto('/');
    await tab.page.locator('.recharts-sector').first().waitFor();
    expect(scripts.filter((path) => path.includes('charts'))).not.toEqual([]);
    await tab.close();
  }, 60_000);
});
