import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, setView, untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

/** Few are available, so that lists of them are short. */
const statusOf = (number: number) => (number % 15 === 0 ? 'available' : number % 2 === 0 ? 'pending' : 'sold');
const animals = 105;

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(7n, { name: 'Dogs' });
  await client.categories.put(8n, { name: 'Cats' });
  for (let number = 1; number <= animals; number++) {
    const name = `Animal ${number}`;
    await client.pets.create({ name, categoryId: number % 5 === 0 ? 7n : 99n, status: statusOf(number) });
  }
  await client.listings.create({
    name: 'Bella',
    categoryId: 8n,
    profile: { breed: 'Siamese mix', sex: 'female', location: 'Kennel 7', reference: 'A740539' },
  });
}

const animal = (page: Page, number: number) => page.getByRole('link', { name: new RegExp(`^Animal ${number}(?!\\d)`) });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const back = (page: Page) => page.getByRole('button', { name: 'Back' });
const dialogOf = (page: Page) => page.getByRole('dialog');
const isAt = (page: Page, query: string) => page.waitForURL((url) => url.search === query);

describeConsole('the list of animals', { fill, env: { PETSTORE_PUBLIC_PAGE: 'on' } }, (service) => {
  const onPage = inOneTab(service);

  test('begins with who is here, by arrival, and shows fifty of all animals at a time, with how many there are, page by page', async () => {
    await service.client.profiles.update(2n, { arrivedOn: '2026-01-05' });
    await onPage('/animals', async (page) => {
      await page.getByText('57 animals', { exact: true }).waitFor();
      const first = page.getByRole('main').getByRole('listitem').first();
      await first.getByText('Jan 5, 2026', { exact: true }).waitFor();
      await first.getByRole('link', { name: 'Animal 2' }).press('Enter');
      await page.getByText('since Jan 5, 2026').waitFor();
      await page.goBack();
      await service.client.profiles.update(2n, { arrivedOn: null });
      await page.getByLabel('Status').selectOption('all');
      await page.getByLabel('Sort by').selectOption('last added first');
      await animal(page, 57).waitFor();
      await page.getByText('106 animals', { exact: true }).waitFor();
      await expectSoon(() => animal(page, 56).count()).toBe(0);
      await next(page).click();
      await animal(page, 7).waitFor();
      await page.getByText('Page 2').waitFor();
      await expectSoon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Animals, page 2');
      // It begins below the header.
      await expectSoon(() => page.evaluate('scrollY < innerHeight')).toBe(true);
      await next(page).click();
      await animal(page, 1).waitFor();
      await expectSoon(() => next(page).isDisabled()).toBe(true);
      await back(page).click();
      await animal(page, 7).waitFor();
      await back(page).click();
      await animal(page, 57).waitFor();
      await isAt(page, '?sort=-id&status=all');
      await go(page, '/');
      const queue = page.getByRole('region', { name: 'What needs you' });
      await queue.getByText('Without photo, description, age', { exact: true }).first().waitFor();
      await queue.getByRole('link', { name: '57 not ready to be shown' }).press('Enter');
      await expectSoon(() => page.getByLabel('Without').inputValue()).toBe('photo,description,age');
      await isAt(page, '?status=here&held=false&missing=photo,description,age&sort=id');
      await page.getByText('57 animals', { exact: true }).waitFor();
    });
  });

  test('tells an animal from others in its row, reserves it by keys, and leads back to the list as it was', async () => {
    await onPage('/animals?sort=-id&status=available', async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Bella' });
      await row.getByText('Siamese mix · female · Kennel 7').waitFor();
      await row.locator('[data-status=available]').waitFor();
      await row.getByText('today').waitFor();
      await page.keyboard.press('j');
      await untilFocused(page, 'Bella');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await untilFocused(page, 'Bella');
      // What can be done is another script.
      await row.locator('[aria-keyshortcuts=r]').waitFor({ state: 'attached' });
      await page.keyboard.press('r');
      await page.getByText('Bella is reserved.').waitFor();
      await row.waitFor({ state: 'detached' });
      // The row that took its place.
      await untilFocused(page, 'Animal 105');
      const [order] = await Array.fromAsync(service.client.orders.list({ status: 'placed' }));
      await service.client.orders.cancel(order?.id ?? 0n);
      // A press beside the name opens the animal, too.
      await row.click();
      await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
      await page.getByRole('link', { name: 'All animals' }).press('Enter');
      await isAt(page, '?sort=-id&status=available');
      await row.getByRole('link', { name: 'Bella' }).press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
      await page.goBack();
      await untilFocused(page, 'Bella');
    });
  });

  test('finds animals while somebody types, and lists them in other orders', async () => {
    await onPage('/animals', async (page) => {
      const search = page.getByRole('searchbox', { name: 'Search' });
      await search.pressSequentially('4 anim ');
      await isAt(page, '?q=4+anim');
      await animal(page, 45).waitFor();
      await animal(page, 1).waitFor({ state: 'hidden' });
      await expectSoon(() => search.inputValue()).toBe('4 anim ');
      const names = () => page.getByRole('link', { name: /^Animal \d/ }).allTextContents();
      const wanted = [4, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49].map((number) => `Animal ${number}`);
      await expectSoon(names).toEqual(wanted);
      await page.getByText('11 animals', { exact: true }).waitFor();
      await page.getByLabel('Sort by').selectOption('last added first');
      await isAt(page, '?q=4+anim&sort=-id');
      await expectSoon(names).toEqual(wanted.toReversed());
      await search.fill('unicorn');
      await page.getByRole('heading', { name: 'No matching animals' }).waitFor();
      await page.getByRole('button', { name: 'Show all', exact: true }).waitFor();
      await press(page.getByRole('button', { name: 'Show all animals' }));
      await isAt(page, '?status=all');
      await expectSoon(() => search.inputValue()).toBe('');
      await animal(page, 1).waitFor();
      await setView(page, phone);
      await page.getByLabel('Status').waitFor({ state: 'detached' });
      await press(page.getByRole('button', { name: 'Filters', expanded: false }));
      await page.getByLabel('Status').selectOption('available');
      await page.getByRole('button', { name: 'Filters (1)', expanded: true }).waitFor();
    });
  });

  test('changes all that a filter leaves, repeats it for those alone that are refused, and adopts, takes back and exports them', async () => {
    const { client } = service;
    const held = await client.pets.create({ name: 'Held', categoryId: 8n });
    const order = await client.orders.place({ petId: held.id });
    await client.pets.create({ name: 'Gone', categoryId: 8n, status: 'sold' });
    await onPage('/animals?category=8&sort=-id', async (page) => {
      await page.getByText('3 animals', { exact: true }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await press(page.getByRole('button', { name: 'Make available' }));
      await press(dialogOf(page).getByRole('button', { name: 'Make available' }));
      await dialogOf(page).getByText('2 animals are available.').waitFor();
      const refused = dialogOf(page).getByRole('listitem');
      expect(await refused.allInnerTexts()).toEqual(['Held\nThis animal is reserved. End its reservation first.']);
      await client.orders.cancel(order.id);
      await press(dialogOf(page).getByRole('button', { name: 'Try again' }));
      await page.getByText('1 animal is available.').waitFor();
      await expectSoon(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
      expect(await client.pets.count({ categoryId: 8n, status: 'available' })).toBe(3);

      // Reserved ones are adopted by their reservation.
      const reservation = await client.orders.place({ petId: held.id });
      const selectAll = page.getByRole('checkbox', { name: 'Select all' });
      await page.getByText('reserved', { exact: true }).waitFor();
      await selectAll.check();
      await page.getByRole('button', { name: 'Adopt', exact: true }).waitFor();
      await expectAccessible(page, 'animals-selected', '.acts, main li:has(:checked)');
      await press(page.getByRole('button', { name: 'Adopt', exact: true }));
      await press(dialogOf(page).getByRole('button', { name: 'Adopt' }));
      const done = page.getByRole('alert').filter({ hasText: '3 animals were adopted.' });
      await done.waitFor();
      const completed = await Array.fromAsync(client.orders.list({ status: 'completed' }));
      expect(completed).toHaveLength(3);
      expect(completed.map(({ id }) => id)).toContain(reservation.id);
      await press(done.getByRole('button', { name: 'Undo' }));
      await page.getByText('It was undone for 3 animals.').waitFor();
      const hidden = async () => (await client.listings.list({ categoryId: 8n, onHold: true }).page()).items.length;
      await selectAll.check();
      await press(page.getByRole('button', { name: 'Not public until …' }));
      await dialogOf(page).getByLabel('Not public until').fill('2099-12-31');
      await press(dialogOf(page).getByRole('button', { name: 'Not public until …' }));
      await page.getByText('3 animals are not public until Dec 31, 2099.').waitFor();
      expect(await hidden()).toBe(3);
      await selectAll.check();
      await press(page.getByRole('button', { name: 'Make public' }));
      await press(dialogOf(page).getByRole('button', { name: 'Make public' }));
      await page.getByText('Done for 3 animals.').waitFor();
      expect(await hidden()).toBe(0);
      await selectAll.check();
      await press(page.getByRole('button', { name: 'Export' }));
      const download = page.waitForEvent('download');
      await press(dialogOf(page).getByRole('button', { name: 'Export' }));
      const [header, first] = (await Bun.file(await (await download).path()).text()).split('\n');
      expect(header).toStartWith('id,name,categoryId,status,description,species,breed');
      expect(first).toMatch(/^\d+,Gone,8,available,/);
    });
    expect((await client.orders.list({ status: 'completed' }).page()).items).toEqual([]);
  });
});
