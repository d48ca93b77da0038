import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Client, createClient } from '../../../client/index.ts';
import {
  closeSharedTabs,
  openSharedTab,
  signIn,
  type Tab,
  untilFocused,
  visit,
  waitForStream,
} from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { makeEvents, runBeside } from '../../support/browser/event-log.ts';
import { press } from '../../support/browser/press.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, startServer, startSite, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;
let client: Client;

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

describe('events', () => {
  beforeAll(async () => {
    server = await startSite();
    client = clientOf(server);
    await client.pets.create({ name: 'Frank', categoryId: 3n });
  });
  afterAll(async () => {
    await closeSharedTabs(server);
    await server.stop();
  });

  test('are streamed from sign-in to sign-out, only while the page is visible', async () => {
    await withSharedTab(server, async (page) => {
      await page.goto('/');
      await page.getByLabel('API key').waitFor();
      await expectSoon(openStreams).toBe(0);
      await visit(page, '/');
      await untilOpen(1);

      await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
      await untilOpen(0);
      await client.pets.create({ name: 'Unseen', categoryId: 3n });
      await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
      await untilOpen(1);
      await happened(page).getByText('Unseen was added').waitFor();

      await press(page.getByRole('button', { name: 'Sign out' }));
      await page.getByLabel('API key').waitFor();
      await untilOpen(0);
    });
  });

  test('reach all windows of one browser through one stream, and without a gap when its window closes', async () => {
    const tabs: Tab[] = [];
    const positions: (string | undefined)[] = [];
    const begin = await client.events.lastId();
    for (let count = 0; count < 3; count++) {
      const tab = await openSharedTab(server);
      tabs.push(tab);
      await tab.page.addInitScript(waitForStream);
      tab.page.on('request', (request) => {
        const { accept, 'last-event-id': position } = request.headers();
        if (accept === 'text/event-stream') positions.push(position);
      });
      await visit(tab.page, '/');
      await state(tab.page, 'Live').waitFor();
    }
    await client.pets.create({ name: 'Bella', categoryId: 3n });
    for (const { page } of tabs) await happened(page).getByText('Bella was added').waitFor();
    const last = await client.events.lastId();
    await tabs.shift()?.close();
    await client.pets.create({ name: 'Rex', categoryId: 3n });
    for (const { page } of tabs) await happened(page).getByText('Rex was added').waitFor();
    await untilOpen(1);
    const [first, second, ...others] = positions;
    expect([first, others]).toEqual([String(begin), []]);
    // A window that closes may still hear of an animal, and tell the others.
    expect([last, last + 1n]).toContain(BigInt(second ?? 0));
    for (const { faults, close } of tabs) {
      expect(faults).toEqual([]);
      await close();
    }
  });

  test('in a burst of 500 cause fewer than 100 requests, and a later one is still shown', async () => {
    await withSharedTab(server, async (page) => {
      const paths = noteRequests(page);
      await visit(page, '/');
      await state(page, 'Live').waitFor();
      paths.length = 0;
      const total = (await client.pets.count()) + 500;
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
  });
});

// One server with many events, which is killed, and which another one replaces.
describe('the overview', () => {
  let database: ScratchDatabase;

  beforeAll(async () => {
    database = await sqlite.makeDatabase();
    server = await startSite({ database });
  });
  afterAll(() => database.remove());

  test('loads with eleven requests and one event stream, however many events there are', async () => {
    runBeside(
      database,
      `WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 500)
       INSERT INTO categories (id, name) SELECT id * 1000, 'Kind ' || id FROM ids`,
    );
    makeEvents(database, 20_000, 20_000, new Date());
    for (let kind = 490n; kind <= 500n; kind += 1n) {
      await clientOf(server).pets.create({ name: 'Rex', categoryId: kind * 1_000n });
    }
    const { id } = await clientOf(server).pets.create({ name: 'Frank', categoryId: 3n });
    await clientOf(server).pets.update(id, { status: 'sold' });
    // Later ones would be read again, and so would counts that are not made yet.
    await server.untilSettled();
    await clientOf(server).statistics.get({ by: 'month', groupBy: 'outcomeType' });
    await withSharedTab(server, async (page) => {
      await page.addInitScript(waitForStream);
      const paths = noteRequests(page);
      await visit(page, '/');
      await happened(page).getByText('Frank was adopted').waitFor();
      await page.getByRole('region', { name: 'Adoptions' }).getByText('1 adoption in').waitFor();
      await state(page, 'Live').waitFor();
      await clientOf(server).pets.create({ name: 'Luna', categoryId: 3n });
      await happened(page).getByText('Luna was added').waitFor();
      await page.getByRole('link', { name: '12 available', exact: true }).waitFor();
      const asked = async () => {
        const counts = [...Map.groupBy(paths, (path) => path)].map(([path, { length }]) => `${length} × ${path}`);
        return counts.filter((path) => path.includes('/v1/')).sort();
      };
      // A new animal repeats the reads of animals, reservations and counts.
      await expectSoon(asked).toEqual([
        '1 × /v1/keys/self',
        // How many are open, and the oldest.
        '2 × /v1/inquiries',
        '2 × /v1/store/inventory',
        '2 × /v1/store/statistics',
        // The newest one, the stream after it, and those before.
        '3 × /v1/events',
        // The open ones, and once those that have just run out.
        '3 × /v1/store/orders',
        '5 × /v1/listings',
      ]);
    });
  });

  test('reconnects after the server was killed and restarted, as other pages do, and the sign-in keeps its key', async () => {
    const available = await clientOf(server).pets.count({ status: 'available' });
    await withSharedTab(server, async (overview) => {
      await visit(overview, '/');
      await state(overview, 'Live').waitFor();
      await withSharedTab(server, async (page) => {
        await visit(page, '/animals');
        await heading(page, 'Animals').waitFor();
        await withSharedTab(server, async (signingIn) => {
          await signingIn.goto('/animals');
          await signingIn.getByLabel('API key').waitFor();
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
          await clientOf(server).pets.create({ name: 'Bella', categoryId: 3n });
          await happened(overview).getByText('Bella was added').waitFor();
          await overview.getByRole('link', { name: `${available + 1} available`, exact: true }).waitFor();
          await heading(page, 'Keys').waitFor();
          await press(signingIn.getByRole('button', { name: 'Sign in' }));
          await heading(signingIn, 'Animals').waitFor();
        });
      });
    });
  });

  test('starts over after the database was replaced by an older one', async () => {
    const older = await sqlite.makeDatabase();
    await withSharedTab(server, async (page) => {
      await visit(page, '/');
      await happened(page).getByText('Bella was added').waitFor();
      const env = { PORT: new URL(server.url).port };
      server.signal('SIGKILL');
      await server.exited;
      server = await startServer({ database: older, env });
      await clientOf(server).pets.create({ name: 'Rex', categoryId: 3n });
      await happened(page).getByText('Rex was added').waitFor();
      await state(page, 'Live').waitFor();
      await expectSoon(() => happened(page).getByText('was added').count()).toBe(1);
      await clientOf(server).pets.create({ name: 'Max', categoryId: 3n });
      await happened(page).getByText('Max was added').waitFor();
    });
    await closeSharedTabs(server);
    await server.stop();
    await older.remove();
  });
});
