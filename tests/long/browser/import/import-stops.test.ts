import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Client, createClient } from '../../../../client/index.ts';
import { closeSharedTabs, signIn, untilFocused } from '../../../support/browser/browser.ts';
import {
  type Additions,
  chooseFile,
  countsOf,
  holdAdditions,
  resultOf,
  startImport,
} from '../../../support/browser/console-import.ts';
import { goTo } from '../../../support/browser/console-keys.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { namesIn } from '../../../support/data/importing.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { adminKey, startSite, type TestServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

let database: ScratchDatabase;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startSite({ database });
  client = createClient({ baseUrl: server.url, apiKey: adminKey });
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
  await database.remove();
});

const onPage = inOneTab({
  get server() {
    return server;
  },
});

/** So many rows are in one request. */
const perRequest = 100;
const manyRows = 3 * perRequest;

/** Starts the import of a file with its own category, and waits until a request is done and the next one in flight. */
async function begin(page: Page, categoryId: number): Promise<Additions> {
  const rows = Array.from({ length: manyRows }, (_, index) => `Animal ${index},${categoryId}\n`);
  await chooseFile(page, `many-${categoryId}.csv`, `name,categoryId\n${rows.join('')}`);
  const additions = await holdAdditions(page, 1);
  await startImport(page);
  await until(
    'the first rows to be done',
    () => addedOn(page),
    (added) => added === perRequest,
  );
  await until(
    'others to be under way',
    () => additions.sent,
    (sent) => sent > 1,
  );
  return additions;
}

const addedOn = async (page: Page) => (await countsOf(page))['Added'] ?? 0;

const addedTo = async (categoryId: number) => await client.pets.count({ categoryId: BigInt(categoryId) });

test('an import can be paused and resumed', async () => {
  await onPage('/import', async (page) => {
    const additions = await begin(page, 9_004);
    await press(page.getByRole('button', { name: 'Pause' }));
    await page.getByText('Paused.').waitFor();
    additions.release();
    await until(
      'what was under way to be done',
      () => addedOn(page),
      (added) => added === 2 * perRequest,
    );
    expect([additions.sent, await addedTo(9_004)]).toEqual([2, 2 * perRequest]);
    await press(page.getByRole('button', { name: 'Resume' }));
    expect(await resultOf(page)).toMatchObject({ Added: manyRows, Rejected: 0 });
    expect(await addedTo(9_004)).toBe(manyRows);
  });
});

test('an import reports its progress when cancelled, and adds no row twice when resumed', async () => {
  await onPage('/import', async (page) => {
    const additions = await begin(page, 9_005);
    await press(page.getByRole('button', { name: 'Cancel' }));
    additions.release();
    const counts = await resultOf(page, 'Stopped');
    expect([counts['Added'], await addedTo(9_005)]).toEqual([2 * perRequest, 2 * perRequest]);
    await page.getByText(`200 of ${manyRows} rows are done`).waitFor();
    await press(page.getByRole('button', { name: 'Resume' }));
    expect(await resultOf(page)).toMatchObject({ Added: manyRows, 'Were there already': 0 });
    const [resumed] = (await client.imports.list({ sort: '-id' }).page()).items;
    expect([await addedTo(9_005), resumed]).toMatchObject([manyRows, { state: 'finished', added: BigInt(manyRows) }]);
  });
});

test('an import asks for confirmation before the user leaves by a link or goes back, then reports its progress', async () => {
  await onPage('/', async (page) => {
    await goTo(page, 'Import');
    const additions = await begin(page, 9_006);
    const dialog = page.getByRole('dialog', { name: 'Stop the import?' });
    await press(page.getByRole('button', { name: 'Pause' }));
    await goTo(page, 'Reservations');
    await dialog.waitFor();
    await press(page.getByRole('button', { name: 'Stay here' }));
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/import');

    await page.evaluate('history.back()');
    await untilFocused(page, 'Stay here');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/import');

    await page.evaluate('history.back()');
    await press(page.getByRole('button', { name: 'Leave and stop' }));
    const before = additions.sent;
    additions.release();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByText('The import was stopped').waitFor();
    await page.getByText(new RegExp(`of the ${manyRows} rows of many-`)).waitFor();
    expect(additions.sent).toBe(before);
    expect(await addedTo(9_006)).toBeLessThanOrEqual(before * perRequest);
  });
});

test('an import asks for confirmation before the tab closes and before the user signs out', async () => {
  await onPage('/import', async (page) => {
    const additions = await begin(page, 9_001);
    const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await press(page.getByRole('button', { name: 'Sign out' }));
    await press(page.getByRole('button', { name: 'Leave and stop' }));
    await page.getByLabel('API key').waitFor();
    await page.getByText('The import was stopped').waitFor();
    additions.release();
    await signIn(page);
    await page.locator('#content').waitFor();
  });
});

test('an import stops when its key is revoked, and the sign-in page reports its progress', async () => {
  const { id, secret } = await client.keys.create({ name: 'for a while', role: 'editor' });
  const use = async (page: Page) => {
    const additions = await begin(page, 9_002);
    await client.keys.revoke(id);
    additions.release();
    await page.getByLabel('API key').waitFor();
    const word = (await page.getByText(/of the 300 rows of many-9002\.csv were done/).textContent()) ?? '';
    const told = Number.parseInt(word, 10);
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(await addedTo(9_002));
    await signIn(page);
    await page.locator('#content').waitFor();
  };
  await onPage('/import', use, secret);
});

test('an import stops at an error that affects more than one row, shows the reason, and can be resumed', async () => {
  await onPage('/import', async (page) => {
    await chooseFile(page, 'refused.csv', 'name,categoryId\nFrank,9003\nRex,9003\n');
    await page.route('**/v1/imports/*/animals', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'insufficient_scope', message: 'The key may not do that.', status: 403 },
      }),
    );
    await startImport(page);
    await resultOf(page, 'Stopped');
    await page.getByText('Your key has fewer permissions than this needs.').waitFor();
    await page.unroute('**/v1/imports/*/animals');
    await press(page.getByRole('button', { name: 'Resume' }));
    await resultOf(page);
    expect((await namesIn(server, 9_003n)).sort()).toEqual(['Frank', 'Rex']);
  });
});

test('an import waits while the server is busy', async () => {
  await onPage('/import', async (page) => {
    const rows = Array.from({ length: 40 }, (_, index) => `Animal ${index},9004\n`);
    await chooseFile(page, 'busy.csv', `name,categoryId\n${rows.join('')}`);
    const answers = [503, 429, 502, 504];
    let requests = 0;
    await page.route('**/v1/imports/*/animals', async (route) => {
      const status = answers[requests++];
      if (status === undefined) return await route.continue();
      return await route.fulfill({ status, json: { code: 'unavailable', message: 'Busy.', status } });
    });
    await startImport(page);
    await page.getByText('The import continues automatically').waitFor();
    expect(await resultOf(page)).toMatchObject({ Added: 40, Rejected: 0 });
    expect(requests).toBe(answers.length + 1);
  });
});
