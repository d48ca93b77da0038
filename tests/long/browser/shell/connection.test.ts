import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { signIn, visit } from '../../../support/browser/browser.ts';
import { goTo } from '../../../support/browser/console-keys.ts';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const hasTitle = async (page: Page, name: string) => await heading(page, name).isVisible();

/** The addresses under `/v1/` that the page has asked for from now on, in order; of streams with where they began. */
function noteReads(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const { accept, 'last-event-id': after } = request.headers();
    if (!pathname.startsWith('/v1/')) return;
    asked.push(accept === 'text/event-stream' ? `stream after ${after}` : pathname.slice('/v1/'.length) + search);
  });
  return asked;
}

const firstList = 'listings?limit=50&status=available&status=pending&sort=-arrivedOn';
const newestEvent = 'events?limit=1&sort=-id';
const ofAllPages = ['inquiries?limit=100&status=open', 'store/orders?limit=100&status=placed'];
const firstData = {
  '/animals': ['categories?limit=100', firstList, ...ofAllPages].toSorted(),
  '/': [
    'listings?limit=5&status=available&sort=arrivedOn',
    'store/inventory',
    'store/orders?limit=100&status=cancelled&sort=-id',
    'store/statistics?by=month&groupBy=outcomeType',
    ...ofAllPages,
  ].toSorted(),
};
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describeConsole('the connection to the server', {}, (service) => {
  test('the first pages ask for the key, the newest event and then their data before their script runs, nothing twice, and follow what comes after that event', async () => {
    await service.client.pets.create({ name: 'Frank', categoryId: 3n });
    const last = await service.client.events.lastId();
    await service.inTab(async (page) => {
      await visit(page, '/animals');
      await row(page, 'Frank').waitFor();
      for (const [path, data] of Object.entries(firstData)) {
        const asked = noteReads(page);
        const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
        const script = `**/${/console\/main-\w+\.js(?="><\/script>)/.exec(await (await fetch(service.server.url + path)).text())}`;
        await page.route(script, (route) => isReleased.then(() => route.continue()));
        await page.goto(path, { waitUntil: 'commit' });
        await expectSoon(async () => asked.length).toBe(2 + data.length);
        expect([...asked.slice(0, 2), ...asked.slice(2).toSorted()]).toEqual(['keys/self', newestEvent, ...data]);
        release();
        await row(page, 'Frank').first().waitFor();
        await expectSoon(async () => asked.filter((read) => read.startsWith('stream'))).toEqual([
          `stream after ${last}`,
        ]);
        expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
        await page.unroute(script);
        page.removeAllListeners('request');
      }
    });
  });

  test('the first list shows a change between its own reading and the stream', async () => {
    await service.client.pets.create({ name: 'Bella', categoryId: 3n });
    await service.inTab(async (page) => {
      const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/v1/events', async (route) => {
        await isReleased;
        await route.continue();
      });
      const asked = noteReads(page);
      await visit(page, '/animals');
      await row(page, 'Bella').waitFor();
      await service.client.pets.create({ name: 'Missed by none', categoryId: 3n });
      expect(asked.filter((read) => read === firstList)).toHaveLength(1);
      release();
      await row(page, 'Missed by none').waitFor();
    });
  });

  test('the events before the first list are not asked for with a key that may not read them', async () => {
    await service.client.pets.create({ name: 'Rex', categoryId: 3n });
    const { secret } = await service.client.keys.create({ name: 'lists alone', scopes: ['pets:read'] });
    await service.inTab(async (page) => {
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(response.url());
      });
      const asked = noteReads(page);
      await visit(page, '/animals', secret);
      await row(page, 'Rex').waitFor();
      expect(refused).toEqual([]);
      expect(asked.filter((read) => read.startsWith('listings') || read.includes('events'))).toEqual([]);
    });
  });

  const onPage = inOneTab(service);
  test('a page that throws an error shows it; the other pages still work', async () => {
    await onPage('/webhooks', async (page) => {
      await heading(page, 'Webhooks').waitFor();
      const fault = "{ get() { throw new Error('this browser has no calendar'); } }";
      await page.evaluate(`Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', ${fault})`);
      await goTo(page, 'Keys');
      await heading(page, 'This page does not work').waitFor();
      await page.getByText('this browser has no calendar').waitFor();
      await goTo(page, 'Webhooks');
      await heading(page, 'Webhooks').waitFor();
      await goTo(page, 'Keys');
      await heading(page, 'This page does not work').waitFor();
      await press(page.getByRole('button', { name: 'Reload' }));
      await heading(page, 'Keys').waitFor();
      expect(await hasTitle(page, 'This page does not work')).toBe(false);
    });
  });

  test('a 502 from a proxy counts as an unreachable server, and the page recovers automatically', async () => {
    await onPage('/animals', async (page) => {
      await heading(page, 'Animals').waitFor();
      let isReached = false;
      await page.route('**/*', (route) => (isReached ? route.continue() : route.fulfill({ status: 502, body: 'no' })));
      await goTo(page, 'Reservations');
      await page.getByText('The server does not answer', { exact: true }).waitFor();
      isReached = true;
      await heading(page, 'Reservations').waitFor();
      await page.getByText('The server does not answer', { exact: true }).waitFor({ state: 'detached' });
    });
  });

  test('an error in the shell is shown too', async () => {
    await service.inTab(async (page) => {
      const fault = "{ get() { throw new Error('this browser has no eyes'); } }";
      await page.addInitScript(`Object.defineProperty(document, 'visibilityState', ${fault})`);
      await page.goto('/animals');
      await signIn(page);
      await heading(page, 'This page does not work').waitFor();
      await page.getByText('this browser has no eyes').waitFor();
    });
  });
});
