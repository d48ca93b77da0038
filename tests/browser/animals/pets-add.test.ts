import { expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { phone, setView } from '../../support/browser/browser.ts';
import { goTo, loseAnswer } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken, press } from '../../support/browser/press.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const categoryField = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Category' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add the animal' });
const openForm = (page: Page) => page.getByRole('button', { name: 'Add an animal' }).click();
const anyDialog = (page: Page) => page.getByRole('dialog');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add an animal' });

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(5n, { name: 'Birds' });
  await client.categories.put(7n, { name: 'Dogs' });
}

/** The label of the invalid field that has the focus, if nothing covers it. */
const invalidFieldOnTop = `(() => {
  const { activeElement: field } = document;
  const { left, top, bottom } = field.getBoundingClientRect();
  const isCovered = [top + 2, bottom - 2].some((y) => document.elementFromPoint(left + 20, y) !== field);
  return isCovered || field.ariaInvalid !== 'true' ? '' : field.labels[0].textContent;
})()`;

describeConsole('the form for a new animal', { fill }, (service) => {
  const onPage = inOneTab(service);

  test('shows errors at their fields, adds a new category only when asked to, and one animal when the response is lost and the user retries', async () => {
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

      await nameField(page).fill('Once');
      await categoryField(page).fill('');
      await press(addButton(page));
      await page.locator('[role=combobox][aria-invalid=true]:focus').waitFor();
      await page.getByText('or enter the name of a new one').click({ trial: true });
      await categoryField(page).fill('Rabbits');
      await page.keyboard.press('Escape');
      await dialog(page).waitFor();
      await press(addButton(page));
      await page.getByText('or add it below').waitFor();
      await page.getByRole('checkbox', { name: 'Add the new category “Rabbits”' }).check();
      await loseAnswer(page, '**/v1/listings');
      await press(addButton(page));
      await page.getByText('The server did not answer').first().waitFor();
      await expectSoon(async () => [
        await nameField(page).inputValue(),
        await categoryField(page).inputValue(),
      ]).toEqual(['Once', 'Rabbits']);
      await clickUntilTaken(addButton(page), 2);
      await dialog(page).waitFor({ state: 'detached' });
    });
    const categories = await Array.fromAsync(service.client.categories.list());
    expect(categories.map(({ name }) => name)).toEqual(['Birds', 'Dogs', 'Rabbits']);
    const animals = (await Array.fromAsync(service.client.pets.list())).filter(({ name }) => name === 'Once');
    expect(animals.map(({ categoryId }) => categories.find(({ id }) => id === categoryId)?.name)).toEqual(['Rabbits']);
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
      await page.getByLabel('Adoption fee').fill('much');
      await press(addButton(page));
      await expectSoon(() => page.evaluate(invalidFieldOnTop)).toBe('Adoption fee');
      await page.getByLabel('Adoption fee').fill('150');
      await page.getByLabel('Currency of your amounts').pressSequentially('eur');
      await page.getByText('Amounts are in EUR.').waitFor();
      await expectAccessible(page, 'animal-form');
      await press(addButton(page));
      await page.getByRole('alert').filter({ hasText: 'broken.png' }).waitFor();
      await page.getByRole('alert').getByRole('link', { name: 'Pepper' }).waitFor();
    });
    const [pepper] = (await service.client.listings.list({ q: 'Pepper' }).page()).items;
    // The name of the category tells the species.
    const arrivedOn = new Date().toISOString().slice(0, 10);
    const fee = { amountMinor: 15_000n, currency: 'EUR' };
    expect(pepper?.profile).toEqual({ species: 'Dog', breed: 'Maine Coon', goodWith: { cats: true }, fee, arrivedOn });
    expect((await service.client.shelter.get()).currency).toBe('EUR');
    expect(pepper?.photos).toHaveLength(1);
  });

  test('a day on a phone: an intake whose chip another has, a note that is found, stands in the history, and is changed and removed, one on both, and new hours', async () => {
    const profile = { microchip: '985112003456789' };
    const first = await service.client.listings.create({ name: 'Rex', categoryId: 7n, profile });
    await onPage('/animals', async (page) => {
      await setView(page, { ...phone, width: 390 });
      const told = page.getByRole('status').getByRole('link', { name: 'Rex' });
      await openForm(page);
      await nameField(page).fill('Otto');
      await categoryField(page).fill('Dogs');
      await page.getByText('More about the animal').click();
      await page.getByLabel('Microchip').fill('985 112 003 456 789');
      await told.waitFor();
      await press(addButton(page));
      await page.getByRole('alert').getByRole('link', { name: 'Otto' }).press('Enter');
      await told.waitFor();
      await expectAccessible(page, 'animal-note');
      await page.getByRole('textbox', { name: 'Note' }).fill('Ate well.\nAfraid of stairs.');
      await go(page, '/orders');
      await page.getByRole('heading', { level: 1, name: 'Reservations' }).waitFor();
      await page.goBack();
      await press(page.getByRole('button', { name: 'Note it' }));
      const entry = page
        .getByRole('list', { name: 'What happened' })
        .getByRole('listitem')
        .filter({ hasText: 'Afraid of' });
      await entry.getByText(/^by /).waitFor();
      await page.getByRole('combobox', { name: 'Find anything' }).fill('afraid stairs');
      await page.getByRole('listbox').getByRole('option').filter({ hasText: 'Otto' }).first().click();
      expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('');
      await press(entry.getByRole('button', { name: 'Edit' }));
      await page.getByRole('dialog').getByRole('textbox').fill('Takes the stairs.');
      await press(page.getByRole('button', { name: 'Save' }));
      await anyDialog(page).waitFor({ state: 'detached' });
      const changed = page.getByRole('listitem').filter({ hasText: 'Takes the stairs.' });
      await press(changed.getByRole('button', { name: 'Remove' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
      await page.getByText('A note on Otto was removed').waitFor();
      await press(page.getByRole('button', { name: 'Edit' }));
      await page.getByRole('dialog').getByRole('status').getByRole('link', { name: 'Rex' }).waitFor();
      await page.getByLabel('Microchip').fill('985 112');
      await expectSoon(() => page.getByRole('dialog').getByRole('status').count()).toBe(0);
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');

      await goTo(page, 'Animals');
      for (const name of ['Rex', 'Otto']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await press(page.getByRole('button', { name: 'Note', exact: true }));
      await anyDialog(page).getByRole('combobox').fill('Wormed.');
      await press(anyDialog(page).getByRole('button', { name: 'Note', exact: true }));
      await page.getByText('2 animals have the note.').waitFor();
      await goTo(page, 'Our shelter');
      await page.getByLabel('Opening hours').fill('Sunday from 2');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByText('Saved. The public page shows it.').waitFor();
    });
    const notes = await Array.fromAsync(service.client.notes.all());
    expect(notes.map(({ text }) => text)).toEqual(['Wormed.', 'Wormed.']);
    expect((await service.client.shelter.get()).hours).toBe('Sunday from 2');
    await service.client.pets.remove(first.id);
  });
});

/** The texts that describe a field (`aria-describedby`). */
async function describedAs(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = ids.split(' ').map((id) => field.page().locator(`[id="${id}"]`).textContent());
  return (await Promise.all(texts)).join(' ');
}
