import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { signIn, visit, waitForStream } from '../../support/browser/browser.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { expectSoon } from '../../support/expect-soon.ts';

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

const firstList = 'listings?limit=50&sort=-id';
const newestEvent = 'events?limit=1&sort=-id';
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

describeConsole('the first list', {}, (service) => {
  test('and what comes before it is asked for while the scripts load, in turn and once, and the stream begins before it', async () => {
    await service.client.pets.create({ name: 'Frank', categoryId: 3n });
    const last = await service.client.events.lastId();
    await service.inTab(async (page) => {
      await page.addInitScript(waitForStream);
      await visit(page, '/animals');
      await row(page, 'Frank').waitFor();
      const asked = noteReads(page);
      const { promise: isAsked, resolve } = Promise.withResolvers<void>();
      page.on('request', (request) => {
        if (request.url().endsWith(firstList)) resolve();
      });
      // None of the larger scripts is there before the list was asked for.
      await page.route(/\/console\/main-\w+\.js$/, async (route) => {
        const response = await route.fetch();
        if ((await response.body()).length > 10_000) await isAsked;
        await route.fulfill({ response });
      });
      await page.reload();
      await row(page, 'Frank').waitFor();
      await expectSoon(async () => asked.filter((read) => read.startsWith('stream'))).toEqual([`stream after ${last}`]);
      expect(asked.slice(0, 3)).toEqual(['keys/self', newestEvent, firstList]);
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    });
  });

  test('shows a change between its own reading and the stream', async () => {
    await service.client.pets.create({ name: 'Bella', categoryId: 3n });
    await service.inTab(async (page) => {
      await page.addInitScript(waitForStream);
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

  test('is read after the stream has begun for who signs in on the page', async () => {
    await service.client.pets.create({ name: 'Rex', categoryId: 3n });
    await service.inTab(async (page) => {
      await page.addInitScript(waitForStream);
      const asked = noteReads(page);
      await page.goto('/animals');
      await signIn(page);
      await row(page, 'Rex').waitFor();
      const [self, stream] = [asked.indexOf('keys/self'), asked.indexOf('stream after undefined')];
      expect([self, stream]).toEqual([0, 1]);
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    });
  });

  test('and the events before it are not asked for with a key that may not read them', async () => {
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
});
