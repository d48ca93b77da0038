import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, setView, untilFocused, visit } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const categoryField = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Category' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add the animal' });
const openForm = (page: Page) => page.getByRole('button', { name: 'Add an animal' }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an animal' });

const namesOf = async ({ client }: TestConsole) => (await Array.fromAsync(client.pets.list())).map(({ name }) => name);

const fill = async ({ client }: TestConsole) => void (await client.categories.put(7n, { name: 'Dogs' }));

describeConsole('the form for a new animal', { fill }, (service) => {
  const { inTab } = service;
  const onPage = inOneTab(service);

  test('works with the keyboard alone, and returns the focus when it closes', async () => {
    await onPage('/animals', async (page) => {
      await pressUntil(page, 'Tab', 'Add an animal');
      await page.keyboard.press('Enter');
      await untilFocused(page, 'data-autofocus');
      await page.keyboard.type(`Keys`);
      await page.keyboard.press('Tab');
      await page.keyboard.type('do');
      await page.getByRole('listbox').getByRole('option', { name: 'Dogs' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectSoon(() => categoryField(page).inputValue()).toBe('Dogs');
      await page.keyboard.press('Tab');
      await page.keyboard.press('n');
      await pressUntil(page, 'Tab', 'Add the animal');
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByRole('alert').getByRole('link', { name: `Keys` }).waitFor();
      await untilFocused(page, '>Add an animal');
    });
    const added = (await Array.fromAsync(service.client.pets.list())).find(({ name }) => name === `Keys`);
    expect(added).toMatchObject({ categoryId: 7n, status: 'sold' });
  });

  test('shows errors at their fields, both before sending and from the server', async () => {
    await onPage('/animals', async (page) => {
      await openForm(page);
      await press(addButton(page));
      await page.getByText('Enter a name.').waitFor();
      await expectSoon(() => describedAs(nameField(page))).toContain('Enter a name.');
      await expectSoon(() => describedAs(categoryField(page))).toContain(
        'Choose a category, or enter the name of a new one.',
      );
      await expectSoon(() => page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
      await nameField(page).fill('n'.repeat(256));
      await categoryField(page).fill('9223372036854775808');
      await press(addButton(page));
      await page.getByText('The name has 256 characters, and may have 255.').waitFor();
      await expectSoon(() => describedAs(categoryField(page))).toContain('Unknown category');

      await page.route('**/v1/listings', (route) =>
        route.continue({ postData: (route.request().postData() ?? '').replace(/"name":"[^"]*"/, '"name":""') }),
      );
      await nameField(page).fill('Kept');
      await categoryField(page).fill('12');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor();
      await press(addButton(page));
      await page.getByText('Must have 1 to 255 characters, but has 0.').waitFor();
      await expectSoon(() => describedAs(nameField(page))).toContain('Must have 1 to 255 characters, but has 0.');
      await expectSoon(async () => [
        await nameField(page).inputValue(),
        await categoryField(page).inputValue(),
      ]).toEqual(['Kept', '12']);
    });
    expect(await namesOf(service)).not.toContain('Kept');
  });

  test('adds an animal with its profile and its photos by one press, and tells which photo could not be used', async () => {
    const photo = (name: string, buffer: Uint8Array) => ({ name, mimeType: 'image/png', buffer: Buffer.from(buffer) });
    await onPage('/animals', async (page) => {
      await openForm(page);
      await nameField(page).fill('Pepper');
      await categoryField(page).fill('7');
      await page
        .locator('input[type=file][multiple]')
        .setInputFiles([
          photo('one.png', drawAnimal(1, 64, 48).bytes),
          photo('left-out.png', drawAnimal(2, 64, 48).bytes),
          photo('broken.png', new Uint8Array(9)),
        ]);
      await press(page.getByRole('button', { name: 'Leave out left-out.png' }));
      await page.getByText('More about the animal').click();
      await page.getByLabel('Breed').fill('Maine Coon');
      await page.getByLabel('Good with cats').selectOption('yes');
      await expectAccessible(page, 'animal-form');
      await press(addButton(page));
      await page.getByRole('alert').filter({ hasText: 'broken.png' }).waitFor();
      await page.getByRole('alert').getByRole('link', { name: 'Pepper' }).waitFor();
    });
    const [pepper] = (await service.client.listings.list({ q: 'Pepper' }).page()).items;
    expect(pepper?.profile).toEqual({ breed: 'Maine Coon', goodWith: { cats: true } });
    expect(pepper?.photos).toHaveLength(1);
  });

  test('adds a new category only when asked to', async () => {
    await onPage('/animals', async (page) => {
      await openForm(page);
      await nameField(page).fill('Hopsi');
      await categoryField(page).fill('Rabbits');
      await press(addButton(page));
      await page.getByText('or add it below').waitFor();
      await page.getByRole('checkbox', { name: 'Add the new category “Rabbits”' }).check();
      await expectAccessible(page, 'animal-form-new-category');
      await press(addButton(page));
      await dialog(page).waitFor({ state: 'detached' });
    });
    const categories = await Array.fromAsync(service.client.categories.list());
    expect(categories.map(({ name }) => name)).toEqual(['Dogs', 'Rabbits']);
    const [hopsi] = (await service.client.pets.list({ q: 'Hopsi' }).page()).items;
    expect(categories.find(({ id }) => id === hopsi?.categoryId)?.name).toBe('Rabbits');
  });

  test('has its buttons above a notice that stays, on a phone', async () => {
    const { id } = await service.client.pets.create({ name: 'Covered', categoryId: 7n });
    await onPage(`/animals/${id}`, async (page) => {
      await setView(page, phone);
      const refusal = { code: 'insufficient_scope', message: 'Refused.', status: 403 };
      await page.route(`**/v1/pets/${id}`, (route) => route.fulfill({ status: 403, json: refusal }));
      await press(page.getByRole('button', { name: 'More that can be done' }));
      await page.getByRole('menuitem', { name: 'Put on hold' }).press('Enter');
      const notice = page.getByRole('alert').filter({ hasText: 'fewer permissions' });
      await notice.waitFor();
      await page.unroute(`**/v1/pets/${id}`);
      await press(page.getByRole('button', { name: 'Edit' }));
      await page.getByRole('dialog').getByLabel('Location').fill('Aachen');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByText('Aachen', { exact: true }).waitFor();
      await expectSoon(() => notice.count()).toBe(1);
    });
  });

  test('leaves the focus where the user has moved it, as a menu does, even if the page sets the focus late', async () => {
    const { id } = await service.client.pets.create({ name: 'Late', categoryId: 7n });
    await inTab(async (page) => {
      await page.addInitScript(holdShortTimers);
      await visit(page, '/animals');
      await page.evaluate('holdTimers()');
      await openForm(page);
      await nameField(page).fill('Quick');
      await categoryField(page).focus();
      expect(await page.evaluate<number>('releaseTimers()')).toBeGreaterThan(0);
      await page.keyboard.type('7');
      await expectSoon(async () => [
        await nameField(page).inputValue(),
        await categoryField(page).inputValue(),
      ]).toEqual(['Quick', '7']);
      await visit(page, `/animals/${id}`);
      const menu = page.getByRole('button', { name: 'More that can be done' });
      await menu.waitFor();
      await page.evaluate('holdTimers()');
      await press(menu);
      await page.getByRole('menuitem', { name: 'Print' }).focus();
      expect(await page.evaluate<number>('releaseTimers()')).toBeGreaterThan(0);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Print');
    });
  });

  test('adds one animal when the response is lost and the user retries', async () => {
    const name = `Once`;
    await onPage('/animals', async (page) => {
      await page.route(
        '**/v1/listings',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await openForm(page);
      await nameField(page).fill(name);
      await categoryField(page).fill('7');
      await press(addButton(page));
      await page.getByText('The server did not answer').first().waitFor();
      await expectSoon(() => nameField(page).inputValue()).toBe(name);
      await clickUntilTaken(addButton(page), 2);
      await dialog(page).waitFor({ state: 'detached' });
    });
    expect((await namesOf(service)).filter((known) => known === name)).toHaveLength(1);
  });
});

/** Delays short timers, as a busy machine does. `releaseTimers` runs the held ones and returns their number. */
const holdShortTimers = `
  const setTimer = window.setTimeout;
  let held;
  window.setTimeout = (run, delayMs = 0, ...rest) =>
    held !== undefined && delayMs < 20 ? held.push(run) && 0 : setTimer(run, delayMs, ...rest);
  window.holdTimers = () => { held = []; };
  window.releaseTimers = () => {
    const late = held;
    held = undefined;
    for (const run of late) run();
    return late.length;
  };
`;

/** Presses a key until the element with this text has the focus. */
async function pressUntil(page: Page, key: string, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).waitFor();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key);
    if ((await page.evaluate('document.activeElement.innerText')) === name) return;
  }
  throw new Error(`${key} does not lead to ${name}`);
}

/** The texts that describe a field (`aria-describedby`). */
async function describedAs(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = ids.split(' ').map((id) => field.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}
