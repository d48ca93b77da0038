import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { signIn, untilFocused } from '../../../support/browser/browser.ts';
import { dialog, entry, listKeys, loseAnswer, makeKey, opens } from '../../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../../support/browser/press.ts';
import type { KeyBody } from '../../../support/data/keys.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { adminKey } from '../../../support/process/server.ts';

/** Keys that are there before the list is loaded: only changes in the same tab reload it. */
let misspelt: KeyBody;
let rotated: KeyBody;
const expiresAt = '2031-03-04T05:06:07.000Z';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function fill({ server }: TestConsole): Promise<void> {
  misspelt = await makeKey(server, { name: 'misspelt', scopes: ['pets:read'], expiresAt });
  rotated = await makeKey(server, { name: 'kiosk' });
  await makeKey(server, { name: '<i>old</i> tablet' });
}

describeConsole('keys', { fill }, (service) => {
  const onPage = inOneTab(service);

  test('the list shows permissions, status, last use and expiry of each key', async () => {
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

  describe('a new key', () => {
    test('that is public is for web sites, and its script can be copied without the clipboard API, before the page is left after a confirmation', async () => {
      await onPage('/keys', async (page) => {
        // As on every page that is served over plain HTTP.
        await page.evaluate('delete Navigator.prototype.clipboard');
        await press(page.getByRole('button', { name: 'New key' }));
        const create = page.getByRole('button', { name: 'Create the key' });
        await page.getByLabel('Name').fill('cards');
        await page.getByLabel('Public').check();
        await page.getByLabel('Expires').selectOption('On a date of my own');
        await press(create);
        await page.getByText('Enter at least one.').waitFor();
        const sites = page.getByLabel('Web sites that may use it');
        await sites.fill('https://shelter.example\nhttps://partner.example');
        await press(create);
        await page.getByText('Choose a date.').waitFor();
        await untilFocused(page, 'type="date"');
        await page.getByLabel('Last day').fill('2020-02-29');
        await press(create);
        await page.getByText('Choose today or a later day.').waitFor();
        await page.getByLabel('Last day').fill('2999-12-31');
        await sites.fill('https://shelter.example/adopt');
        await press(create);
        await page.getByText('which would be https://shelter.example.').waitFor();
        await sites.fill('https://shelter.example\nhttps://partner.example');
        await press(create);
        const shown = dialog(page, 'cards');
        const line = (await shown.locator('pre').textContent()) ?? '';
        const [, secret] = /data-key="(pet_pub_prod_\w+)"/.exec(line) ?? [];
        expect(line).toBe(`<script src="${service.server.url}/embed.js" data-key="${secret}" async></script>`);
        await press(shown.getByRole('button', { name: 'Copy' }));
        await shown.getByRole('button', { name: 'Copied' }).waitFor();
        const [question] = await Promise.all([
          page.waitForEvent('dialog'),
          page.evaluate('void setTimeout(() => location.reload())'),
        ]);
        expect(question.type()).toBe('beforeunload');
        await question.dismiss();
        await expectSoon(() => shown.locator('pre').textContent()).toBe(line);
        await press(shown.getByRole('button', { name: 'I have saved it' }));
        await entry(page, 'cards').getByText('for https://shelter.example, https://partner.example').waitFor();
        const made = (await listKeys(service.server)).at(-1);
        expect(made).toMatchObject({ role: 'public' });
        const end = new Date(made?.expiresAt ?? '');
        expect([end.getFullYear(), end.getMonth(), end.getDate()]).toEqual([2999, 11, 31]);

        await press(page.getByRole('button', { name: 'Change cards' }));
        await dialog(page, 'Change cards').waitFor();
        expect(await page.getByLabel('Editor').count()).toBe(0);
        await sites.fill('https://partner.example');
        await press(page.getByRole('button', { name: 'Save' }));
        await entry(page, 'cards').getByText('for https://partner.example', { exact: true }).waitFor();
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
        expect(await page.getByLabel('Public').count()).toBe(0);
        await page.getByLabel('Reader').check();
        await page.getByLabel('Expires').selectOption('Never');
      });
      expect(await stored()).toMatchObject({ name: 'spelt', role: 'reader' });
      expect(await stored()).not.toHaveProperty('expiresAt');
      await entry(page, 'spelt').getByText('Reader').waitFor();
    });
  });

  test('a new secret is created even if the first response is lost, and the old one works for an hour more', async () => {
    await onPage('/keys', async (page) => {
      await press(page.getByRole('button', { name: `New secret for ${rotated.name}` }));
      await dialog(page, `New secret for ${rotated.name}`).getByRole('radio', { name: 'For 1 hour more' }).check();
      await loseAnswer(page, '**/rotate');
      await press(page.getByRole('button', { name: 'Create a new secret' }));
      await page.getByText('The server did not answer').waitFor();
      await clickUntilTaken(page.getByRole('button', { name: 'Create a new secret' }), 2);
      const shown = dialog(page, rotated.name).filter({ hasText: 'This is the new secret.' });
      const secret = (await shown.locator('pre').textContent()) ?? '';
      expect([await opens(service.server, rotated.secret), await opens(service.server, secret)]).toEqual([200, 200]);
      await press(shown.getByRole('button', { name: 'I have saved it' }));
      await untilFocused(page, `aria-label="New secret for ${rotated.name}"`);
      await entry(page, rotated.name)
        .getByText(`${secret.slice(0, 13)}…`)
        .waitFor();
    });
  });

  test('users who rotate their own key stay signed in, and those who revoke it are signed out, after a warning', async () => {
    const own = await makeKey(service.server, { role: 'admin', name: `renews itself` });
    const use = async (page: Page) => {
      await press(page.getByRole('button', { name: `New secret for ${own.name}` }));
      await page.getByRole('radio', { name: 'No longer' }).check();
      await page.getByText('You are signed in with this key.').waitFor();
      await press(page.getByRole('button', { name: 'Create a new secret' }));
      const secret = (await dialog(page).locator('pre').textContent()) ?? '';
      await press(page.getByRole('button', { name: 'I have saved it' }));
      expect([await opens(service.server, own.secret), await opens(service.server, secret)]).toEqual([401, 200]);
      await expectSoon(() => page.evaluate<string>('sessionStorage["petstore-key"]')).toBe(secret);
      await entry(page, own.name).getByText('you', { exact: true }).waitFor();

      await press(page.getByRole('button', { name: `Revoke ${own.name}` }));
      await dialog(page).getByText('You will be signed out.').waitFor();
      await press(page.getByRole('button', { name: 'Revoke it and sign me out' }));
      await page.getByText('You have revoked the key that you were signed in with.').waitFor();
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);
      expect(await opens(service.server, secret)).toBe(401);
      await signIn(page);
      await page.locator('#content').waitFor();
    };
    await onPage('/keys', use, own.secret);
  });

  test('only changes within the permissions of the signed-in key are offered', async () => {
    const limited = await makeKey(service.server, { name: `limited`, scopes: ['pets:read', 'keys:admin'] });
    const editor = await makeKey(service.server, { name: `stronger`, role: 'editor' });
    const use = async (page: Page) => {
      await entry(page, editor.name).getByText('Has more permissions than your key').waitFor();
      await expectSoon(() => entry(page, editor.name).getByRole('button').count()).toBe(0);
      await expectSoon(() => entry(page, limited.name).getByRole('button').count()).toBe(3);
      await press(page.getByRole('button', { name: 'New key' }));
      await expectSoon(() => page.getByRole('radio').count()).toBe(1);
      await expectSoon(() => page.getByRole('checkbox').count()).toBe(2);
      await page.getByLabel('Name').fill(`sees animals`);
      await press(page.getByRole('button', { name: 'Create the key' }));
      await page.getByText('Choose at least one.').waitFor();
      await untilFocused(page, 'type="checkbox"');
      await page.getByLabel('See animals').check();
      await press(page.getByRole('button', { name: 'Create the key' }));
      await press(page.getByRole('button', { name: 'I have saved it' }));
      expect((await listKeys(service.server)).at(-1)).toMatchObject({ scopes: ['pets:read'] });
    };
    await onPage('/keys', use, limited.secret);
  });

  test('the last key that can manage keys is not revoked, and the reason is shown', async () => {
    const [first, ...others] = await listKeys(service.server);
    expect(first?.name).toStartWith('PETSTORE');
    for (const { id } of others) await service.client.keys.revoke(BigInt(id));
    await makeKey(service.server, { role: 'editor' });
    await onPage('/keys', async (page) => {
      await press(page.getByRole('button', { name: /^Revoke PETSTORE/ }));
      await press(page.getByRole('button', { name: 'Revoke it and sign me out' }));
      await dialog(page).getByText('Nobody else could manage keys and people then.').waitFor();
      await untilFocused(page, 'role="alert"');
      expect(await opens(service.server, adminKey)).toBe(200);
    });
  });
});
