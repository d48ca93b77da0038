import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { signIn, untilFocused } from '../../../support/browser/browser.ts';
import { dialog, goTo, makeKey, opens } from '../../../support/browser/console-keys.ts';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { until } from '../../../support/until.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const categoryField = (page: Page) => dialog(page).getByRole('combobox', { name: 'Category' });
/** The session storage of the tab, without the key. */
const kept = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name !== 'petstore-key'))`,
  );

describeConsole('the draft of a form', { env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
  const onPage = inOneTab(service);
  const revoke = async ({ id, secret }: { id: number; secret: string }) => {
    await service.client.keys.revoke(BigInt(id));
    await until(
      'the key to be refused',
      () => opens(service.server, secret),
      (status) => status === 401,
    );
  };

  test('is deleted by cancelling and by signing out, but not by Escape or the revocation of the key: the next sign-in returns to it', async () => {
    const key = await makeKey(service.server, { role: 'editor' });
    await onPage('/animals', async (page) => {
      const open = page.getByRole('button', { name: 'Add an animal' });
      for (const giveUp of [
        () => page.getByRole('button', { name: 'Cancel' }).click(),
        () =>
          nameField(page)
            .fill('')
            .then(() => page.goBack())
            .then(() => page.goForward()),
      ]) {
        await open.click();
        await expectSoon(() => nameField(page).inputValue()).toBe('');
        await nameField(page).fill('Rex');
        expect(await kept(page)).not.toEqual({});
        await giveUp();
        await open.waitFor();
        await dialog(page).waitFor({ state: 'detached' });
        await expectSoon(() => kept(page)).toEqual({});
      }
      await open.click();
      await nameField(page).fill('Rex');
      await page.keyboard.press('Escape');
      await goTo(page, 'Reservations');
      await goTo(page, 'Animals');
      await untilFocused(page, 'content');
      await expectSoon(() => dialog(page).count()).toBe(0);
      await open.click();
      await dialog(page).getByText('This is an unsaved draft').waitFor();
      expect(await nameField(page).inputValue()).toBe('Rex');
      // It is open again, although nothing was typed since.
      await page.reload();
      await expectSoon(() => nameField(page).inputValue()).toBe('Rex');
      await go(page, '/orders');
      await press(page.getByRole('button', { name: 'Sign out' }));
      await page.getByLabel('API key').waitFor();
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);

      await signIn(page, key.secret);
      await goTo(page, 'Animals');
      await press(open);
      await nameField(page).fill('Luna');
      await categoryField(page).fill('7');
      // The event stream of the page ends when its key is revoked.
      await revoke(key);
      await page.getByRole('alert').filter({ hasText: 'This API key has been revoked.' }).waitFor();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(JSON.stringify(await page.evaluate('({ ...sessionStorage })'))).not.toContain(key.secret);
      await signIn(page);
      await dialog(page, 'Add an animal').waitFor();
      await untilFocused(page, 'value="Luna"');
      await expectSoon(() => categoryField(page).inputValue()).toBe('7');
      await press(page.getByRole('button', { name: 'Add the animal' }));
      await page.getByRole('alert').getByRole('link', { name: 'Luna' }).waitFor();
    });
  });

  test('leaves what others have changed in a reservation and in a person, and gives back no role that was taken away', async () => {
    const { people, orders, pets } = service.client;
    const { id: petId } = await pets.create({ name: 'Nala', categoryId: 1n });
    const order = await orders.place({ petId, contact: { name: 'Ana Lima', phone: '111' } });
    const ben = await people.create({ name: 'Ben', role: 'admin' });
    const change = async (page: Page) => {
      await press(page.getByRole('button', { name: 'More that can be done with the reservation of Nala' }));
      await page.getByRole('menuitem', { name: 'Change the reservation' }).press('Enter');
      await dialog(page).waitFor();
    };
    /** Leaves the form, and returns to it after somebody else has changed something. */
    const comeBack = async (page: Page, meanwhile: () => Promise<unknown>, open: () => Promise<unknown>) => {
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await meanwhile();
      await page.reload();
      await open();
      await dialog(page).getByText('This is an unsaved draft').waitFor();
      await press(page.getByRole('button', { name: 'Save' }));
      await dialog(page).waitFor({ state: 'detached' });
      await expectSoon(() => kept(page)).toEqual({});
    };
    await onPage('/orders', async (page) => {
      await change(page);
      await dialog(page).getByLabel('Note').fill('Comes on Sunday.');
      const theirs = { name: 'Ana Lima', phone: '222' };
      await comeBack(
        page,
        () => orders.update(order.id, { contact: theirs }),
        () => change(page),
      );
      expect(await orders.get(order.id)).toMatchObject({ note: 'Comes on Sunday.', contact: theirs });
      await orders.cancel(order.id);

      await goTo(page, 'People');
      const changeBen = () => press(page.getByRole('button', { name: 'Change Ben' }));
      await changeBen();
      await nameField(page).fill('Ben Okafor');
      const reader = { role: 'reader', email: 'ben@example.com' } as const;
      await comeBack(page, () => people.update(ben.id, reader), changeBen);
      expect(await people.get(ben.id)).toMatchObject({ ...reader, name: 'Ben Okafor' });
    });
  });

  test('is stored for an order and a key, but not for a webhook address, which may contain a secret', async () => {
    await service.client.pets.create({ name: 'Drafty', categoryId: 1n });
    await onPage('/orders', async (page) => {
      await press(page.getByRole('button', { name: 'Reserve an animal' }));
      await page.getByRole('combobox', { name: 'Animal', exact: true }).fill('drafty');
      await page.getByRole('option', { name: 'Drafty' }).click();
      // What is asked next has the focus.
      await page.keyboard.type('Kim');
      await expectSoon(() => page.getByLabel('For whom').inputValue()).toBe('Kim');
      await go(page, '/keys');
      await dialog(page).waitFor({ state: 'detached' });
      await page.goBack();
      await dialog(page).getByText('Drafty', { exact: true }).waitFor();
      await press(page.getByRole('button', { name: 'Cancel' }));

      await goTo(page, 'Keys');
      await press(page.getByRole('button', { name: 'New key' }));
      await page.getByLabel('Name').fill('web site');
      await page.getByRole('radio', { name: 'My own choice' }).check();
      await page.getByLabel('See animals').check();
      await page.getByLabel('See reservations').check();
      await page.getByLabel('Expires').selectOption('In 90 days');
      await page.reload();
      await dialog(page, 'New key').waitFor();
      await expectSoon(() => page.getByLabel('Name').inputValue()).toBe('web site');
      await expectSoon(() => page.getByLabel('See reservations').isChecked()).toBe(true);
      await expectSoon(() => page.getByLabel('Change reservations').isChecked()).toBe(false);
      await expectSoon(() => page.getByLabel('Expires').inputValue()).toBe('90');
      await press(page.getByRole('button', { name: 'Create the key' }));
      await dialog(page, 'web site').waitFor();
      await expectSoon(() => kept(page)).toEqual({});
      await press(page.getByRole('button', { name: 'I have saved it' }));

      await goTo(page, 'Webhooks');
      await press(page.getByRole('button', { name: 'Add a webhook' }));
      await page.getByLabel('Address').fill('http://127.0.0.1:1/hook/with-a-secret-in-it');
      await expectSoon(() => kept(page)).toEqual({});
    });
    const made = (await Array.fromAsync(service.client.keys.list())).find(({ name }) => name === 'web site');
    expect(made?.scopes).toEqual(['pets:read', 'orders:read']);
  });
});
