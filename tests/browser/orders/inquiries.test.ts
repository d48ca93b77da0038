import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

/** The way of a message: from the form on the public page to those who answer it, and of the animal to its home. */
const entry = (page: Page, name: string) => page.locator('#content').getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const history = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
/** Opens a menu and chooses an entry, once the dialog before has given the focus back. */
const choose = async (page: Page, menu: string, item: string) => {
  await dialog(page).waitFor({ state: 'detached' });
  await press(button(page, menu));
  await page.getByRole('menuitem', { name: item }).press('Enter');
};

/** The secret of a device of somebody who works here. */
let kimsKey: string;

async function fill({ client, server }: TestConsole): Promise<void> {
  const { id } = await client.people.create({ name: 'Kim', role: 'staff' });
  const [, secret = ''] = (await client.people.invite(id)).url.split('#sign-in=');
  const { people } = createClient({ baseUrl: server.url, apiKey: secret });
  kimsKey = (await people.signIn({ device: 'Phone', isTrusted: true })).secret;
}

describeConsole('inquiries', { fill, env: { PETSTORE_PUBLIC_PAGE: 'on' } }, (service) => {
  const onPhone = inOneTab(service, phone);

  /** A visitor corrects and sends the form by keyboard. */
  const ask = async (page: Page, petId: bigint) => {
    await page.goto(`/adopt/${petId}`);
    await page.getByRole('link', { name: 'Ask about Bella' }).press('Enter');
    await heading(page, 'Ask about Bella').waitFor();
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    await field(page, 'Your name').focus();
    await page.keyboard.type('Ada <i>Moreno</i>');
    for (const text of ['ada', '+1 512 555 0100', 'May we visit?\nOn Saturday.']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.getByRole('button', { name: 'Send' }).click();
    await heading(page, 'Your message was not sent yet').waitFor();
    const fault = page.getByRole('link', { name: 'Enter an e-mail address such as ada@example.org.' });
    await fault.waitFor();
    await expectAccessible(page, 'inquiry-form-refused');
    await expectSoon(() => field(page, 'Message').inputValue()).toBe('May we visit?\nOn Saturday.');
    await fault.press('Enter');
    await untilFocused(page, 'id="email"');
    await page.keyboard.press('End');
    await page.keyboard.type('@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/inquiry/sent/*');
    await heading(page, 'Thank you for your message').waitFor();
    await page.reload();
    await heading(page, 'Thank you for your message').waitFor();
  };

  test('a visitor sends the form by keyboard without scripts, staff sees it at once, and each step to the home says who took it', async () => {
    const { client } = service;
    const { id: petId } = await client.pets.create({ name: 'Bella', categoryId: 1n });
    const reserveUntil = async (name: string, ms: number) => {
      const pet = await client.pets.create({ name, categoryId: 1n });
      const expiresAt = new Date(Date.now() + ms).toISOString();
      await client.orders.place({ petId: pet.id, expiresAt, contact: { name: `Friend of ${name}` } });
    };
    const orderNow = async () => (await client.orders.list({ petId }).page()).items[0];
    const daysLeft = async () =>
      Math.floor((Date.parse((await orderNow())?.expiresAt ?? '') - Date.now()) / 86_400_000);

    const use = async (page: Page) => {
      await heading(page, 'No inquiry is open').waitFor();
      await service.inTab((visitor) => ask(visitor, petId), phone);
      await entry(page, 'Ada <i>Moreno</i>').getByText('May we visit?\nOn Saturday.').waitFor();
      await press(button(page, 'Open the navigation'));
      await navigation(page).getByText('1 open').waitFor();
      await page.keyboard.press('Escape');
      expect(await client.inquiries.count()).toBe(1);
      const reply = page.getByRole('link', { name: 'ada@example.org' });
      await expectSoon(() => reply.getAttribute('href')).toBe(
        'mailto:ada%40example.org?subject=Your%20question%20about%20Bella&body=Hello%20Ada%20%3Ci%3EMoreno%3C%2Fi%3E%2C%0D%0A%0D%0A%0D%0A%0D%0APetstore',
      );
      await entry(page, 'Ada').getByRole('link', { name: 'Bella' }).press('Enter');
      await page.waitForURL(`**/animals/${petId}`);
      await expectSoon(() => page.getByRole('link', { name: 'Page for visitors' }).getAttribute('href')).toMatch(
        new RegExp(`/adopt/${petId}$`),
      );

      const question = { email: 'ben@example.org', message: 'Is she house-trained?' };
      await client.inquiries.create({ petId, name: 'Ben Ode', ...question });
      await go(page, '/');
      await page.getByText('Ada <i>Moreno</i> has asked; nobody takes care of it yet').waitFor();
      await page.getByRole('link', { name: /to answer$/ }).press('Enter');
      await press(button(page, 'I take care of the inquiry of Ada <i>Moreno</i>'));
      await entry(page, 'Ada').getByText('under review', { exact: true }).first().waitFor();
      await page.getByLabel('Who takes care of it').first().selectOption('I do');
      await entry(page, 'Ben Ode').waitFor({ state: 'detached' });
      await press(button(page, 'Reserve for Ada <i>Moreno</i>'));
      await page.getByText('Bella is reserved until').waitFor();
      await entry(page, 'Ada').getByText('for Ada <i>Moreno</i> · until').waitFor();
      await expectAccessible(page, 'inquiry-reserved', '#content');
      await page.getByLabel('Who takes care of it').first().selectOption('anybody');
      // Who writes takes care of it.
      await entry(page, 'Ben Ode').getByRole('link', { name: 'ben@example.org' }).click();
      await entry(page, 'Ben Ode').getByText('under review', { exact: true }).first().waitFor();
      await entry(page, 'Ben Ode').getByLabel('Stage').selectOption('declined');
      await page.getByText('The inquiry of Ben Ode is declined.').waitFor();

      await go(page, '/orders');
      const reserved = entry(page, 'Bella').first();
      await reserved.getByText('for Ada <i>Moreno</i> · until').waitFor();
      await choose(page, 'More that can be done with the reservation of Bella', 'Reserve for a week more');
      await expectSoon(daysLeft).toBe(14);
      await choose(page, 'More that can be done with the reservation of Bella', 'Change the reservation');
      await dialog(page).getByLabel('Reference').fill('R-17');
      await press(button(page, 'Save'));
      await reserved.getByText('R-17').waitFor();

      await reserved.getByRole('link', { name: 'Bella' }).press('Enter');
      const call = page.getByRole('link', { name: '+1 512 555 0100' });
      await expectSoon(() => call.getAttribute('href')).toBe('tel:+15125550100');
      await choose(page, 'More that can be done', 'Adopt with date and fee');
      await dialog(page).getByLabel('Adoption fee').fill('80');
      // Who may change the shelter is asked for the currency instead.
      await dialog(page).getByText('Type its currency, too').waitFor();
      await dialog(page).getByLabel('Adoption fee').fill('80 EUR');
      await press(dialog(page).getByRole('button', { name: 'Adopt' }));
      await page.getByText('€80', { exact: true }).waitFor();
      await choose(page, 'More that can be done', 'Came back');
      await dialog(page).getByLabel('Why, if that is known').fill('The cat was jealous.');
      await press(button(page, 'Came back'));
      await button(page, 'Reserve').waitFor();
      await expectSoon(async () =>
        (await history(page).allTextContents()).map((text) => text.replace(/, \w{3} \d.*/, '')),
      ).toEqual([
        'Bella came back: The cat was jealous.by Kim',
        'The profile of Bella was changed: Adoption fee: – → €80by Kim',
        'Bella was adoptedby Kim',
        'The inquiry of Ada <i>Moreno</i> is closedby Kim',
        'The reservation of Bella was changedby Kim',
        'The inquiry of Ben Ode is declinedby Kim',
        'The inquiry of Ben Ode was worked onby Kim',
        'Bella was reserved for Ada <i>Moreno</i>by Kim',
        'The inquiry of Ada <i>Moreno</i> was worked onby Kim',
        'Ben Ode has askedby administrator',
        'Ada <i>Moreno</i> has askedon the public page',
        'Bella was addedby administrator',
      ]);

      await reserveUntil('Luna', 5_000);
      await reserveUntil('Milo', 3_600_000);
      await go(page, '/');
      const runsOut = page.getByRole('region', { name: 'What needs you' });
      await entry(page, 'for Friend of Milo').getByText('running out', { exact: true }).waitFor();
      await runsOut.getByRole('listitem').filter({ hasText: 'for Friend of Luna' }).getByText('ran out').waitFor();
    };
    await onPhone('/inquiries', use, kimsKey);
    expect(await orderNow()).toMatchObject({
      status: 'completed',
      contact: { name: 'Ada <i>Moreno</i>', phone: '+1 512 555 0100' },
      reference: 'R-17',
      returnReason: 'The cat was jealous.',
    });
  });
});
