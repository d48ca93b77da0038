import { describe, expect, test } from 'bun:test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused, visit } from '../../support/browser/browser.ts';
import { dialog, entry, goTo, listKeys, loseAnswer, makeKey, opens } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { expectSoon } from '../../support/expect-soon.ts';

/** A key that is there before the list is loaded: only changes in the same tab reload it. */
let misspelt: KeyBody;
const expiresAt = '2031-03-04T05:06:07.000Z';

async function fill({ server }: TestConsole): Promise<void> {
  misspelt = await makeKey(server, { name: 'misspelt', scopes: ['pets:read'], expiresAt });
}

describeConsole('keys', { fill }, (service) => {
  const onPage = inOneTab(service);
  describe('the list of keys', () => {
    test('shows permissions, status, last use and expiry of each key', async () => {
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      await makeKey(service.server, { name: `<b>front</b> desk`, role: 'editor', expiresAt: inDays(5) });
      await makeKey(service.server, { name: `web site`, expiresAt: inDays(200) });
      await makeKey(service.server, { name: `counter`, scopes: ['pets:read', 'keys:admin'] });
      const ended = await makeKey(service.server, { name: `${'x'.repeat(60)}` });
      await service.server.fetch(`/v1/keys/${ended.id}`, { method: 'DELETE' });
      await onPage('/keys', async (page) => {
        const desk = entry(page, `<b>front</b> desk`);
        await desk.waitFor();
        for (const text of ['Editor', 'active', 'in 5 days', 'never', 'pet_prod_']) {
          await expectSoon(() => desk.getByText(text).count()).toBeGreaterThan(0);
        }
        expect(
          await entry(page, `web site`)
            .getByText(/in \d+ days/)
            .count(),
        ).toBe(0);
        await expectSoon(() => entry(page, `counter`).getByText('See animals, Manage keys').count()).toBe(1);
        await expectSoon(() => entry(page, ended.name).getByText('revoked').count()).toBe(1);
        await expectSoon(() => entry(page, ended.name).getByRole('button').count()).toBe(0);
        await expectSoon(() => page.getByText('you', { exact: true }).count()).toBe(1);
      });
    });
  });

  describe('a new key', () => {
    test('is created once despite a lost response and a double click, and shows its secret until the user has saved it', async () => {
      await onPage('/webhooks', async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await goTo(page, 'Keys');
        const before = (await listKeys(service.server)).length;
        await press(page.getByRole('button', { name: 'New key' }));
        await dialog(page, 'New key').waitFor();
        await untilFocused(page, '<input');
        await page.getByLabel('Name').fill('shelter site');
        await page.getByLabel('Editor').check();
        await page.getByLabel('Expires').selectOption('In 90 days');
        const create = page.getByRole('button', { name: 'Create the key' });
        await loseAnswer(page, '**/v1/keys');
        await press(create);
        await dialog(page).getByText('The server did not answer').waitFor();
        expect(await page.getByLabel('Name').inputValue()).toBe('shelter site');
        expect(await page.getByLabel('Editor').isChecked()).toBe(true);
        await clickUntilTaken(create, 2);

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
        await expectSoon(() => shown.locator('pre').textContent()).toBe(secret);
        await press(shown.getByRole('button', { name: 'Copy' }));
        await shown.getByRole('button', { name: 'Copied' }).waitFor();
        await expectSoon(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
        await press(shown.getByRole('button', { name: 'I have saved it' }));
        await shown.waitFor({ state: 'detached' });
        expect(await page.content()).not.toContain(secret);
      });
    });

    test('shows errors at the fields, and keeps its input', async () => {
      await onPage('/keys', async (page) => {
        await press(page.getByRole('button', { name: 'New key' }));
        const make = page.getByRole('button', { name: 'Create the key' });
        const name = page.getByLabel('Name');
        await press(make);
        await page.getByText('Enter a name').waitFor();
        await untilFocused(page, 'aria-invalid="true"');
        await name.fill('front desk');
        await page.getByLabel('Expires').selectOption('On a date of my own');
        await press(make);
        await page.getByText('Choose a date.').waitFor();
        await untilFocused(page, 'type="date"');
        await page.getByLabel('Last day').fill('2020-02-29');
        await press(make);
        await page.getByText('Choose today or a later day.').waitFor();
        await page.getByLabel('Last day').fill('2999-12-31');
        await name.fill('x'.repeat(101));
        await press(make);
        await page.getByText('Must have 1 to 100 characters').waitFor();
        await expectSoon(() => name.getAttribute('aria-invalid')).toBe('true');
        await expectSoon(() => name.inputValue()).toHaveLength(101);
        await name.fill('front desk');
        await press(make);
        await dialog(page, 'front desk').locator('pre').waitFor();
        await press(page.getByRole('button', { name: 'I have saved it' }));
        const end = new Date((await listKeys(service.server)).at(-1)?.expiresAt ?? '');
        expect([end.getFullYear(), end.getMonth(), end.getDate()]).toEqual([2999, 11, 31]);
      });
    });

    test('has a secret that can be copied without the clipboard API, and leaving the page needs a confirmation', async () => {
      await service.inTab(async (page) => {
        // As on every page that is served over plain HTTP.
        await page.addInitScript('delete Navigator.prototype.clipboard');
        await visit(page, '/keys');
        await press(page.getByRole('button', { name: 'New key' }));
        await page.getByLabel('Name').fill('over plain HTTP');
        await press(page.getByRole('button', { name: 'Create the key' }));
        const secret = (await dialog(page).locator('pre').textContent()) ?? '';
        await press(page.getByRole('button', { name: 'Copy' }));
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        await expectSoon(() => page.evaluate<string>('String(getSelection())')).toBe(secret);
        const [question] = await Promise.all([
          page.waitForEvent('dialog'),
          page.evaluate('void setTimeout(() => location.reload())'),
        ]);
        expect(question.type()).toBe('beforeunload');
        await question.dismiss();
        await expectSoon(() => dialog(page).locator('pre').textContent()).toBe(secret);
      });
    });
  });

  test('a key is changed, and what is not touched stays as it is', async () => {
    const stored = async () => (await listKeys(service.server)).find(({ id }) => id === misspelt.id);
    await onPage('/keys', async (page) => {
      const change = async (name: string, fill: () => Promise<unknown>) => {
        await press(page.getByRole('button', { name: `Change ${name}` }));
        await dialog(page, `Change ${name}`).waitFor();
        await fill();
        await press(page.getByRole('button', { name: 'Save' }));
        await dialog(page).waitFor({ state: 'detached' });
      };
      await change('misspelt', () => page.getByLabel('Name').fill('spelt'));
      expect(await stored()).toMatchObject({ name: 'spelt', scopes: ['pets:read'], expiresAt });
      await change('spelt', async () => {
        await expectAccessible(page, 'key-change');
        expect(await page.getByLabel('Public').count()).toBe(0);
        await page.getByLabel('Reader').check();
        await page.getByLabel('Expires').selectOption('Never');
      });
      expect(await stored()).toMatchObject({ name: 'spelt', role: 'reader' });
      expect(await stored()).not.toHaveProperty('expiresAt');
      await entry(page, 'spelt').getByText('Reader').waitFor();
    });
  });

  describe('a public key', () => {
    test('is created for web sites, which the list shows', async () => {
      await onPage('/keys', async (page) => {
        await press(page.getByRole('button', { name: 'New key' }));
        await page.getByLabel('Name').fill('cards');
        await page.getByLabel('Public').check();
        await press(page.getByRole('button', { name: 'Create the key' }));
        await page.getByText('Enter at least one.').waitFor();
        const sites = page.getByLabel('Web sites that may use it');
        await sites.fill('https://shelter.example/adopt');
        await press(page.getByRole('button', { name: 'Create the key' }));
        await page.getByText('which would be https://shelter.example.').waitFor();
        const expiry = page.getByLabel('Expires');
        await expiry.selectOption('On a date of my own');
        await press(page.getByRole('button', { name: 'Create the key' }));
        await page.getByText('Choose a date.').waitFor();
        await expectAccessible(page, 'key-new');
        await expiry.selectOption('Never');
        await sites.fill('https://shelter.example\nhttps://partner.example');
        await press(page.getByRole('button', { name: 'Create the key' }));
        const shown = dialog(page, 'cards');
        const line = (await shown.locator('pre').textContent()) ?? '';
        const [, secret] = /data-key="(pet_pub_prod_\w+)"/.exec(line) ?? [];
        expect(line).toBe(`<script src="${service.server.url}/embed.js" data-key="${secret}" async></script>`);
        await expectAccessible(page, 'key-public-created');
        await press(shown.getByRole('button', { name: 'I have saved it' }));
        await entry(page, 'cards').getByText('for https://shelter.example, https://partner.example').waitFor();
        expect((await listKeys(service.server)).at(-1)).toMatchObject({ role: 'public' });

        await press(page.getByRole('button', { name: 'Change cards' }));
        await dialog(page, 'Change cards').waitFor();
        expect(await page.getByLabel('Editor').count()).toBe(0);
        await sites.fill('https://partner.example');
        await press(page.getByRole('button', { name: 'Save' }));
        await entry(page, 'cards').getByText('for https://partner.example', { exact: true }).waitFor();
      });
    });
  });

  describe('a long list of keys', () => {
    test('is loaded page by page', async () => {
      for (let number = (await listKeys(service.server)).length; number < 30; number++)
        await makeKey(service.server, { name: 'many' });
      await makeKey(service.server, { name: `the last` });
      await onPage('/keys', async (page) => {
        await page.reload();
        await page.getByRole('button', { name: 'Show more' }).waitFor();
        await expectSoon(() => page.getByText(`the last`).count()).toBe(0);
        await press(page.getByRole('button', { name: 'Show more' }));
        await page.getByText(`the last`).waitFor();
        await expectSoon(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
      });
    });
  });
});
