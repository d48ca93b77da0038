import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { dialog } from '../../support/browser/console-keys.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const signInBy = async (page: Page, link: string) => {
  await page.goto(link);
  await page.waitForURL(new URL('/', link).href);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
};

describeConsole('people', { env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
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
});
