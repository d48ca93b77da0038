import { describe, expect, test } from 'bun:test';
import { untilFocused } from '../../support/browser/browser.ts';
import { dialog, entry, goTo, listKeys, loseAnswer, makeKey, opens } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import type { KeyBody } from '../../support/data/keys.ts';
import { expectSoon } from '../../support/expect-soon.ts';

/** Is there before the list is loaded: only changes in the same tab reload it. */
let old: KeyBody;

async function fill({ server }: TestConsole): Promise<void> {
  old = await makeKey(server, { name: '<i>old</i> tablet' });
}

describeConsole('keys', { fill }, (service) => {
  const onPage = inOneTab(service);

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
});
