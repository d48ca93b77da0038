import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { type Client, createClient } from '../../client/index.ts';
import { findBarriers, openTab, photograph, startBrowser, type View, views, visit } from '../support/browser.ts';
import { chooseFile, countsOf, resultOf, startImport } from '../support/console-import.ts';
import { namesIn } from '../support/importing.ts';
import { untilTrue } from '../support/receiver.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';

/** So many that there is time to do something meanwhile. */
const manyRows = 300;

let browser: Browser;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer();
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Begins the import of a file with a category of its own, and waits until some rows are done. */
async function begin(categoryId: number, view?: View, key = adminKey) {
  const tab = await openTab(browser, server, view);
  const { page } = tab;
  await visit(page, '/', key);
  await goTo(page, 'Import');
  const rows = Array.from({ length: manyRows }, (_, index) => `Animal ${index},${categoryId}\n`);
  await chooseFile(page, `many-${categoryId}.csv`, `name,categoryId\n${rows.join('')}`);
  await startImport(page);
  await untilTrue(async () => (await addedOn(page)) > 0, 'the first rows to be done');
  return tab;
}

/** Goes to a place by the navigation, as far as nothing is in the way. */
async function goTo(page: Page, name: string): Promise<void> {
  const burger = page.getByRole('button', { name: 'Open the navigation' });
  if (await burger.isVisible()) await burger.click();
  await page.getByRole('link', { name, exact: true }).click();
}

const addedOn = async (page: Page) => (await countsOf(page))['Added'] ?? 0;
const addedTo = async (categoryId: number) => await client.pets.count({ categoryId: BigInt(categoryId) });

describe.each(views)('on a $name', (view) => {
  const first = view.width;

  test('an import can be paused, and goes on', async () => {
    const { page, faults, close } = await begin(first, view);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused.').waitFor();
    await Bun.sleep(500);
    const before = await addedTo(first);
    await Bun.sleep(1_000);
    expect(await addedTo(first)).toBe(before);
    expect(before).toBeLessThan(manyRows);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `import-paused-${view.name}`);
    await page.getByRole('button', { name: 'Go on' }).click();
    expect(await resultOf(page)).toMatchObject({ Added: manyRows, Rejected: 0 });
    expect(await addedTo(first)).toBe(manyRows);
    expect(faults).toEqual([]);
    await close();
  }, 60_000);

  test('an import that was cancelled tells how far it came, and adds nothing twice when it goes on', async () => {
    const { page, close } = await begin(first + 1, view);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const counts = await resultOf(page, 'Stopped');
    expect(counts['Added']).toBe(await addedTo(first + 1));
    expect(counts['Added']).toBeLessThan(manyRows);
    await page.getByText(`${counts['Added']} of ${manyRows} rows are done`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `import-cancelled-${view.name}`);
    await page.getByRole('button', { name: 'Go on' }).click();
    const rest = await resultOf(page);
    expect(rest['Were there already']).toBe(counts['Added'] ?? 0);
    expect(await addedTo(first + 1)).toBe(manyRows);
    await close();
  }, 60_000);

  test('leaving the page asks first, by a link and by going back, and tells how far it came', async () => {
    const { page, close } = await begin(first + 2, view);
    const dialog = page.getByRole('dialog', { name: 'Stop the import?' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await goTo(page, 'Orders');
    await dialog.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `import-leaving-${view.name}`);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/import');

    await page.evaluate('history.back()');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/import');

    await page.evaluate('history.back()');
    await page.getByRole('button', { name: 'Leave and stop' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('The import was stopped').waitFor();
    await page.getByText(new RegExp(`of the ${manyRows} rows of many-`)).waitFor();
    const left = await addedTo(first + 2);
    expect(left).toBeLessThan(manyRows);
    await Bun.sleep(500);
    expect(await addedTo(first + 2)).toBe(left);
    await close();
  }, 60_000);
});

test('closing the tab and signing out ask first', async () => {
  const { page, close } = await begin(9_001);
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Leave and stop' }).click();
  await page.getByLabel('API key').waitFor();
  await page.getByText('The import was stopped').waitFor();
  await close();
}, 60_000);

test('a key that is revoked ends the import, and what was done is told on the way out', async () => {
  const { id, secret } = await client.keys.create({ name: 'for a while', role: 'editor' });
  const { page, close } = await begin(9_002, undefined, secret);
  await client.keys.revoke(id);
  await page.getByLabel('API key').waitFor();
  const word = (await page.getByText(/of the 300 rows of many-9002\.csv were done/).textContent()) ?? '';
  const told = Number.parseInt(word, 10);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThanOrEqual(await addedTo(9_002));
  await photograph(page, 'import-key-revoked');
  await close();
}, 60_000);

test('a refusal that concerns more than a row stops the import, and tells why', async () => {
  const { page, close } = await openTab(browser, server);
  await visit(page, '/import');
  await chooseFile(page, 'refused.csv', 'name,categoryId\nFrank,9003\nRex,9003\n');
  await page.route('**/v1/pets', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'insufficient_scope', message: 'The key may not do that.', status: 403 },
    }),
  );
  await startImport(page);
  await resultOf(page, 'Stopped');
  await page.getByText('The key may not do that.').waitFor();
  await page.unroute('**/v1/pets');
  await page.getByRole('button', { name: 'Go on' }).click();
  await resultOf(page);
  expect((await namesIn(server, 9_003n)).sort()).toEqual(['Frank', 'Rex']);
  await close();
}, 60_000);

test('a server that is busy is waited for, and asked by one request at a time', async () => {
  const { page, close } = await openTab(browser, server);
  await visit(page, '/import');
  const rows = Array.from({ length: 40 }, (_, index) => `Animal ${index},9004\n`);
  await chooseFile(page, 'busy.csv', `name,categoryId\n${rows.join('')}`);
  // All that are under way are refused at first, and then the one that tries again.
  const answers = [...Array<number>(8).fill(503), 429, 503, 502, 504, 429, 503];
  let [requests, atOnce, mostAtOnce] = [0, 0, 0];
  await page.route('**/v1/pets', async (route) => {
    const isOneOfFirst = requests < 8;
    const status = answers[requests++];
    if (status === undefined) return await route.continue();
    if (!isOneOfFirst) mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await Bun.sleep(100);
    if (!isOneOfFirst) atOnce -= 1;
    return await route.fulfill({ status, json: { code: 'unavailable', message: 'Busy.', status } });
  });
  await startImport(page);
  await page.getByText('The import waits, and goes on by itself.').waitFor();
  expect(await resultOf(page)).toMatchObject({ Added: 40, Rejected: 0 });
  expect([requests, mostAtOnce]).toEqual([answers.length + 40, 1]);
  await close();
}, 60_000);
