import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone } from '../../support/browser/browser.ts';
import { describeConsole, withTab } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { until } from '../../support/until.ts';

const entry = (page: Page, name: string) => page.locator('#content').getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const history = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
/** Opens a menu and chooses an entry, once the dialog before has given the focus back. */
const choose = async (page: Page, menu: string, item: string) => {
  await dialog(page).waitFor({ state: 'detached' });
  await press(button(page, menu));
  await page.getByRole('menuitem', { name: item }).press('Enter');
};

describeConsole('from the first question to the home', { env: { PETSTORE_PUBLIC_PAGE: 'on' } }, (service) => {
  const onPhone = inOneTab(service, phone);
  /** The secret of a device of somebody new who works here. */
  const signIn = async (name: string) => {
    const { client, server } = service;
    const { id } = await client.people.create({ name, role: 'staff' });
    const [, secret = ''] = (await client.people.invite(id)).url.split('#sign-in=');
    const { people } = createClient({ baseUrl: server.url, apiKey: secret });
    return (await people.signIn({ device: 'Phone', isTrusted: true })).secret;
  };

  test('two ask, one is chosen on a phone, and each step says who took it', async () => {
    const { client, server } = service;
    const { id: petId } = await client.pets.create({ name: 'Bella', categoryId: 1n });
    await withTab(
      server,
      async (page) => {
        await page.goto(`/adopt/${petId}/inquiry`);
        const issuedAt = Number((await page.locator('[name=token]').getAttribute('value'))?.split('.')[0]);
        await page.getByLabel('Your name').fill('Ana Lima');
        await page.getByLabel('Telephone').fill('+1 512 555 0100');
        await page.getByLabel('Message').fill('May we visit Bella?');
        await until('the form to be old enough', Date.now, (now) => now - issuedAt > 2_100);
        await press(page.getByRole('button', { name: 'Send' }));
        await page.getByRole('heading', { name: 'Thank you for your message' }).waitFor();
      },
      { ...phone, javaScriptEnabled: false },
    );
    await client.inquiries.create({
      petId,
      name: 'Ben Ode',
      email: 'ben@example.org',
      message: 'Is she house-trained?',
    });
    const secret = await signIn('Kim');
    const reserveUntil = async (name: string, ms: number) => {
      const pet = await client.pets.create({ name, categoryId: 1n });
      const expiresAt = new Date(Date.now() + ms).toISOString();
      await client.orders.place({ petId: pet.id, expiresAt, contact: { name: `Friend of ${name}` } });
    };
    await reserveUntil('Luna', 5_000);
    await reserveUntil('Milo', 3_600_000);
    const orderNow = async () => (await client.orders.list({ petId }).page()).items[0];
    const daysLeft = async () =>
      Math.floor((Date.parse((await orderNow())?.expiresAt ?? '') - Date.now()) / 86_400_000);

    const use = async (page: Page) => {
      await page.getByText('Ana Lima has asked; nobody takes care of it yet').waitFor();
      await page.getByRole('link', { name: 'All inquiries' }).press('Enter');
      await press(button(page, 'I take care of the inquiry of Ana Lima'));
      await entry(page, 'Ana Lima').getByText('under review', { exact: true }).first().waitFor();
      await page.getByLabel('Who takes care of it').first().selectOption('I do');
      await entry(page, 'Ben Ode').waitFor({ state: 'detached' });
      await press(button(page, 'Reserve for Ana Lima'));
      await page.getByText('Bella is reserved until').waitFor();
      await entry(page, 'Ana Lima').getByText('for Ana Lima · until').waitFor();
      await expectAccessible(page, 'inquiry-reserved');
      await page.getByLabel('Who takes care of it').first().selectOption('anybody');
      await entry(page, 'Ben Ode').getByLabel('How far it is').selectOption('declined');
      await page.getByText('The inquiry of Ben Ode is declined.').waitFor();

      await go(page, '/orders');
      const reserved = entry(page, 'Bella').first();
      await reserved.getByText('for Ana Lima · until').waitFor();
      await choose(page, 'More that can be done with the reservation of Bella', 'Reserve for a week more');
      await expectSoon(daysLeft).toBe(14);
      await choose(page, 'More that can be done with the reservation of Bella', 'Change the reservation');
      await dialog(page).getByLabel('Your number for it').fill('R-17');
      await expectAccessible(page, 'reservation-change');
      await press(button(page, 'Save'));
      await reserved.getByText('R-17').waitFor();

      await reserved.getByRole('link', { name: 'Bella' }).press('Enter');
      await page.getByRole('link', { name: '+1 512 555 0100' }).waitFor();
      await expectAccessible(page, 'animal-reserved');
      await choose(page, 'More that can be done', 'Adopt with date and fee');
      await dialog(page).getByLabel('Adoption fee').fill('80 EUR');
      await expectAccessible(page, 'animal-adopt');
      await press(dialog(page).getByRole('button', { name: 'Adopt' }));
      await page.getByText('€80').waitFor();
      await choose(page, 'More that can be done', 'Came back');
      await dialog(page).getByLabel('Why, if that is known').fill('The cat was jealous.');
      await press(button(page, 'Came back'));
      await button(page, 'Reserve').waitFor();
      await expectSoon(async () =>
        (await history(page).allTextContents()).map((text) => text.replace(/, \w{3} \d.*/, '')),
      ).toEqual([
        'Bella came back: The cat was jealous.by Kim',
        'The profile of Bella was changedby Kim',
        'Bella was adoptedby Kim',
        'The inquiry of Ana Lima is closedby Kim',
        'The reservation of Bella was changedby Kim',
        'The inquiry of Ben Ode is declinedby Kim',
        'Bella was reserved for Ana Limaby Kim',
        'The inquiry of Ana Lima was worked onby Kim',
        'Ben Ode has askedby administrator',
        'Ana Lima has askedon the public page',
        'Bella was addedby administrator',
      ]);

      await go(page, '/');
      const runsOut = page.getByRole('region', { name: 'Reservations that run out' });
      await entry(page, 'for Friend of Milo').getByText('reserved', { exact: true }).waitFor();
      await runsOut.getByRole('listitem').filter({ hasText: 'for Friend of Luna' }).getByText('ran out').waitFor();
      await expectAccessible(page, 'today-runs-out');
    };
    await onPhone('/', use, secret);
    expect(await orderNow()).toMatchObject({
      status: 'completed',
      contact: { name: 'Ana Lima', phone: '+1 512 555 0100' },
      reference: 'R-17',
      returnReason: 'The cat was jealous.',
    });
  });

  test('where an animal is and how long it is not public takes a press or two, and lists filter by both', async () => {
    const { id } = await service.client.pets.create({ name: 'Coco', categoryId: 1n });
    const profile = () => service.client.profiles.get(id);
    await onPhone(`/animals/${id}`, async (page) => {
      await page.getByLabel('Where it is').selectOption('in foster care');
      await page.getByText('Coco is in foster care.').waitFor();
      await press(button(page, 'Not public until …'));
      await dialog(page).getByLabel('Not public until').fill('2999-12-31');
      await dialog(page).getByLabel('Why').fill('Its owner may come.');
      await expectAccessible(page, 'animal-hold');
      await press(button(page, 'Do not show it'));
      await page.getByText('in foster care · not public until Dec 31, 2999').waitFor();
      await page.getByText('Its owner may come.', { exact: true }).waitFor();
      expect(await profile()).toEqual({
        whereabouts: 'foster',
        holdUntil: '2999-12-31',
        holdReason: 'Its owner may come.',
      });
      await go(page, '/animals');
      await page.getByLabel('Where it is').selectOption('in foster care');
      await page.getByText('1 animal', { exact: true }).waitFor();
      await entry(page, 'Coco').getByText('in foster care · not public until Dec 31, 2999').waitFor();
      await page.getByLabel('Not public', { exact: true }).selectOption('no');
      await page.getByRole('heading', { name: 'No matching animals' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Coco' }).press('Enter');
      await press(button(page, 'Show it again'));
      await page.getByText('Coco is public again.').waitFor();
      await page.getByLabel('Where it is').selectOption('at the shelter');
      await press(
        page.getByRole('alert').filter({ hasText: 'Coco is at the shelter.' }).getByRole('button', { name: 'Undo' }),
      );
      await page.getByText('It is as before.').waitFor();
    });
    expect(await profile()).toEqual({ whereabouts: 'foster' });
  });
});
