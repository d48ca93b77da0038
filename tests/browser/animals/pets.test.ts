import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused, visit } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { until } from '../../support/until.ts';

const markup = '<img src=x onerror=alert(1)>';
const statuses = ['available', 'pending', 'sold'] as const;
const animals = 105;

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(7n, { name: 'Dogs' });
  await client.categories.put(8n, { name: 'Cats' });
  for (let number = 1; number <= animals; number++) {
    const name = `Animal ${number}`;
    const status = statuses[number % 3] ?? 'sold';
    await client.pets.create({ name, categoryId: number % 5 === 0 ? 7n : 99n, status });
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
const isAt = (page: Page, query: string) => page.waitForURL((url) => url.search === query);

describeConsole('the list of animals', { fill }, (service) => {
  const { inTab } = service;
  const onPage = inOneTab(service);

  test('shows fifty animals at a time, the newest first, with how many there are, and pages forward and back', async () => {
    await onPage('/animals', async (page) => {
      await animal(page, 57).waitFor();
      await page.getByText('106 animals', { exact: true }).waitFor();
      await expectSoon(() => animal(page, 56).count()).toBe(0);
      await next(page).click();
      await animal(page, 7).waitFor();
      await page.getByText('Page 2').waitFor();
      await expectSoon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Animals, page 2');
      await next(page).click();
      await animal(page, 1).waitFor();
      await expectSoon(() => next(page).isDisabled()).toBe(true);
      await back(page).click();
      await animal(page, 7).waitFor();
      await back(page).click();
      await animal(page, 57).waitFor();
      await isAt(page, '');
      await page.goBack();
      await animal(page, 7).waitFor();
    });
  });

  test('tells an animal from others in its row, reserves it by keys, and leads back to the list as it was', async () => {
    await onPage('/animals?status=available', async (page) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Bella' });
      await row.getByText('Siamese mix · female · Kennel 7').waitFor();
      await row.locator('[data-status=available]').waitFor();
      await row.getByText('today').waitFor();
      await expectAccessible(page, 'animals-rows');
      await page.keyboard.press('j');
      await untilFocused(page, 'Bella');
      await page.keyboard.press('j');
      await page.keyboard.press('k');
      await untilFocused(page, 'Bella');
      await page.keyboard.press('r');
      await page.getByText('Bella is reserved.').waitFor();
      await row.waitFor({ state: 'detached' });
      const [order] = await Array.fromAsync(service.client.orders.list({ status: 'placed' }));
      await service.client.orders.cancel(order?.id ?? 0n);
      // A press beside the name opens the animal, too.
      await row.click();
      await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
      await page.getByRole('link', { name: 'All animals' }).click();
      await isAt(page, '?status=available');
    });
  });

  test('finds animals in the header by beginnings, breeds, numbers and references, and pages by their names', async () => {
    await onPage('/keys', async (page) => {
      const search = page.getByRole('combobox', { name: 'Find an animal or a page' });
      const found = page.getByRole('option').first();
      await page.keyboard.press('/');
      await untilFocused(page, 'Find an animal or a page');
      for (const text of ['bel', 'siam', 'A740539', String(animals + 1)]) {
        await search.fill(text);
        await found.filter({ hasText: 'Bella' }).waitFor();
      }
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
      await page.keyboard.press('Control+K');
      await page.keyboard.type('webh');
      await found.filter({ hasText: 'Webhooks' }).click();
      await page.waitForURL('**/webhooks');
    });
  });

  test('keeps its filters and its page in the address, which can be shared', async () => {
    let shared = '';
    await onPage('/animals', async (page) => {
      await page.getByLabel('Status').selectOption('available');
      await isAt(page, '?status=available');
      await animal(page, 1).waitFor({ state: 'hidden' });
      await page.getByRole('combobox', { name: 'Category' }).fill('99');
      await page.keyboard.press('Enter');
      await isAt(page, '?status=available&category=99');
      await page.goBack();
      await isAt(page, '?status=available');
      await expectSoon(() => page.getByRole('combobox', { name: 'Category' }).inputValue()).toBe('');
      await page.goForward();
      await page.getByRole('button', { name: 'Show all' }).click();
      await isAt(page, '');
      await next(page).click();
      await animal(page, 7).waitFor();
      shared = page.url().slice(service.server.url.length);
    });
    await inTab(async (page) => {
      await visit(page, shared);
      await animal(page, 7).waitFor();
      await expectSoon(() => back(page).count()).toBe(0);
      await page.getByRole('button', { name: 'First page' }).click();
      await animal(page, 105).waitFor();
      await page.goto('/animals?status=sold&category=7');
      await animal(page, 5).waitFor();
      const category = () => page.getByRole('combobox', { name: 'Category' }).inputValue();
      await until('the name of the category', category, (value) => value === 'Dogs');
      await expectSoon(() => page.getByLabel('Status').inputValue()).toBe('sold');
      await expectSoon(() => page.getByRole('link', { name: /^Animal \d/ }).count()).toBe(7);
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
      const wanted = [49, 48, 47, 46, 45, 44, 43, 42, 41, 40, 4].map((number) => `Animal ${number}`);
      await expectSoon(names).toEqual(wanted);
      await page.getByText('11 animals', { exact: true }).waitFor();
      await page.getByLabel('Order').selectOption('oldest first');
      await isAt(page, '?q=4+anim&sort=id');
      await expectSoon(names).toEqual(wanted.toReversed());
      await search.fill('A740539');
      await page.getByRole('link', { name: 'Bella' }).waitFor();
      await search.fill('unicorn');
      await page.getByText('No matching animals').waitFor();
      await page.getByRole('button', { name: 'Show all', exact: true }).click();
      await isAt(page, '?sort=id');
      await expectSoon(() => search.inputValue()).toBe('');
    });
  });

  test('shows the first photo of each animal that has one', async () => {
    const { bytes } = drawAnimal(1, 64, 48);
    await service.client.photos.add(2n, new Blob([bytes], { type: 'image/png' }));
    await service.client.orders.place({ petId: 3n });
    await onPage('/animals?sort=id', async (page) => {
      await page.locator('picture img').first().waitFor();
      await expectSoon(() => page.locator('picture img').count()).toBe(1);
      await animal(page, 2).click();
      await page.getByRole('heading', { level: 1, name: 'Animal 2' }).waitFor();
      await page.locator('picture img').first().waitFor();
      await expectSoon(() => page.locator('picture img').count()).toBe(1);
    });
  });

  test('filters by a category that is chosen by name', async () => {
    await onPage('/animals', async (page) => {
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('option', { name: 'Dogs' }).click();
      await isAt(page, '?category=7');
      await animal(page, 45).waitFor();
      await page.getByRole('combobox', { name: 'Category' }).fill('unicorns');
      await page.keyboard.press('Tab');
      await page.getByText('Type a number, or choose a name.').waitFor();
      await isAt(page, '?category=7');
    });
  });

  test('ignores invalid filters and cursors in the address, and says so', async () => {
    await onPage('/animals?q=animal+20&status=lost&category=dogs&cursor=nonsense', async (page) => {
      await animal(page, 20).waitFor();
      await page.getByText('animals that are “lost”').waitFor();
      await page.getByText('the category “dogs”').waitFor();
      await page.getByText('That page no longer exists.').waitFor();
      expect(page.url()).not.toContain('cursor');
      await expectAccessible(page, 'animals-hints');
      await page.getByLabel('Status').selectOption('sold');
      await page.getByText('no longer exists').waitFor({ state: 'detached' });
      await isAt(page, '?q=animal+20&status=sold');
    });
  });

  test('shows a name with markup as text', async () => {
    const { id } = await service.client.pets.create({ name: markup, categoryId: 123n });
    await inTab(async (page) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await visit(page, '/animals?category=123');
      await page.getByRole('link', { name: markup }).click();
      await page.getByRole('heading', { level: 1, name: markup }).waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: `Remove ${markup}?` }).waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      expect(dialogs).toEqual([]);
    });
    await service.client.pets.remove(id);
  });

  test('shows no editing buttons to a key that may only read', async () => {
    const { secret } = await service.client.keys.create({ name: 'reader', role: 'reader' });
    await inTab(async (page) => {
      await visit(page, '/animals', secret);
      await animal(page, 105).hover();
      await expectSoon(() => buttons(page)).toEqual(['Back', 'Next']);
      await animal(page, 105).click();
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      await expectSoon(() => buttons(page)).toEqual([]);
    });
  });

  test('says when no animal matches the filters, and offers to show all', async () => {
    await onPage('/animals?status=sold&category=123', async (page) => {
      await page.getByRole('heading', { name: 'No matching animals' }).waitFor();
      await page.getByRole('button', { name: 'Show all animals' }).click();
      await animal(page, 105).waitFor();
    });
  });
});

/** The labels of the buttons in the content. */
async function buttons(page: Page): Promise<string[]> {
  return await page.locator('#content').getByRole('button').allInnerTexts();
}
