import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { startApp } from '../../support/app.ts';
import { signIn, visit } from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { describeConsole, serveApp, withSharedTab } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const built = Bun.fileURLToPath(new URL('../../../build/console/', import.meta.url));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const hasTitle = async (page: Page, name: string) => await heading(page, name).isVisible();

/** Copies the build and renames every script, as if each had changed. */
function buildAnew(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const scripts = readdirSync(built).filter((name) => name.endsWith('.js'));
  const renamed = (name: string) => name.replace('.js', 'new.js');
  for (const name of readdirSync(built)) cpSync(join(built, name), join(folder, renamed(name)), { recursive: true });
  for (const name of ['index.html', ...scripts.map(renamed)]) {
    let text = readFileSync(join(folder, name), 'utf8');
    for (const script of scripts) text = text.replaceAll(script, renamed(script));
    writeFileSync(join(folder, name), text);
    if (name.endsWith('.js')) writeFileSync(join(folder, `${name}.gz`), Bun.gzipSync(Buffer.from(text)));
  }
}

test('a page that is open during an update of the server asks for a reload, and works after it', async () => {
  const scratch = makeScratchFolder();
  buildAnew(scratch.path);
  const service = await startApp();
  await using site = serveApp(() => service.app);
  await withSharedTab(site, async (page) => {
    await visit(page, '/animals', await service.makeKey('admin'));
    await heading(page, 'Animals').waitFor();

    service.restart({ consoleFolder: scratch.path });
    await goTo(page, 'Keys');
    await heading(page, 'The console was updated').waitFor();
    await goTo(page, 'Animals');
    await heading(page, 'Animals').waitFor();
    await goTo(page, 'Keys');
    await press(page.getByRole('button', { name: 'Reload' }));
    await heading(page, 'Keys').waitFor();
    await page.getByText('you', { exact: true }).waitFor();
  });
  await service.close();
  scratch.remove();
});

describeConsole('errors in an open console', {}, (service) => {
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

  test('a browser that goes offline shows a notice before any request fails, and updates when it is online again', async () => {
    await service.client.pets.create({ name: 'Frank', categoryId: 3n });
    await onPage('/animals', async (page) => {
      await page.getByRole('link', { name: 'Frank' }).waitFor();
      const online = Promise.withResolvers<void>();
      // The notice does not depend on a failed request: none of them ends.
      await page.route('**/v1/**', async (route) => {
        await online.promise;
        await route.continue();
      });
      await goTo(page, 'Categories');
      await page.locator('.mantine-Skeleton-root').first().waitFor();
      // It does not pulse for those who want less motion.
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      await goTo(page, 'Animals');
      const late = Promise.withResolvers<void>();
      const answerLate = async (route: Route) => {
        await late.promise;
        await route.fulfill({ json: [] });
      };
      const filtered = '**/v1/listings?*status=available*';
      await page.route(filtered, answerLate, { times: 1 });
      const asked = page.waitForRequest(filtered);
      await page.getByLabel('Status').selectOption('available');
      await asked;
      await page.context().setOffline(true);
      const banner = page.getByRole('alert').filter({ hasText: 'You are offline' });
      await banner.waitFor();
      // What was on its way by then says nothing about the connection.
      late.resolve();
      await page.getByText('No matching animals').waitFor();
      expect(await banner.isVisible()).toBe(true);
      await service.client.pets.create({ name: 'Bella', categoryId: 3n });
      await page.context().setOffline(false);
      online.resolve();
      await banner.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Bella' }).waitFor();
    });
  });
});
