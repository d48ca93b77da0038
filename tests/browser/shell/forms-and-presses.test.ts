import { expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import type { Pet } from '../../../client/index.ts';
import { untilFocused } from '../../support/browser/browser.ts';
import { dialog, goTo } from '../../support/browser/console-keys.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const adopted = (page: Page, name: string) => page.getByRole('button', { name: `Adopted: ${name}` });

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const categoryField = (page: Page) => dialog(page).getByRole('combobox', { name: 'Category' });
/** The session storage of the tab, without the key. */
const kept = (page: Page) =>
  page.evaluate<Record<string, string>>(
    `Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name !== 'petstore-key'))`,
  );

describeConsole('forms and presses', {}, (service) => {
  const add = (name: string, status: Pet['status'] = 'available') =>
    service.client.pets.create({ name, categoryId: 1n, ...(status && { status }) });
  const orderOf = async (name: string) => (await service.client.orders.place({ petId: (await add(name)).id })).id;
  /** Method and path of each request from now on that is not a GET. */
  const noteChanges = (page: Page) => {
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    return changes;
  };

  const onPage = inOneTab(service);

  test('a draft is restored on return and after a reload, and deleted when it is saved', async () => {
    await onPage('/animals', async (page) => {
      await goTo(page, 'Reservations');
      await goTo(page, 'Animals');
      await press(page.getByRole('button', { name: 'Add an animal' }));
      await nameField(page).fill('Bella, who likes children');
      await categoryField(page).fill('12');
      await dialog(page).getByLabel('Status').selectOption('pending');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Reservations' }).waitFor();
      await expectSoon(() => dialog(page).count()).toBe(0);
      await page.goForward();
      await dialog(page).getByText('This is an unsaved draft').waitFor();
      await expectSoon(() => nameField(page).inputValue()).toBe('Bella, who likes children');
      await expectSoon(() => categoryField(page).inputValue()).toBe('12');
      await page.reload();
      await expectSoon(() => dialog(page).getByLabel('Status').inputValue()).toBe('pending');
      await press(page.getByRole('button', { name: 'Add the animal' }));
      await page.getByText('was added.').waitFor();
      await expectSoon(() => kept(page)).toEqual({});
      await page.getByRole('link', { name: 'Bella, who likes children' }).first().waitFor();
      await expectSoon(() => dialog(page).count()).toBe(0);
    });
    const [pet] = (await service.client.pets.list({ q: 'likes children' }).page()).items;
    expect(pet).toMatchObject({ name: 'Bella, who likes children', categoryId: 12n, status: 'pending' });
  });

  test('a browser that goes offline shows a notice before any request fails, and updates when it is online again', async () => {
    await service.client.pets.create({ name: 'Emma', categoryId: 3n });
    await onPage('/animals', async (page) => {
      await page.getByRole('link', { name: 'Emma' }).waitFor();
      const online = Promise.withResolvers<void>();
      // The notice does not depend on a failed request: none of them ends.
      await page.route('**/v1/**', async (route) => {
        await online.promise;
        await route.continue();
      });
      await goTo(page, 'Categories');
      await page.locator('.mantine-Skeleton-root').first().waitFor();
      // It does not pulse for those who want less motion.
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      await goTo(page, 'Animals');
      const late = Promise.withResolvers<void>();
      const answerLate = async (route: Route) => {
        await late.promise;
        await route.fulfill({ json: [] });
      };
      const filtered = '**/v1/listings?*status=available*';
      await page.route(filtered, answerLate, { times: 1 });
      const asked = page.waitForRequest(filtered);
      await page.getByLabel('Status').selectOption('available');
      await asked;
      await page.context().setOffline(true);
      const banner = page.getByRole('alert').filter({ hasText: 'You are offline' });
      await banner.waitFor();
      // What was on its way by then says nothing about the connection.
      late.resolve();
      await page.getByText('No matching animals').waitFor();
      expect(await banner.isVisible()).toBe(true);
      await service.client.pets.create({ name: 'Oskar', categoryId: 3n });
      await page.context().setOffline(false);
      online.resolve();
      await banner.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Oskar' }).waitFor();
    });
  });

  test('two presses at the same moment send one request', async () => {
    const order = await orderOf('Coco');
    const pet = await add('Milo', 'pending');
    await onPage('/orders', async (page) => {
      await adopted(page, 'Coco').waitFor();
      const changes = noteChanges(page);
      await pressTwice(page, 'Adopted: Coco');
      // The row stays; the message goes away by itself.
      await page.getByRole('listitem').filter({ hasText: 'Coco' }).getByText('completed', { exact: true }).waitFor();
      expect(changes).toEqual([`POST /v1/store/orders/${order}/complete`]);
      changes.length = 0;
      await goTo(page, 'Animals');
      await page.getByRole('link', { name: pet.name }).click();
      await page.getByRole('button', { name: 'Make available', exact: true }).waitFor();
      await pressTwice(page, 'Make available');
      await page.getByText('Milo is available.').waitFor();
      expect(changes).toEqual([`PATCH /v1/pets/${pet.id}`]);
      changes.length = 0;
      await goTo(page, 'Reservations');
      await page.getByRole('button', { name: 'Reserve an animal' }).click();
      await add('Tom');
      await page.getByRole('combobox', { name: 'Animal', exact: true }).fill('tom');
      await page.getByRole('option', { name: 'Tom' }).click();
      await pressTwice(page, 'Reserve it');
      await page.getByText('is reserved').waitFor();
      expect(changes).toEqual(['POST /v1/store/orders']);
      changes.length = 0;
      await goTo(page, 'Animals');
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Mia');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).fill('1');
      await pressTwice(page, 'Add the animal');
      await page.getByText('was added.').waitFor();
      expect(changes).toEqual(['POST /v1/listings']);
      await expectSoon(() => page.getByText('This did not work').or(page.getByText('did not become')).count()).toBe(0);
    });
  });

  test('Ctrl-Z takes back what a key has done, Undo waits while it has the focus, and single keys can be switched off', async () => {
    const { id } = await add('Zora');
    const status = async () => (await service.client.pets.get(id)).status;
    await onPage('/animals?q=zora', async (page) => {
      // The messages that go by themselves.
      await page.evaluate(`{
        const { setTimeout: set, clearTimeout: clear } = window;
        window.passing = new Set();
        window.setTimeout = (run, ms, ...others) => {
          const id = set((...values) => { window.passing.delete(id); run(...values); }, ms, ...others);
          if (ms === 10_000) window.passing.add(id);
          return id;
        };
        window.clearTimeout = (id) => { window.passing.delete(id); clear(id); };
      }`);
      const passing = () => page.evaluate<number>('window.passing.size');
      const zora = page.getByRole('link', { name: 'Zora' });
      await zora.focus();
      await page.getByRole('button', { name: 'Adopt Zora' }).waitFor();
      await page.keyboard.press('a');
      await page.getByText('Zora was adopted.').waitFor();
      await page.keyboard.press('Control+z');
      await page.getByText('Zora is available.').waitFor();
      expect(await status()).toBe('available');

      await page.getByRole('button', { name: 'Reserve Zora' }).waitFor();
      await zora.focus();
      await page.keyboard.press('r');
      await page.getByText('Zora is reserved.').waitFor();
      // A request for news may be limited to as long, and ends by itself.
      await expectSoon(async () => (await passing()) > 0).toBe(true);
      await page.getByRole('button', { name: 'Undo', exact: true }).focus();
      await expectSoon(passing).toBe(0);
      await page.keyboard.press('Enter');
      await page.getByText('Zora is available again.').waitFor();
      await untilFocused(page, 'Zora');

      await press(page.getByRole('button', { name: 'Shortcuts on' }));
      await zora.focus();
      await page.keyboard.press('a');
      await page.keyboard.press('/');
      await untilFocused(page, 'Zora');
      expect(await status()).toBe('available');
      await press(page.getByRole('button', { name: 'Shortcuts off' }));
      await page.keyboard.press('/');
      await untilFocused(page, 'role="combobox"');
    });
  });
});

/** Clicks a button twice from a script, before the page can render the first click. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await page.evaluate(`{
    const named = [...document.querySelectorAll('button')];
    const button = named.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === ${JSON.stringify(name)});
    button.click();
    button.click();
  }`);
}
