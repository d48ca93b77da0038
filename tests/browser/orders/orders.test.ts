import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../../client/index.ts';
import { untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
const adopted = (page: Page, name: string) => page.getByRole('button', { name: `Adopted: ${name}` });
const cancel = (page: Page, name: string) => page.getByRole('button', { name: `Cancel the reservation of ${name}` });
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Reserve an animal' });
const picker = (page: Page) => page.getByRole('combobox', { name: 'Animal', exact: true });
/** Chooses the first animal that is found by a text. */
const chooseAnimal = async (page: Page, text: string, name: string) => {
  await picker(page).fill(text);
  await page.getByRole('option').filter({ hasText: name }).first().click();
};
const submit = (page: Page) => page.getByRole('button', { name: 'Reserve it' });

/** The secret of a new key with these scopes. */
const keyWith = async ({ client }: TestConsole, ...scopes: Scope[]) =>
  (await client.keys.create({ name: 'made', scopes })).secret;
/** That of a key that may not read events, so that its page does not update. */
let deafKey: string;

async function fill(service: TestConsole): Promise<void> {
  deafKey = await keyWith(service, 'pets:read', 'pets:write', 'orders:read', 'orders:write');
}

describeConsole('reservations', { fill }, (service) => {
  const onPage = inOneTab(service);
  const order = async (name: string) => {
    const pet = await service.client.pets.create({ name, categoryId: 1n });
    return { pet, order: await service.client.orders.place({ petId: pet.id }) };
  };
  const statusOf = async (id: bigint) => (await service.client.orders.get(id)).status;

  test('completes and cancels orders with one press each, takes it back with another, and keeps them in the list', async () => {
    await onPage('/orders', async (page) => {
      await page.getByRole('heading', { name: 'No reservation is open' }).waitFor();
      await press(page.getByRole('button', { name: 'Show all reservations' }));
      await page.getByRole('heading', { name: 'There are no reservations yet' }).waitFor();
      await page.getByLabel('Status').selectOption('open');
      const one = await order('Rex');
      const other = await order('Nora');
      await press(adopted(page, 'Rex'));
      await page.getByText('Rex was adopted.').waitFor();
      await row(page, 'Rex').getByText('completed', { exact: true }).waitFor();
      await untilFocused(page, 'Undo: reserve again Rex');
      await page.keyboard.press('Enter');
      await page.getByText('Rex is reserved again.').waitFor();
      await untilFocused(page, 'Adopted: Rex');
      // Held down, so that it repeats.
      for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await row(page, 'Rex').getByText('completed', { exact: true }).waitFor();
      await press(cancel(page, 'Nora'));
      await row(page, 'Nora').getByText('cancelled', { exact: true }).waitFor();
      await expectSoon(() => statusOf(other.order.id)).toEqual('cancelled');
      const message = page.getByRole('alert').filter({ hasText: 'Nora is available again.' });
      await press(message.getByRole('button', { name: 'Undo' }));
      await page.getByText('Nora is reserved again.').waitFor();
      await expectSoon(() => statusOf(other.order.id)).toEqual('placed');
      await page.getByLabel('Status').selectOption('completed');
      await page.waitForURL('**/orders?status=completed');
      await row(page, 'Nora').waitFor({ state: 'detached' });
      await row(page, 'Rex').waitFor();
      await service.client.pets.update(one.pet.id, { status: 'available' });
      await expectSoon(() => row(page, 'Rex').getByRole('button').allTextContents()).toEqual(['•••']);
      await page.getByLabel('Status').selectOption('all');
      await page.getByRole('link', { name: 'Nora' }).press('Enter');
      await page.waitForURL(`**/animals/${other.pet.id}`);
      await page.goBack();
      await page.waitForURL('**/orders?status=all');
      expect([await statusOf(one.order.id), await statusOf(other.order.id)]).toEqual(['completed', 'placed']);
    });
  });

  test('reserves an animal that is found by name or number, and shows the reason when it cannot, until another is chosen', async () => {
    const pet = await service.client.pets.create({ name: 'Luna', categoryId: 1n });
    for (const name of ['Mia', 'Eva']) await service.client.pets.create({ name, categoryId: 1n });
    await service.client.pets.create({ name: 'Luna', categoryId: 1n, status: 'sold' });
    const use = async (page: Page) => {
      await placeOrder(page).click();
      await press(submit(page));
      await page.getByText('Choose an animal first.').waitFor();
      await expectSoon(() => picker(page).getAttribute('aria-invalid')).toBe('true');
      await picker(page).fill('unicorn');
      await page.getByText('Nothing found').waitFor();
      await picker(page).fill('luna');
      const found = page.getByRole('listbox').getByRole('option');
      await found.filter({ hasText: 'Luna' }).getByText('available').waitFor();
      // Those that have left cannot be reserved.
      expect(await found.count()).toBe(1);
      await chooseAnimal(page, String(pet.id), 'Luna');
      const chosen = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Luna' });
      await chosen.locator('[data-status=available]').waitFor();
      // What is typed next is for whom.
      await page.locator('input:focus').and(page.getByLabel('For whom')).waitFor();
      await page.keyboard.type('Anna');
      expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0);
      await page.getByLabel('E-mail address').fill('anna@');
      await press(submit(page));
      await page.getByText('Must be an e-mail address').waitFor();
      await untilFocused(page, 'type="email"');
      for (const field of ['For whom', 'E-mail address']) await page.getByLabel(field).fill('');
      const faster = await service.client.orders.place({ petId: pet.id });
      await press(submit(page));
      const fault = page.getByText('not available any more');
      await fault.waitFor();
      await chooseAnimal(page, 'mia', 'Mia');
      await expectSoon(() => fault.count()).toBe(0);
      expect(await picker(page).getAttribute('aria-invalid')).not.toBe('true');
      await page.route('**/v1/store/orders', (route) => route.abort(), { times: 1 });
      await press(submit(page));
      const failure = page.getByRole('dialog').getByRole('alert');
      await failure.filter({ hasText: 'The server did not answer' }).waitFor();
      await chooseAnimal(page, 'eva', 'Eva');
      await failure.waitFor({ state: 'detached' });
      await service.client.orders.cancel(faster.id);
      await chooseAnimal(page, 'luna', 'Luna');
      await press(submit(page));
      await page.getByText('Luna is reserved.').waitFor();
      await page.getByRole('link', { name: 'Luna' }).waitFor();
      await untilFocused(page, '>Reserve an animal');
    };
    await onPage('/orders', use, deafKey);
    expect(await service.client.orders.count({ petId: pet.id })).toBe(2);
  });
});
