import { describe, expect, test } from 'bun:test';
import { expectAccessible } from '../support/accessibility.ts';
import { untilFocused, visit } from '../support/browser.ts';
import { dialog, entry, goTo, listKeys, makeKey, opens } from '../support/console-keys.ts';
import { describeConsole } from '../support/describe-console.ts';

describeConsole('keys', {}, (service) => {
  describe('the list of keys', () => {
    test('shows permissions, status, last use and expiry of each key', async () => {
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await makeKey(service.server, { name: `<b>front</b> desk`, role: 'editor', expiresAt: inDays(5) });
      await makeKey(service.server, { name: `web site`, expiresAt: inDays(200) });
      await makeKey(service.server, { name: `counter`, scopes: ['pets:read', 'keys:admin'] });
      const ended = await makeKey(service.server, { name: `${'x'.repeat(60)}` });
      await service.server.fetch(`/v1/keys/${ended.id}`, { method: 'DELETE' });
      await service.inTab(async (page) => {
        await visit(page, '/keys');
        const desk = entry(page, `<b>front</b> desk`);
        await desk.waitFor();
        for (const text of ['Editor', 'active', 'in 5 days', 'never', 'pet_prod_']) {
          expect(await desk.getByText(text).count()).toBeGreaterThan(0);
        }
        expect(
          await entry(page, `web site`)
            .getByText(/in \d+ days/)
            .count(),
        ).toBe(0);
        expect(await entry(page, `counter`).getByText('See animals, Manage keys').count()).toBe(1);
        expect(await entry(page, ended.name).getByText('revoked').count()).toBe(1);
        expect(await entry(page, ended.name).getByRole('button').count()).toBe(0);
        expect(await page.getByText('you', { exact: true }).count()).toBe(1);
      });
    });
  });

  describe('a new key', () => {
    test('is created once despite a double click, and shows its secret until the user has saved it', async () => {
      await service.inTab(async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await visit(page, '/webhooks');
        await goTo(page, 'Keys');
        const before = (await listKeys(service.server)).length;
        await page.getByRole('button', { name: 'New key' }).click();
        await dialog(page, 'New key').waitFor();
        await untilFocused(page, '<input');
        await page.getByLabel('Name').fill('shelter site');
        await page.getByLabel('Editor').check();
        await page.getByLabel('Expires').selectOption('In 90 days');
        await page.getByRole('button', { name: 'Create the key' }).dblclick();

        const shown = dialog(page, 'shelter site');
        await shown.waitFor();
        const secret = (await shown.locator('pre').textContent()) ?? '';
        expect(await opens(service.server, secret)).toBe(200);
        const all = await listKeys(service.server);
        expect(all).toHaveLength(before + 1);
        const made = all.at(-1);
        expect(made).toMatchObject({ name: 'shelter site', role: 'editor' });
        const days = (Date.parse(made?.expiresAt ?? '') - Date.now()) / 86_400_000;
        expect(days).toBeGreaterThan(89.9);
        expect(days).toBeLessThan(90.1);

        await page.keyboard.press('Escape');
        await page.mouse.click(5, 5);
        await page.goBack();
        await page
          .getByRole('heading', { level: 1, name: 'Webhooks', includeHidden: true })
          .waitFor({ state: 'attached' });
        expect(await shown.locator('pre').textContent()).toBe(secret);
        await shown.getByRole('button', { name: 'Copy' }).click();
        await shown.getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
        await shown.getByRole('button', { name: 'I have saved it' }).click();
        await shown.waitFor({ state: 'detached' });
        expect(await page.content()).not.toContain(secret);
      });
    });
  });

  describe('a public key', () => {
    test('is created for web sites, which the list shows', async () => {
      await service.inTab(async (page) => {
        await visit(page, '/keys');
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByLabel('Name').fill('cards');
        await page.getByLabel('Public').check();
        await page.getByRole('button', { name: 'Create the key' }).click();
        await page.getByText('Enter at least one.').waitFor();
        const sites = page.getByLabel('Web sites that may use it');
        await sites.fill('https://shelter.example/adopt');
        await page.getByRole('button', { name: 'Create the key' }).click();
        await page.getByText('which would be https://shelter.example.').waitFor();
        await expectAccessible(page, 'key-public');
        await sites.fill('https://shelter.example\nhttps://partner.example');
        await page.getByRole('button', { name: 'Create the key' }).click();
        const shown = dialog(page, 'cards');
        const [line, secret] = await shown.locator('pre').allTextContents();
        expect(secret).toMatch(/^pet_pub_prod_/);
        expect(line).toBe(`<script src="${service.server.url}/embed.js" data-key="${secret}" async></script>`);
        await expectAccessible(page, 'key-public-created');
        await shown.getByRole('button', { name: 'I have saved it' }).click();
        await entry(page, 'cards').getByText('for https://shelter.example, https://partner.example').waitFor();
        expect((await listKeys(service.server)).at(-1)).toMatchObject({ role: 'public' });
      });
    });
  });

  describe('a long list of keys', () => {
    test('is loaded page by page', async () => {
      for (let number = (await listKeys(service.server)).length; number < 30; number++)
        await makeKey(service.server, { name: 'many' });
      await makeKey(service.server, { name: `the last` });
      await service.inTab(async (page) => {
        await visit(page, '/keys');
        await page.getByRole('button', { name: 'Show more' }).waitFor();
        expect(await page.getByText(`the last`).count()).toBe(0);
        await page.getByRole('button', { name: 'Show more' }).click();
        await page.getByText(`the last`).waitFor();
        expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
      });
    });
  });
});
