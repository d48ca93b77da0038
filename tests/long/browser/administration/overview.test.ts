import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Client, createClient, type Scope } from '../../../../client/index.ts';
import {
  closeSharedTabs,
  openSharedTab,
  signIn,
  type Tab,
  untilFocused,
  untilShown,
  visit,
} from '../../../support/browser/browser.ts';
import { goTo } from '../../../support/browser/console-keys.ts';
import { makeEvents, runBeside } from '../../../support/browser/event-log.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { type ScratchDatabase, sqlite } from '../../../support/engines.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { adminKey, startServer, startSite, type TestServer } from '../../../support/process/server.ts';
import { until } from '../../../support/until.ts';

let database: ScratchDatabase;
let server: TestServer;
let client: Client;
/** The windows of one browser, which the tests open and close one after another. */
const windows: Tab[] = [];

const clientOf = ({ url }: TestServer) => createClient({ baseUrl: url, apiKey: adminKey });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const happened = (page: Page) => page.getByRole('region', { name: 'Recent activity' });
const state = (page: Page, hasText: string) => happened(page).getByRole('status').filter({ hasText });

/** The path of each request of the page from now on, in order. */
function noteRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function openStreams(): Promise<number> {
  const metrics = await (await server.fetch('/metrics')).text();
  return Number(/^petstore_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

const untilOpen = (count: number) => until(`${count} open streams`, openStreams, (open) => open === count);

/** Another window, before it has opened a page. */
async function openWindow(): Promise<Page> {
  const opened = await openSharedTab(server);
  windows.push(opened);
  return opened.page;
}

/** The pages of the open windows, the oldest first. */
function pages(): Page[] {
  for (const { faults } of windows) expect(faults).toEqual([]);
  return windows.map(({ page }) => page);
}

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

// One server with many events, which is killed, and which another one replaces.
beforeAll(async () => {
  database = await sqlite.makeDatabase();
  server = await startSite({ database });
  client = clientOf(server);
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
  await database.remove();
});

const keyWith = async (...scopes: Scope[]) => (await client.keys.create({ name: scopes.join(' '), scopes })).secret;

describe('the overview in one window', () => {
  const onPage = inOneTab({
    get server() {
      return server;
    },
  });
  afterAll(() => closeSharedTabs(server));

  test('suggests an import for an empty catalogue, as the list of animals does, except to keys that may only read', async () => {
    await onPage('/', async (page) => {
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await page.getByRole('link', { name: 'Import a file' }).press('Enter');
      await page.waitForURL('**/import');
      await goTo(page, 'Animals');
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await expectSoon(() => page.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/import');
      await press(page.getByRole('button', { name: 'Add the first animal' }));
      await page.getByRole('dialog', { name: 'Add an animal' }).waitFor();
    });

    const reader = await keyWith('pets:read', 'events:read');
    const use = async (page: Page) => {
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await expectSoon(() => page.getByRole('link', { name: /add|import/i }).count()).toBe(0);
    };
    await onPage('/', use, reader);
  });

  test('shows a key without events:read the rest, and requests no events', async () => {
    await client.pets.create({ name: 'Frank', categoryId: 3n });
    const secret = await keyWith('pets:read');
    const use = async (page: Page) => {
      await press(page.getByRole('button', { name: 'Sign out' }));
      const paths: string[] = [];
      page.on('request', (request) => paths.push(new URL(request.url()).pathname));
      await signIn(page, secret);
      await page.getByRole('region', { name: 'Here longest' }).getByRole('link', { name: 'Frank' }).waitFor();
      await expectSoon(() => page.getByRole('region').count()).toBe(1);
      expect(paths).toContain('/v1/keys/self');
      expect(paths).not.toContain('/v1/events');
      expect(paths).not.toContain('/v1/store/statistics');
    };
    await onPage('/', use, secret);
  });
});

test('the overview makes as few requests however many events there are, has one event stream, and says when days begin', async () => {
  runBeside(
    database,
    `WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 500)
     INSERT INTO categories (id, name) SELECT id * 1000, 'Kind ' || id FROM ids`,
  );
  makeEvents(database, 20_000, 21_000, new Date());
  for (let kind = 490n; kind <= 500n; kind += 1n) await client.pets.create({ name: 'Rex', categoryId: kind * 1_000n });
  const { id } = await client.pets.create({ name: 'Frank', categoryId: 3n });
  await client.pets.update(id, { status: 'sold' });
  // Later ones would be read again, and so would counts that are not made yet.
  await server.untilSettled();
  const thisMonth = (await client.statistics.get({ by: 'month', groupBy: 'outcomeType' })).at(-1);
  const page = await openWindow();
  const debug = await page.context().newCDPSession(page);
  await debug.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  const paths = noteRequests(page);
  await visit(page, '/');
  await happened(page).getByText('Frank was adopted').waitFor();
  const adoptions = page.getByRole('region', { name: 'Adoptions' });
  await adoptions.getByText(`${thisMonth?.adopted} adoption`).waitFor();
  await adoptions.getByText('Counted by the days of the time zone UTC').waitFor();
  const month = new Date().toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  expect(await adoptions.getByRole('row').last().getByRole('rowheader').textContent()).toBe(month);
  await state(page, 'Live').waitFor();
  await client.pets.create({ name: 'Luna', categoryId: 3n });
  await happened(page).getByText('Luna was added').waitFor();
  const available = await client.pets.count({ status: 'available' });
  await page.getByRole('link', { name: `${available} available`, exact: true }).waitFor();
  const asked = async () => {
    const counts = [...Map.groupBy(paths, (path) => path)].map(([path, { length }]) => `${length} × ${path}`);
    return counts.filter((path) => path.includes('/v1/')).sort();
  };
  // A new animal repeats the reads of animals, reservations and counts.
  await expectSoon(asked).toEqual([
    '1 × /v1/inquiries',
    '1 × /v1/keys/self',
    '2 × /v1/store/inventory',
    '2 × /v1/store/statistics',
    // The newest one, the stream after it, and those before.
    '3 × /v1/events',
    // The open ones, and once those that have just run out.
    '3 × /v1/store/orders',
    '5 × /v1/listings',
  ]);
});

test('each visible window of a browser has a stream of its own, and none when it is closed', async () => {
  for (let count = 0; count < 2; count++) {
    const page = await openWindow();
    await visit(page, '/');
    await state(page, 'Live').waitFor();
  }
  await client.pets.create({ name: 'Bella', categoryId: 3n });
  for (const page of pages()) await happened(page).getByText('Bella was added').waitFor();
  await untilOpen(3);
  await windows.shift()?.close();
  await untilOpen(2);
});

test('500 events in a burst cause fewer than 100 requests, and a later one is still shown', async () => {
  const [page] = pages();
  if (page === undefined) throw new Error('no window is open');
  const paths = noteRequests(page);
  const total = (await client.pets.count({ status: 'available' })) + 500;
  for (let batch = 0; batch < 5; batch++) {
    await Promise.all(Array.from({ length: 100 }, () => client.pets.create({ name: 'Storm', categoryId: 3n })));
  }
  await page.getByRole('link', { name: `${total.toLocaleString('en')} available`, exact: true }).waitFor();
  expect(paths.length).toBeLessThan(100);
  await happened(page)
    .getByText(/^At least \d+ animals were added$/)
    .waitFor();
  const { id } = await client.pets.create({ name: 'Afterwards', categoryId: 3n });
  await client.orders.place({ petId: id });
  await happened(page).getByText('Afterwards was reserved').waitFor();
});

test('events are streamed from sign-in to sign-out, only while a page is visible', async () => {
  const [page] = pages();
  if (page === undefined) throw new Error('no window is open');
  for (const each of pages()) await setVisibility(each, 'hidden');
  await untilOpen(0);
  await client.pets.create({ name: 'Unseen', categoryId: 3n });
  await setVisibility(page, 'visible');
  await untilOpen(1);
  await happened(page).getByText('Unseen was added').waitFor();
  await press(page.getByRole('button', { name: 'Sign out' }));
  await page.getByLabel('API key').waitFor();
  await untilOpen(0);
  await signIn(page);
  await untilShown(page);
  await untilOpen(1);
});

test('the overview reconnects after the server was killed and restarted, as other pages do, and the sign-in keeps its key', async () => {
  const available = await client.pets.count({ status: 'available' });
  const signingIn = await openWindow();
  const [overview, page] = pages();
  if (overview === undefined || page === undefined) throw new Error('no window is open');
  await setVisibility(page, 'visible');
  await go(page, '/animals');
  await heading(page, 'Animals').waitFor();
  await signingIn.goto('/animals');
  await signingIn.getByLabel('API key').waitFor();
  await state(overview, 'Live').waitFor();
  server.signal('SIGKILL');
  await server.exited;
  await state(overview, 'Connecting again').waitFor();
  await overview.getByText('The server does not answer').waitFor();
  // Nobody has opened this page before: its scripts are not loaded.
  await goTo(page, 'Keys');
  await heading(page, 'This page is not loaded yet').waitFor();
  await signIn(signingIn);
  await signingIn.getByRole('alert').filter({ hasText: 'The server does not answer' }).waitFor();
  await untilFocused(signingIn, 'role="alert"');

  server = await startServer({ database, env: { PORT: new URL(server.url).port } });
  await state(overview, 'Live').waitFor();
  await expectSoon(() => overview.getByText('The server does not answer').count()).toBe(0);
  await client.pets.create({ name: 'Nala', categoryId: 3n });
  await happened(overview).getByText('Nala was added').waitFor();
  await overview
    .getByRole('link', { name: `${(available + 1).toLocaleString('en')} available`, exact: true })
    .waitFor();
  await heading(page, 'Keys').waitFor();
  await press(signingIn.getByRole('button', { name: 'Sign in' }));
  await heading(signingIn, 'Animals').waitFor();
});

test('the overview starts over after the database was replaced by an older one', async () => {
  const [overview] = pages();
  if (overview === undefined) throw new Error('no window is open');
  const older = await sqlite.makeDatabase();
  server.signal('SIGKILL');
  await server.exited;
  await database.remove();
  database = older;
  server = await startServer({ database, env: { PORT: new URL(server.url).port } });
  await client.pets.create({ name: 'Rex', categoryId: 3n });
  await happened(overview).getByText('Rex was added').waitFor();
  await state(overview, 'Live').waitFor();
  await expectSoon(() => happened(overview).getByText('was added').count()).toBe(1);
  await client.pets.create({ name: 'Max', categoryId: 3n });
  await happened(overview).getByText('Max was added').waitFor();
  pages();
});
