import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { signIn, untilFocused } from '../../support/browser/browser.ts';
import { dialog, entry, goTo, listKeys, loseAnswer, makeKey, opens } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';

const signInBy = async (page: Page, link: string) => {
  await page.goto(link);
  await page.waitForURL(new URL('/', link).href);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
};

/** Keys that are there before the list is loaded: only changes in the same tab reload it. */
let misspelt: KeyBody;
let rotated: KeyBody;
let old: KeyBody;
const expiresAt = '2031-03-04T05:06:07.000Z';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function fill({ server }: TestConsole): Promise<void> {
  misspelt = await makeKey(server, { name: 'misspelt', scopes: ['pets:read'], expiresAt });
  rotated = await makeKey(server, { name: 'kiosk' });
  old = await makeKey(server, { name: '<i>old</i> tablet' });
}

describeConsole('keys and people', { fill, env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
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
    test('shows errors at the fields, is created once despite a lost response and a double click, and shows its secret until the user has saved it', async () => {
      await onPage('/webhooks', async (page) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await goTo(page, 'Keys');
        const before = (await listKeys(service.server)).length;
        await press(page.getByRole('button', { name: 'New key' }));
        await dialog(page, 'New key').waitFor();
        await untilFocused(page, '<input');
        const create = page.getByRole('button', { name: 'Create the key' });
        const name = page.getByLabel('Name');
        await press(create);
        await page.getByText('Enter a name').waitFor();
        await untilFocused(page, 'aria-invalid="true"');
        await name.fill('x'.repeat(101));
        await page.getByLabel('Editor').check();
        await page.getByLabel('Expires').selectOption('In 90 days');
        await press(create);
        await page.getByText('Must have 1 to 100 characters').waitFor();
        await expectSoon(() => name.getAttribute('aria-invalid')).toBe('true');
        await expectSoon(() => name.inputValue()).toHaveLength(101);
        await name.fill('shelter site');
        await loseAnswer(page, '**/v1/keys');
        await press(create);
        await dialog(page).getByText('The server did not answer').waitFor();
        expect(await name.inputValue()).toBe('shelter site');
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

  test('a key is revoked only after a confirmation, and stays in the list', async () => {
    const made = old;
    await onPage('/keys', async (page) => {
      const revoke = page.getByRole('button', { name: `Revoke ${made.name}` });
      await revoke.click();
      await dialog(page, `Revoke ${made.name}?`).waitFor();
      await untilFocused(page, 'Keep it');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await untilFocused(page, `aria-label="Revoke ${made.name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`);
      expect(await opens(service.server, made.secret)).toBe(200);
      await revoke.click();
      await press(page.getByRole('button', { name: 'Revoke it' }));
      await entry(page, made.name).getByText('revoked', { exact: true }).waitFor();
      expect(await opens(service.server, made.secret)).toBe(401);
      await expectSoon(() => entry(page, made.name).getByRole('button').count()).toBe(0);
      await untilFocused(page, 'id="content"');
    });
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

  test('people sign in by a link once, stay signed in in all tabs, and sign out in all of them', async () => {
    const { id } = await service.client.people.create({ name: 'Ana Moreno', role: 'editor' });
    const { url } = await service.client.people.invite(id);
    const devices = () => Array.fromAsync(service.client.devices.list(id));
    await service.inTab(async (page) => {
      await page.goto(url);
      await page.getByText('This link signs Ana Moreno in on this device.').waitFor();
      await page.getByLabel('Name of this device').fill("Ana's laptop");
      await page.getByLabel('Stay signed in on this device').check();
      await expectAccessible(page, 'sign-in-link');
      await press(page.getByRole('button', { name: 'Sign in', exact: true }));
      await page.getByText('Signed in as Ana Moreno').waitFor();
      expect(page.url()).not.toContain('sign-in');
      expect(await devices()).toMatchObject([{ device: "Ana's laptop", isTrusted: true }]);

      const other = await page.context().newPage();
      await other.goto('/animals');
      await other.getByText('Signed in as Ana Moreno').waitFor();
      await press(other.getByRole('button', { name: 'Add an animal' }));
      await other.getByRole('textbox', { name: 'Name' }).fill('Rex');
      await press(page.getByRole('button', { name: 'My devices' }));
      await press(page.getByRole('button', { name: 'Sign in on another device' }));
      await dialog(page).getByRole('img', { name: 'QR code of the link' }).waitFor();
      const link = (await dialog(page).locator('pre').textContent()) ?? '';
      await clickUntilTaken(dialog(page).getByRole('button', { name: 'Done' }));
      await service.inTab(async (phone) => {
        await signInBy(phone, link);
        await phone.getByText('Signed in as Ana Moreno').waitFor();
        await press(phone.getByRole('button', { name: 'Sign out' }));
      });
      await press(page.getByRole('button', { name: 'My devices' }));
      const own = dialog(page, 'My devices').getByRole('listitem').filter({ hasText: 'this device' });
      await clickUntilTaken(own.getByRole('button', { name: "Sign out Ana's laptop" }));
      await page.getByLabel('API key').waitFor();
      await other.getByText('Somebody has signed out in another tab.').waitFor();
      expect(await other.evaluate('Object.values(sessionStorage).join()')).toContain('Rex');
      expect(await page.evaluate('localStorage.length')).toBe(0);
      await expectSoon(devices).toEqual([]);

      await page.goto(url);
      await page.getByRole('alert').filter({ hasText: 'This link does not work any more' }).waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
    });
  });

  test('people are invited, seen in what they do, signed out when they are removed, and listed with a new role even without its link', async () => {
    const { id: petId } = await service.client.pets.create({ name: 'Bella', categoryId: 1n });
    await service.client.people.create({ name: 'Eve Brown', role: 'reader' });
    await onPage('/people', async (page) => {
      await press(page.getByRole('button', { name: 'Invite somebody' }));
      await dialog(page).getByLabel('Name').fill('Ben Okafor');
      await clickUntilTaken(page.getByRole('button', { name: 'Make a sign-in link' }));
      const shown = dialog(page, 'Sign-in link for Ben Okafor');
      await shown.getByRole('img', { name: 'QR code of the link' }).waitFor();
      const takeLink = async () => {
        const link = (await shown.locator('pre').textContent()) ?? '';
        await clickUntilTaken(shown.getByRole('button', { name: 'Done' }));
        return link;
      };
      const link = await takeLink();
      await entry(page, 'Ben Okafor').getByText('Editor').waitFor();

      await service.inTab(async (bens) => {
        await signInBy(bens, link);
        await bens.getByText('Signed in as Ben Okafor').waitFor();
        const keyOfBen = () => bens.evaluate<string>('sessionStorage["petstore-key"]');
        let apiKey = await keyOfBen();
        await createClient({ baseUrl: service.server.url, apiKey }).orders.place({ petId });
        await page.getByRole('link', { name: 'Today' }).press('Enter');
        await page
          .getByRole('listitem')
          .filter({ hasText: 'Bella was reserved' })
          .getByText('by Ben Okafor,')
          .waitFor();
        await page.getByText('Bella was added').waitFor();
        await page.getByLabel('By whom').selectOption('Ben Okafor');
        await page.getByText('Bella was added').waitFor({ state: 'detached' });
        await page.getByText('Bella was reserved').waitFor();
        await go(bens, `/animals/${petId}`);
        await bens.getByRole('list', { name: 'What happened' }).getByText('by Ben Okafor,').waitFor();

        await page.getByRole('link', { name: 'People' }).press('Enter');
        await press(page.getByRole('button', { name: 'Change Ben Okafor' }));
        await page.getByRole('radio', { name: 'Admin' }).check();
        await press(page.getByRole('button', { name: 'Save' }));
        await page.getByText('Ben Okafor can do more now, and has to sign in with a new link.').waitFor();
        const next = await takeLink();
        await bens.getByRole('alert').filter({ hasText: 'Your access on this device has ended.' }).waitFor();
        await signInBy(bens, next);
        await bens.getByText('Signed in as Ben Okafor').waitFor();
        apiKey = await keyOfBen();
        await createClient({ baseUrl: service.server.url, apiKey }).webhooks.create({ url: 'http://127.0.0.1:1/hook' });
        await go(bens, '/webhooks');
        await bens.getByText(/^Since .*, by a person$/).waitFor();
        const clientOf = (secret: string) => createClient({ baseUrl: service.server.url, apiKey: secret });
        const [ben] = (await Array.fromAsync(service.client.people.list())).filter(({ name }) => name === 'Ben Okafor');
        const { url } = await service.client.people.invite(ben?.id ?? 0n);
        const lost = await clientOf(url.slice(url.indexOf('=') + 1)).people.signIn({ device: 'Old phone' });
        await clientOf(lost.secret).keys.create({ name: 'Not known', role: 'reader' });
        await press(page.getByRole('button', { name: 'Devices of Ben Okafor' }));
        await press(page.getByRole('button', { name: 'Sign out Old phone' }));
        await dialog(page).getByText('What came of it stays: key Not known.').waitFor();
        await page.keyboard.press('Escape');
        await go(bens, '/people');
        await press(bens.getByRole('button', { name: 'Change Ben Okafor' }));
        await bens.getByRole('radio', { name: 'Reader' }).check();
        await bens.getByText('This is you.').waitFor();
        await press(bens.getByRole('button', { name: 'Cancel' }));
        await press(bens.getByRole('button', { name: 'Remove Ben Okafor' }));
        await bens.getByText('This is you.').waitFor();

        await press(page.getByRole('button', { name: 'Remove Ben Okafor' }));
        await clickUntilTaken(page.getByRole('button', { name: 'Remove and sign out' }));
        await page.getByText('Ben Okafor was removed.').waitFor();
        await bens.getByRole('alert').filter({ hasText: 'Your access on this device has ended.' }).waitFor();
        // What the list has read before keeps its names.
        await page.goto('/');
        await page.getByText('by somebody who has left,').first().waitFor();

        await go(page, '/people');
        await press(page.getByRole('button', { name: 'Change Eve Brown' }));
        await page.getByRole('radio', { name: 'Admin' }).check();
        await page.route('**/sign-in-links', (route) => route.fulfill({ status: 400, json: {} }));
        await press(page.getByRole('button', { name: 'Save' }));
        await dialog(page).getByRole('alert').waitFor();
        await press(page.getByRole('button', { name: 'Cancel' }));
        await entry(page, 'Eve Brown').getByText('Admin').waitFor();
      });
    });
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

  test('a long list is loaded page by page', async () => {
    for (let number = (await listKeys(service.server)).length; number < 30; number++)
      await makeKey(service.server, { name: 'many' });
    const { secret } = await makeKey(service.server, { name: 'many', role: 'admin' });
    await makeKey(service.server, { name: `the last` });
    const use = async (page: Page) => {
      await page.getByRole('button', { name: 'Show more' }).waitFor();
      await expectSoon(() => page.getByText(`the last`).count()).toBe(0);
      await press(page.getByRole('button', { name: 'Show more' }));
      await page.getByText(`the last`).waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    };
    // Signed in with another key, the page reads the list anew.
    await onPage('/keys', use, secret);
  });
});
