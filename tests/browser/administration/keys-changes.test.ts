import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused, visit } from '../../support/browser/browser.ts';
import { dialog, entry, listKeys, loseAnswer, makeKey, opens } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';

const graces = ['For 1 hour more', 'No longer'] as const;
/** Keys that are there before a list is loaded: only changes in the same tab reload it. */
const keys = new Map<string, KeyBody>();

async function fill({ server }: TestConsole): Promise<void> {
  for (const name of [...graces, '<i>old</i> tablet']) keys.set(name, await makeKey(server, { name }));
}

function keyNamed(name: string): KeyBody {
  const found = keys.get(name);
  if (found === undefined) throw new Error(`there is no key "${name}"`);
  return found;
}

describeConsole('changing a key', { fill }, (service) => {
  const onPage = inOneTab(service);

  test.each([
    [graces[0], 200],
    [graces[1], 401],
  ])('creates a new secret even if the first response is lost; the old one works: %s', async (grace, status) => {
    const made = keyNamed(grace);
    await onPage('/keys', async (page) => {
      await press(page.getByRole('button', { name: `New secret for ${made.name}` }));
      await dialog(page, `New secret for ${made.name}`).getByRole('radio', { name: grace }).check();
      await loseAnswer(page, '**/rotate');
      await press(page.getByRole('button', { name: 'Create a new secret' }));
      await page.getByText('The server did not answer').waitFor();
      await clickUntilTaken(page.getByRole('button', { name: 'Create a new secret' }), 2);
      const shown = dialog(page, made.name).filter({ hasText: 'This is the new secret.' });
      const secret = (await shown.locator('pre').textContent()) ?? '';
      expect([await opens(service.server, made.secret), await opens(service.server, secret)]).toEqual([status, 200]);
      await press(shown.getByRole('button', { name: 'I have saved it' }));
      await untilFocused(page, `aria-label="New secret for ${made.name}"`);
      await entry(page, made.name)
        .getByText(`${secret.slice(0, 13)}…`)
        .waitFor();
    });
  });

  test('revokes a key only after a confirmation, and keeps it in the list', async () => {
    const made = keyNamed('<i>old</i> tablet');
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

  test('keeps users who rotate their own key signed in, and signs them out when they revoke it, after a warning', async () => {
    const own = await makeKey(service.server, { role: 'admin', name: `renews itself` });
    await service.inTab(async (page) => {
      await visit(page, '/keys', own.secret);
      await press(page.getByRole('button', { name: `New secret for ${own.name}` }));
      await page.getByRole('radio', { name: 'No longer' }).check();
      await page.getByText('You are signed in with this key.').waitFor();
      await expectAccessible(page, 'key-rotate');
      await press(page.getByRole('button', { name: 'Create a new secret' }));
      const secret = (await dialog(page).locator('pre').textContent()) ?? '';
      await press(page.getByRole('button', { name: 'I have saved it' }));
      expect(await opens(service.server, own.secret)).toBe(401);
      await expectSoon(() => page.evaluate<string>('sessionStorage["petstore-key"]')).toBe(secret);
      await page.reload();
      await entry(page, own.name).getByText('you', { exact: true }).waitFor();

      await press(page.getByRole('button', { name: `Revoke ${own.name}` }));
      await dialog(page).getByText('You will be signed out.').waitFor();
      await press(page.getByRole('button', { name: 'Revoke it and sign me out' }));
      await page.getByText('You have revoked the key that you were signed in with.').waitFor();
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);
      expect(await opens(service.server, secret)).toBe(401);
    });
  });

  test('offers only changes within the permissions of the signed-in key', async () => {
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

  test('does not revoke the last key that can manage keys, and shows the reason', async () => {
    const [first, ...others] = await listKeys(service.server);
    expect(first?.name).toStartWith('PETSTORE');
    for (const { id } of others) await service.client.keys.revoke(BigInt(id));
    await makeKey(service.server, { role: 'editor' });
    await onPage('/keys', async (page) => {
      await press(page.getByRole('button', { name: /^Revoke PETSTORE/ }));
      await press(page.getByRole('button', { name: 'Revoke it and sign me out' }));
      await dialog(page).getByText('Nobody else could manage keys and people then.').waitFor();
      await untilFocused(page, 'role="alert"');
      await expectAccessible(page, 'key-last-admin');
      expect(await opens(service.server, adminKey)).toBe(200);
    });
  });
});
