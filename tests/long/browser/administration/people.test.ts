import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../../client/index.ts';
import { dialog, entry } from '../../../support/browser/console-keys.ts';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../../support/browser/press.ts';

const signInBy = async (page: Page, link: string) => {
  await page.goto(link);
  await page.waitForURL(new URL('/', link).href);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
};

describeConsole('people', { env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
  const onPage = inOneTab(service);

  test('people are invited, seen in what they do, signed out when they are removed, and listed with a new role even without its link', async () => {
    const { id: petId } = await service.client.pets.create({ name: 'Bella', categoryId: 1n });
    await service.client.people.create({ name: 'Eve Brown', role: 'reader' });
    await onPage('/people', async (page) => {
      await press(page.getByRole('button', { name: 'Invite somebody' }));
      await dialog(page).getByLabel('Name').fill('Ben Okafor');
      // The key belongs to nobody.
      expect(await dialog(page).getByText('This is you.').count()).toBe(0);
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
        await bens.evaluate(`sessionStorage['petstore-key'] = ${JSON.stringify(apiKey)}`);
        await bens.reload();
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
});
