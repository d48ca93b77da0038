import { expect, test } from 'bun:test';
import type { Page, Route } from 'playwright-core';
import { expectAccessible } from '../../../support/browser/accessibility.ts';
import { untilFocused } from '../../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { drawAnimal } from '../../../support/data/picture.ts';
import { readCode } from '../../../support/data/qr-code.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { until } from '../../../support/until.ts';

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

  test('a row that is pointed at stays in its place when another comes above it', async () => {
    await onPage('/animals?sort=-id', async (page) => {
      const row = page.getByRole('listitem').filter({ has: animal(page, 105) });
      await row.hover();
      const topOf = async () => (await row.boundingBox())?.y;
      const before = await topOf();
      const added = await service.client.pets.create({ name: 'Newcomer', categoryId: 99n });
      await page.getByRole('link', { name: 'Newcomer' }).waitFor({ state: 'attached' });
      expect(await topOf()).toBe(before);
      await service.client.pets.remove(added.id);
    });
  });

  test('keeps its filters and its page in the address, which can be shared', async () => {
    await onPage('/animals?category=8&sort=id', async (page) => {
      await page.getByRole('link', { name: 'Bella' }).waitFor();
      await page.getByLabel('Status').selectOption('available');
      await isAt(page, '?sort=id&status=available&category=8');
      await page.getByLabel('Category').selectOption('Dogs');
      await isAt(page, '?sort=id&status=available&category=7');
      await page.goBack();
      await isAt(page, '?sort=id&status=available&category=8');
      await expectSoon(() => page.getByLabel('Category').locator('option:checked').textContent()).toBe('Cats');
      await page.goForward();
      await animal(page, 15).waitFor();
      await press(page.getByRole('button', { name: 'Show all' }));
      await isAt(page, '?sort=id&status=all');
      await next(page).click();
      await animal(page, 51).waitFor();
      const { pathname, search } = new URL(page.url());
      await go(page, '/categories');
      await go(page, `${pathname}${search}`);
      await animal(page, 51).waitFor();
      await expectSoon(() => back(page).count()).toBe(0);
      await press(page.getByRole('button', { name: 'First page' }));
      await animal(page, 1).waitFor();
      await go(page, '/animals?status=sold&category=7');
      await animal(page, 5).waitFor();
      await expectSoon(() => page.getByLabel('Category').locator('option:checked').textContent()).toBe('Dogs');
      await expectSoon(() => page.getByLabel('Status').inputValue()).toBe('sold');
      await expectSoon(() => page.getByRole('link', { name: /^Animal \d/ }).count()).toBe(7);
    });
  });

  test('ignores invalid filters and cursors in the address, and says so', async () => {
    await onPage('/animals?q=animal+20&status=lost&category=dogs&cursor=nonsense', async (page) => {
      await animal(page, 20).waitFor();
      await page.getByText('animals that are “lost”').waitFor();
      await page.getByText('the category “dogs”').waitFor();
      await page.getByText('That page no longer exists.').waitFor();
      expect(page.url()).not.toContain('cursor');
      await page.getByLabel('Status').selectOption('sold');
      await page.getByText('no longer exists').waitFor({ state: 'detached' });
      await isAt(page, '?q=animal+20&status=sold');
    });
  });

  test('shows no editing buttons to a key that may only read', async () => {
    const { secret } = await service.client.keys.create({ name: 'reader', role: 'reader' });
    const use = async (page: Page) => {
      await animal(page, 105).hover();
      await expectSoon(() => buttons(page)).toEqual(['Show all', 'Print']);
      await animal(page, 105).click();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      await expectSoon(() => buttons(page)).toEqual(['•••']);
      await press(page.getByRole('button', { name: 'More that can be done' }));
      await expectSoon(() => page.getByRole('menuitem').allTextContents()).toEqual(['Print']);
    };
    await onPage('/animals?sort=-id&status=available', use, secret);
  });

  test('shows the categories by use, adds one, renames one unless somebody else has, and merges one', async () => {
    const { categories } = service.client;
    await onPage('/categories', async (page) => {
      const rows = () => page.getByRole('row').getByRole('link').allInnerTexts();
      await expectSoon(rows).toEqual(['without a name (99)', 'Dogs', 'Cats']);
      const save = async (button: string, name: string) => {
        await dialogOf(page).waitFor({ state: 'detached' });
        await press(page.getByRole('button', { name: button }));
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await page.keyboard.press('Enter');
      };
      await save('Name the category 99', 'Birds');
      await page.getByText('Saved: Birds').waitFor();
      await save('Add a category', 'dogs');
      await page.getByText('Another category has this name.').waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Fish');
      await page.keyboard.press('Enter');
      await expectSoon(rows).toEqual(['Birds', 'Dogs', 'Cats', 'Fish']);
      const rename = async (route: Route) => {
        await categories.put(8n, { name: 'Big cats' });
        await route.continue();
      };
      await page.route('**/v1/categories/8', rename, { times: 1 });
      await save('Rename Cats', 'Felines');
      await page.getByText('Somebody else has named it meanwhile.').waitFor();
      await page.keyboard.press('Escape');
      await press(page.getByRole('button', { name: 'More about Birds' }));
      expect(await page.getByRole('menuitem', { name: 'Remove' }).isDisabled()).toBeTrue();
      await press(page.getByRole('menuitem', { name: 'Merge into another' }));
      await page.getByRole('combobox', { name: 'Into' }).selectOption('Fish');
      await press(dialogOf(page).getByRole('button', { name: 'Merge into another' }));
      await page.getByText('Birds is part of Fish.').waitFor();
      await page.getByRole('link', { name: 'Fish' }).press('Enter');
      const fish = (await Array.fromAsync(categories.list())).find(({ name }) => name === 'Fish');
      await isAt(page, `?category=${fish?.id}`);
    });
    expect(await service.client.pets.count({ categoryId: 99n })).toBe(0);
    const names = (await Array.fromAsync(categories.list())).map(({ name }) => name);
    expect(names).toEqual(['Dogs', 'Big cats', 'Fish']);
  });

  test('prints the card of an animal with a code that leads to its page, and lists for a round, without what is around them', async () => {
    const [bella] = (await service.client.pets.list({ q: 'Bella' }).page()).items;
    const { bytes } = drawAnimal(2, 64, 48);
    await service.client.photos.add(bella?.id ?? 0n, new Blob([bytes], { type: 'image/png' }));
    await onPage('/animals?q=bella', async (page) => {
      await page.locator('picture img').waitFor();
      await page.evaluate('window.print = () => { window.isPrinted = true }');
      await page.keyboard.press('j');
      await page.locator('[aria-keyshortcuts=p]').waitFor({ state: 'attached' });
      await page.keyboard.press('p');
      await untilFocused(page, 'Print');
      await expectAccessible(page, 'print');
      await page.keyboard.press('Enter');
      await until('the browser to print', () => page.evaluate('window.isPrinted === true'), Boolean);
      expect(await print(page)).toEqual({ pages: 1, pictures: 1 });
      expect((await printedLines(page)).slice(0, 2)).toEqual(['Bella', 'Siamese mix · female · Kennel 7']);
      const path = (await page.locator('.card-code path').getAttribute('d')) ?? '';
      expect(readCode(path)).toBe(`${service.server.url}/adopt/${bella?.id}`);
    });
    const [first] = (await service.client.pets.list({ categoryId: 7n, status: 'available' }).page()).items;
    const order = await service.client.orders.place({ petId: first?.id ?? 0n });
    await onPage('/animals?category=7&sort=-id', async (page) => {
      await page.getByText('reserved', { exact: true }).waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await press(page.getByRole('button', { name: 'Print', exact: true }));
      await page.getByRole('radio', { name: 'Round list' }).waitFor();
      expect((await printedLines(page)).slice(1, 4)).toEqual([
        'Animal\tStatus\tHere\tSeen\tFed\tCleaned\tNotes',
        'Without a place',
        'Animal 10',
      ]);
      expect(await page.locator('.round-word:text-is("reserved")').count()).toBe(1);
      await service.client.orders.cancel(order.id);
      // The adopted seven are not here.
      expect([(await print(page)).pages, await page.locator('.round td:first-child').count()]).toEqual([1, 14]);
      await page.getByRole('radio', { name: 'Kennel cards' }).check();
      expect((await print(page)).pages).toBe(11);
      await page.keyboard.press('Escape');
      expect((await printedLines(page)).slice(0, 3)).toEqual(['Animals', '21 animals', 'Animal 105']);
    });
  });

  test('selects rows by keys and ranges on several pages, tags them, and publishes their places but those of foster families', async () => {
    const { client } = service;
    await client.profiles.update(2n, { location: 'Site North' });
    await client.profiles.update(4n, { location: 'Foster Lopez', whereabouts: 'foster' });
    await onPage('/animals?sort=id&status=all', async (page) => {
      const row = (number: number) => page.getByRole('checkbox', { name: `Select Animal ${number}`, exact: true });
      await row(2).click();
      await row(4).click({ modifiers: ['Shift'] });
      await row(3).click();
      await page.getByText('2 selected').waitFor();
      await next(page).click();
      await row(51).waitFor();
      await untilFocused(page, 'aria-label="Animals, page 2"');
      for (const key of 'jjxkx') await page.keyboard.press(key);
      await page.getByText('4 selected').waitFor();
      await press(page.getByRole('button', { name: 'Tag' }));
      await page.getByRole('combobox', { name: 'Tag' }).fill('calm');
      await page.keyboard.press('Enter');
      await page.getByText('4 animals are tagged “calm”.').waitFor();
    });
    await onPage('/animals?sort=id&status=all', async (page) => {
      for (const number of [2, 4])
        await page.getByRole('checkbox', { name: `Select Animal ${number}`, exact: true }).click();
      await press(page.getByRole('button', { name: 'Publish place' }));
      await press(dialogOf(page).getByRole('button', { name: 'Publish place' }));
      await page.getByText('Done for 2 animals.').waitFor();
      for (const number of [5, 6])
        await page.getByRole('checkbox', { name: `Select Animal ${number}`, exact: true }).click();
      await press(page.getByRole('button', { name: 'Remove' }));
      await untilFocused(page, 'Keep it');
      await press(dialogOf(page).getByRole('button', { name: 'Remove' }));
      await page.getByText('2 animals were removed.').waitFor();
    });
    const { items } = await client.pets.list().page();
    expect(items.filter(({ id }) => id > 3n && id < 8n).map(({ id }) => id)).toEqual([4n, 7n]);
    const places = await Promise.all([2n, 4n].map(async (id) => (await client.profiles.get(id)).publicLocation));
    expect(places).toEqual(['Site North', undefined]);
    const tagged = await Array.fromAsync(client.listings.list({ tags: ['calm'] }));
    expect(tagged.map(({ id }) => id)).toEqual([2n, 4n, 51n, 52n]);
  });
});

/** What comes out of the printer. */
async function print(page: Page): Promise<{ pages: number; pictures: number }> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  const countOf = (type: RegExp) => pdf.match(type)?.length ?? 0;
  return { pages: countOf(/\/Type \/Page\b/g), pictures: countOf(/\/Subtype \/Image\b/g) };
}

/** The lines of its text. */
async function printedLines(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.evaluate<string>('document.body.innerText');
  await page.emulateMedia({ media: null });
  return text.split(/\s*\n\s*/);
}

/** The labels of the buttons in the content. */
async function buttons(page: Page): Promise<string[]> {
  return await page.locator('#content').getByRole('button').allInnerTexts();
}
