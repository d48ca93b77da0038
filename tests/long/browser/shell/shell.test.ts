import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { consolePages } from '../../../../console/pages.ts';
import { findLayoutBarriers } from '../../../support/browser/accessibility.ts';
import { laptop, phone, setView, untilFocused } from '../../../support/browser/browser.ts';
import { dialog, entry, makeKey, opens } from '../../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

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

  test('somebody on a phone can rotate and revoke a key, and the focus stays on its card', async () => {
    await onPage('/keys', async (page) => {
      await setView(page, phone);
      await page.getByRole('button', { name: `New secret for ${desk}` }).click();
      await clickUntilTaken(page.getByRole('button', { name: 'Create a new secret' }));
      const shown = dialog(page, desk).filter({ hasText: 'This is the new secret.' });
      const secret = (await shown.locator('pre').textContent()) ?? '';
      await clickUntilTaken(shown.getByRole('button', { name: 'I have saved it' }));
      await page.getByRole('button', { name: `Revoke ${desk}` }).click();
      await untilFocused(page, 'Keep it');
      await page.keyboard.press('Enter');
      await untilFocused(page, `aria-label="Revoke ${desk}"`);
      await page.getByRole('button', { name: `Revoke ${desk}` }).click();
      await clickUntilTaken(page.getByRole('button', { name: 'Revoke it' }));
      await entry(page, desk).getByText('revoked', { exact: true }).waitFor();
      expect(await opens(service.server, secret)).toBe(401);
    });
  });

  test('shows no environment and no banner of a server in production', () =>
    onPage('/keys', async (page) => {
      await heading(page, 'Keys').waitFor();
      await expectSoon(() => page.locator('[data-environment], .staging').count()).toBe(0);
    }));

  test('opens the first page that the key gives access to if the overview is not one of them', async () => {
    const cases = [
      [['orders:read', 'orders:write'], 'Reservations', '/orders'],
      [['keys:admin'], 'Keys', '/keys'],
    ] as const;
    for (const [scopes, title, path] of cases) {
      const use = async (page: Page) => {
        await heading(page, title).waitFor();
        expect(new URL(page.url()).pathname).toBe(path);
        await page.getByRole('link', { name: title }).and(page.locator('[aria-current=page]')).waitFor();
      };
      await onPage('/', use, (await makeKey(service.server, { scopes })).secret);
    }
    const { secret } = await makeKey(service.server, { scopes: ['events:read'] });
    await onPage('/', (page) => page.getByText('You have no access to this page').waitFor(), secret);
  });

  test('is dark or light as the system has it, or as somebody has chosen, also after a reload; a page that opens has a link to skip to the content', async () => {
    await onPage('/keys', async (page) => {
      const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
      await expectSoon(scheme).toBe('light');
      await press(page.getByRole('button', { name: 'Dark' }));
      await expectSoon(scheme).toBe('dark');
      await page.reload();
      await heading(page, 'Keys').waitFor();
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      await untilFocused(page, 'Skip to the content');
      await expectSoon(() => skip.evaluate('this.document.activeElement.getBoundingClientRect().top >= 0')).toBe(true);
      await page.keyboard.press('Enter');
      await untilFocused(page, 'id="content"');
      await page.keyboard.press('Tab');
      await untilFocused(page, 'New key');
      await press(page.getByRole('button', { name: 'Light' }));
      await expectSoon(scheme).toBe('light');
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await setView(page, { ...laptop, colorScheme: 'dark' });
      await expectSoon(scheme).toBe('dark');
    });
  });

  test('reports an unknown address, and links to the animals', async () => {
    await onPage('/webhooks/5/nothing', async (page) => {
      await heading(page, 'Page not found').waitFor();
      await page.getByRole('link', { name: 'Go to the animals' }).press('Enter');
      await heading(page, 'Animals').waitFor();
    });
  });

  test('opens and closes the navigation on a phone, and does not trap the focus', async () => {
    await onPage('/keys', async (page) => {
      await setView(page, phone);
      await heading(page, 'Keys').waitFor();
      const open = page.getByRole('button', { name: 'Open the navigation' });
      await expectSoon(() => navigation(page).isVisible()).toBe(false);
      await open.focus();
      await page.keyboard.press('Tab');
      await untilFocused(page, 'Find anything');
      await page.keyboard.press('Tab');
      await untilFocused(page, 'New key');

      await open.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Close the navigation', expanded: true }).waitFor();
      // It does not slide for those who want less motion.
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      expect(await findLayoutBarriers(page, 'nav')).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await untilFocused(page, 'Today');
      // The other pages, the reference, the color scheme, the keys, and out.
      for (let presses = 0; presses < consolePages.length + 4; presses++) await page.keyboard.press('Tab');
      await untilFocused(page, 'New key');
      await open.or(page.getByRole('button', { name: 'Close the navigation' })).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expectSoon(() => navigation(page).isVisible()).toBe(false);
      await untilFocused(page, 'Open the navigation');

      await open.click();
      await page.getByRole('button', { name: 'Close the navigation' }).click();
      await expectSoon(() => navigation(page).isVisible()).toBe(false);
      await open.click();
      await navigation(page).getByRole('link', { name: 'Animals' }).click();
      await heading(page, 'Animals').waitFor();
      await expectSoon(() => navigation(page).isVisible()).toBe(false);
      await expectSoon(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });
});
