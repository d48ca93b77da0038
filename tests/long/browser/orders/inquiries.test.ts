import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../../../client/index.ts';
import { phone, untilFocused } from '../../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

/** The way of a message: from the form on the public page to those who answer it, and of the animal to its home. */
const entry = (page: Page, name: string) => page.locator('#content').getByRole('listitem').filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Places' });
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

  test('staff closes and erases inquiries, and reads why others were declined', async () => {
    const { id: petId } = await service.client.pets.create({ name: 'Rex', categoryId: 1n });
    const make = async (name: string) =>
      await service.client.inquiries.create({ petId, name, phone: '+1 (512) 555-0100', message: 'Hello' });
    const kept = await make('Kim');
    await make('Lou');
    const use = async (page: Page) => {
      await page.getByLabel('Find somebody').fill('kim');
      await entry(page, 'Lou').waitFor({ state: 'detached' });
      await entry(page, 'Kim').waitFor();
      await page.getByLabel('Find somebody').fill('');
      await entry(page, 'Lou').waitFor();
      await press(entry(page, 'Kim').getByRole('button', { name: 'Close the inquiry of Kim' }));
      await page.getByText('The inquiry of Kim is closed.').waitFor();
      await entry(page, 'Kim').waitFor({ state: 'detached' });
      await choose(page, 'More that can be done with the inquiry of Lou', 'Erase');
      await untilFocused(page, 'Keep it');
      await press(page.getByRole('button', { name: 'Erase it' }));
      await page.getByText('The inquiry of Lou was erased.').waitFor();
      await entry(page, 'Lou').waitFor({ state: 'detached' });
      await page.getByLabel('Status', { exact: true }).selectOption('closed');
      await entry(page, 'Hello').filter({ hasText: 'Kim' }).waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Close the inquiry of Kim' }).count()).toBe(0);
      await make('Max');
      await service.client.pets.update(petId, { status: 'sold' });
      await page.getByLabel('Status', { exact: true }).selectOption('declined');
      await entry(page, 'Max').getByText('The animal has found another home.').waitFor();
    };
    await onPhone('/inquiries', use, kimsKey);
    expect((await service.client.inquiries.get(kept.id)).status).toBe('closed');
    expect(await service.client.inquiries.count({ petId })).toBe(2);
  });

  test('a key without the scope has no page of inquiries', async () => {
    const { secret } = await service.client.keys.create({ name: 'editor', role: 'editor' });
    const use = async (page: Page) => {
      await heading(page, 'You have no access to this page').waitFor();
      await press(button(page, 'Open the navigation'));
      await navigation(page).getByRole('link', { name: 'Animals' }).waitFor();
      expect(await navigation(page).getByText('Inquiries').count()).toBe(0);
    };
    await onPhone('/inquiries', use, secret);
  });

  test('where an animal is and how long it is not public takes a press or two, and lists filter by both', async () => {
    const { id } = await service.client.pets.create({ name: 'Coco', categoryId: 1n });
    const profile = () => service.client.profiles.get(id);
    await onPhone(`/animals/${id}`, async (page) => {
      await page.getByLabel('Whereabouts').selectOption('in foster care');
      await page.getByText('Coco is in foster care.').waitFor();
      await press(button(page, 'Not public until …'));
      await dialog(page).getByLabel('Not public until').fill('2999-12-31');
      await dialog(page).getByLabel('Why').fill('Its owner may come.');
      await press(button(page, 'Do not show it'));
      await page.getByText('in foster care · not public until Dec 31, 2999').waitFor();
      await page.getByText('Its owner may come.', { exact: true }).waitFor();
      expect(await profile()).toEqual({
        whereabouts: 'foster',
        holdUntil: '2999-12-31',
        holdReason: 'Its owner may come.',
      });
      await go(page, '/animals');
      await page.getByLabel('Whereabouts').selectOption('in foster care');
      await page.getByText('1 animal', { exact: true }).waitFor();
      await entry(page, 'Coco')
        .getByText('in foster care · not public until Dec 31, 2999')
        .filter({ visible: true })
        .waitFor();
      await page.getByLabel('Not public', { exact: true }).selectOption('no');
      await heading(page, 'No matching animals').waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Coco' }).press('Enter');
      await press(button(page, 'Make public'));
      await page.getByText('Coco is public again.').waitFor();
      await page.getByLabel('Whereabouts').selectOption('at the shelter');
      await press(
        page.getByRole('alert').filter({ hasText: 'Coco is at the shelter.' }).getByRole('button', { name: 'Undo' }),
      );
      await page.getByText('It is as before.').waitFor();
    });
    expect(await profile()).toEqual({ whereabouts: 'foster' });
  });
});
