import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { consolePages } from '../../../console/pages.ts';
import { startApp } from '../../support/app.ts';
import { findLayoutBarriers } from '../../support/browser/accessibility.ts';
import { laptop, phone, setView, signIn, untilFocused, visit } from '../../support/browser/browser.ts';
import { dialog, goTo, makeKey } from '../../support/browser/console-keys.ts';
import { describeConsole, serveApp, withSharedTab, withTab } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';

const navigation = (page: Page) => page.getByRole('navigation');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a server for trying things out shows its environment and its address on each page, with a banner across the top', async () => {
  const staging = await startApp({ environment: 'staging' });
  await using site = serveApp(() => staging.app);
  await withSharedTab(site, async (page) => {
    const inSight = async () => {
      await page.getByText('Staging: for trying things out').waitFor();
      await expectSoon(() => page.locator('[data-environment=staging]').isVisible()).toBe(true);
      await expectSoon(() => page.getByText(new URL(site.url).host).isVisible()).toBe(true);
      const { x, y, width } = (await page.locator('.staging').boundingBox()) ?? { x: -1, y: -1, width: -1 };
      expect([x, y, width]).toEqual([0, 0, laptop.width]);
    };
    await page.goto('/keys');
    await inSight();
    await signIn(page, await staging.makeKey('admin'));
    await goTo(page, 'Animals');
    await heading(page, 'Animals').waitFor();
    await inSight();
    await page.evaluate('window.scrollTo(0, 1000)');
    await inSight();
  });
  await staging.close();
});

describeConsole('the shell of the console', {}, (service) => {
  const onPage = inOneTab(service);
  test('has a link to skip to the content, and moves the focus to the content of each page', async () => {
    await onPage('/keys', async (page) => {
      await heading(page, 'Keys').waitFor();
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
      await goTo(page, 'Webhooks');
      await heading(page, 'Webhooks').waitFor();
      await untilFocused(page, 'id="content"');
      await page.goBack();
      await heading(page, 'Keys').waitFor();
    });
  });

  test('shows no environment and no banner of a server in production', () =>
    onPage('/keys', async (page) => {
      await heading(page, 'Keys').waitFor();
      await expectSoon(() => page.locator('[data-environment], .staging').count()).toBe(0);
    }));

  test('links only to the pages that the key gives access to', async () => {
    const { secret } = await makeKey(service.server, { scopes: ['orders:read'] });
    const use = async (page: Page) => {
      await page.getByText('You have no access to this page').waitFor();
      await expectSoon(() => navigation(page).getByRole('link').allTextContents()).toEqual([
        'Reservations',
        'API reference',
      ]);
      await navigation(page).getByRole('link', { name: 'Reservations' }).press('Enter');
      await heading(page, 'Reservations').waitFor();
    };
    await onPage('/keys', use, secret);
  });

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

  test('speaks German to a browser that asks for it', async () => {
    await service.client.pets.create({ name: 'Mimi', categoryId: 1n });
    await withTab(
      service.server,
      async (page) => {
        await page.goto('/animals');
        await page.getByLabel('API-Schlüssel').fill(adminKey);
        await press(page.getByRole('button', { name: 'Anmelden' }));
        const row = page.getByRole('listitem').filter({ hasText: 'Mimi' });
        await row.filter({ hasText: 'verfügbar' }).filter({ hasText: 'heute' }).waitFor();
        await page.getByRole('combobox', { name: 'Tier oder Seite suchen' }).fill('Schlü');
        await page.getByRole('option', { name: 'Schlüssel' }).click();
        await press(page.getByRole('button', { name: 'Neuer Schlüssel' }));
        const asked = dialog(page, 'Neuer Schlüssel');
        await asked.getByLabel('Name', { exact: true }).press('Enter');
        await asked.getByText('Geben Sie einen Namen ein.').waitFor();
        await press(asked.getByRole('button', { name: 'Abbrechen' }));
        expect(await page.evaluate('document.documentElement.lang')).toBe('de-DE');
      },
      { ...laptop, locale: 'de-DE' },
    );
  });

  test('is dark or light as the system has it, or as somebody has chosen, also after a reload', async () => {
    await service.inTab(async (page) => {
      const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme');
      await visit(page, '/webhooks');
      await expectSoon(scheme).toBe('light');
      await press(page.getByRole('button', { name: 'Dark' }));
      await expectSoon(scheme).toBe('dark');
      await page.reload();
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
      await untilFocused(page, 'Find an animal');
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
      // The other pages, the reference, the color scheme, and out.
      for (let presses = 0; presses < consolePages.length + 3; presses++) await page.keyboard.press('Tab');
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
