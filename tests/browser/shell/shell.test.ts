import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { consolePages } from '../../../console/pages.ts';
import { en } from '../../../console/texts/en.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, setView, untilFocused } from '../../support/browser/browser.ts';
import { dialog, goTo, makeKey } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';

const withoutCount = (label: string) => label.replace(/\d.*$/, '');
const navigation = (page: Page) => page.getByRole('navigation');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The name of a key that a test changes. */
const desk = 'desk';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Every page has entries in their different states, except for the inquiries, of which there are none. */
async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(7n, { name: 'Dogs' });
  for (const name of ['Rex', 'Bella', '<i>Max</i>', 'Luna']) {
    const { id } = await client.pets.create({ name, categoryId: 7n });
    await client.orders.place({ petId: id });
  }
  await client.orders.complete(4n);
  await client.keys.create({ name: 'tablet', role: 'editor', expiresAt: inDays(5) });
  const { id } = await client.keys.create({ name: 'x'.repeat(60), scopes: ['pets:read', 'keys:admin'] });
  await client.keys.revoke(id);
  await client.keys.create({ name: desk, role: 'reader' });
  await client.webhooks.create({ url: 'http://127.0.0.1:1/hook' });
}

describeConsole('the shell of the console', { fill, env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
  const onPage = inOneTab(service);

  // Tests of single pages use the navigation of a laptop.
  test('each page is reached by the navigation on a phone, which moves the focus, and is accessible on a laptop and on a phone', () =>
    onPage('/animals/1', async (page) => {
      await setView(page, phone);
      await page.getByRole('heading', { level: 1, name: 'Rex' }).waitFor();
      for (const { path } of consolePages) {
        const label = en.pages[path];
        await goTo(page, label);
        await page.getByRole('heading', { level: 1, name: label }).waitFor();
        await untilFocused(page, 'id="content"');
        expect(new URL(page.url()).pathname).toBe(path);
        await page.locator('#content [class*=keleton]').first().waitFor({ state: 'detached' });
        // The frame is that of the first page. Components are checked with all rules on a phone by components.test.ts.
        await expectAccessible(page, label.toLowerCase(), path === '/' ? undefined : '#content');
      }
    }));

  test('links only to the pages that the key gives access to', async () => {
    const { secret } = await makeKey(service.server, { scopes: ['orders:read'] });
    const use = async (page: Page) => {
      await page.getByText('You have no access to this page').waitFor();
      // The number of open reservations stands beside their link.
      const links = async () => (await navigation(page).getByRole('link').allTextContents()).map(withoutCount);
      await expectSoon(links).toEqual(['Reservations', 'Figures', 'API reference']);
      await navigation(page).getByRole('link', { name: 'Reservations' }).press('Enter');
      await heading(page, 'Reservations').waitFor();
    };
    await onPage('/keys', use, secret);
  });

  test('speaks German to a browser that asks for it', async () => {
    await service.client.pets.create({ name: 'Mimi', categoryId: 1n });
    await service.inTab(async (page) => {
      const session = await page.context().newCDPSession(page);
      const userAgent = await page.evaluate<string>('navigator.userAgent');
      await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'de-DE' });
      await page.goto('/animals');
      await page.getByLabel('API-Schlüssel').fill(adminKey);
      await press(page.getByRole('button', { name: 'Anmelden' }));
      const row = page.getByRole('listitem').filter({ hasText: 'Mimi' });
      await row.filter({ hasText: 'verfügbar' }).filter({ hasText: 'heute' }).waitFor();
      await page.getByRole('combobox', { name: 'Alles suchen' }).fill('Schlü');
      await page.getByRole('option', { name: 'Schlüssel' }).click();
      await press(page.getByRole('button', { name: 'Neuer Schlüssel' }));
      const asked = dialog(page, 'Neuer Schlüssel');
      await asked.getByLabel('Name', { exact: true }).press('Enter');
      await asked.getByText('Geben Sie einen Namen ein.').waitFor();
      await press(asked.getByRole('button', { name: 'Abbrechen' }));
      expect(await page.evaluate('document.documentElement.lang')).toBe('de-DE');
    });
  });
});
