import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const next = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Does something that is in the menu. */
const choose = async (page: Page, name: string) => {
  await press(next(page, 'More that can be done'));
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
};

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has changed this animal' });

async function fill({ client }: TestConsole): Promise<void> {
  // Tells no species, so that a new animal has an empty profile.
  await client.categories.put(7n, { name: 'Friends' });
}

describeConsole('the page of an animal', { fill, env: { PETSTORE_CURRENCY: 'EUR' } }, (service) => {
  const onPage = inOneTab(service);
  const add = (name: string, status: Pet['status'] = 'available') =>
    service.client.pets.create({ name, categoryId: 7n, ...(status && { status }) });
  const read = async ({ id }: Pet) => (await service.client.pets.list({ ids: [id] }).page()).items[0];

  test('offers what comes next as a button, the rest in a menu, and shows a change before the server responds', async () => {
    const pet = await add('Rex');
    await onPage(`/animals/${pet.id}`, async (page) => {
      await next(page, 'Reserve').waitFor();
      await press(next(page, 'More that can be done'));
      await expectSoon(() => page.getByRole('menuitem').allTextContents()).toEqual([
        ...[
          'Reserve for somebody',
          'Adopt',
          'Make unavailable',
          'Adopt with date and fee',
          'It left in another way',
          'Print',
          'Remove',
        ],
      ]);
      await expectAccessible(page, 'animal-menu', '[role=menu]');
      const answered = Promise.withResolvers<void>();
      await page.route('**/v1/store/orders', async (route) => {
        if (route.request().method() === 'POST') await answered.promise;
        await route.continue();
      });
      await page.getByRole('menuitem', { name: 'Adopt', exact: true }).press('Enter');
      await page.getByText('adopted', { exact: true }).waitFor();
      expect((await read(pet))?.status).toBe('available');
      answered.resolve();
      // It stays as long as the pointer is on it.
      await page.getByText('Rex was adopted.').hover();
      await page.getByRole('group', { name: 'What comes next' }).getByRole('button', { name: 'Undo' }).waitFor();
      await untilFocused(page, 'aria-label="More that can be done"');
      expect((await read(pet))?.status).toBe('sold');
      const counted = async () => {
        const [month] = (await service.client.statistics.get({ by: 'month' })).slice(-1);
        return [Number(month?.adopted), Number(month?.returned)];
      };
      await expectSoon(counted).toEqual([1, 0]);

      await press(page.getByRole('alert').getByRole('button', { name: 'Undo' }));
      await page.getByText('Rex is available.').waitFor();
      await expectSoon(counted).toEqual([0, 0]);
      await choose(page, 'Reserve for somebody');
      await untilFocused(page, '<input');
      await page.keyboard.type('Ana');
      await expectSoon(() => page.getByLabel('For whom').inputValue()).toBe('Ana');
      await page.keyboard.press('Escape');
    });
    expect((await read(pet))?.status).toBe('available');
  });

  test('undoes every change of status unless somebody else has changed it since', async () => {
    const pet = await add('Milo', 'sold');
    await onPage(`/animals/${pet.id}`, async (page) => {
      const undo = (what: string) =>
        page.getByRole('alert').filter({ hasText: what }).getByRole('button', { name: 'Undo' });
      await press(next(page, 'Make available'));
      await undo('Milo is available.').waitFor();
      await choose(page, 'Make unavailable');
      await page.getByText('Milo is not available.').hover();
      await page.getByRole('link', { name: 'All animals' }).press('Enter');
      await press(undo('Milo is not available.'));
      await expectSoon(async () => (await read(pet))?.status).toBe('available');

      await go(page, `/animals/${pet.id}`);
      await choose(page, 'Make unavailable');
      await page.getByText('Milo is not available.').hover();
      await service.client.pets.update(pet.id, { status: 'sold' });
      await press(undo('Milo is not available.'));
      await page.getByText('did not become available').waitFor();
      await page.getByText('Somebody else has changed this animal meanwhile.').waitFor();
      await service.client.pets.update(pet.id, { status: 'available' });
      await service.client.pets.update(pet.id, { name: 'Milo the second', status: 'pending' });
      await page.getByRole('heading', { level: 1, name: 'Milo the second' }).waitFor();
      await next(page, 'Make available').waitFor();
      await choose(page, 'Adopt');
      await press(undo('Milo the second was adopted.'));
      await expectSoon(async () => (await read(pet))?.status).toBe('pending');

      await service.client.profiles.update(pet.id, { holdUntil: '9999-12-31' });
      await page.getByRole('button', { name: 'Make public' }).waitFor();
      await press(next(page, 'Make available'));
      const asked = page.getByRole('dialog', { name: 'Make available' });
      await asked.getByText('it is not public until further notice.').waitFor();
      await press(asked.getByRole('button', { name: 'Make available' }));
      await expectSoon(async () => (await read(pet))?.status).toBe('available');
      expect(await service.client.profiles.get(pet.id)).not.toHaveProperty('holdUntil');
    });
  });

  test('changes name, category and profile, corrected where it cannot be understood or another animal has the reference, and nothing else', async () => {
    const pet = await add('Frank', 'pending');
    const petId = pet.id;
    await service.client.listings.create({ name: 'Rex', categoryId: 3n, profile: { reference: 'B-1' } });
    await onPage(`/animals/${petId}`, async (page) => {
      await page.getByText('Nothing is written about this animal yet.').waitFor();
      await edit(page).click();
      await nameField(page).fill('Frank the second');
      await page.getByRole('combobox', { name: 'Category' }).fill('-9223372036854775808');
      await page.getByText('This number has no name yet; that is fine.').waitFor();
      await page.getByLabel('Description').fill('Calm.\nLikes walks.');
      await page.getByLabel('Breed').fill('Beagle');
      expect(await page.getByLabel('Sex').locator('option').allTextContents()).toEqual(['not known', 'female', 'male']);
      await page.getByLabel('Sex').selectOption('male');
      await page.getByLabel('Date of birth').fill('last May');
      await page.getByLabel('Good with cats').selectOption('no');
      await page.getByLabel('Adoption fee').fill('125');
      await page.getByLabel('Further facts').fill('weight: 14 kg');
      await press(save(page));
      await page.getByText('This is not a date that there can be').waitFor();
      await page.getByLabel('Date of birth').fill('2022-05');
      await page.getByLabel('Reference number').fill('B-1');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'already has the reference' }).waitFor();
      await page.getByLabel('Reference number').fill('');
      await press(save(page));
      await page.getByText('Likes walks.').waitFor();
      await page.getByText('€125', { exact: true }).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Frank the second' }).waitFor();
      await page.getByText('-9223372036854775808').waitFor();
      await untilFocused(page, '>Edit');
    });
    expect(await read(pet)).toEqual({ ...pet, name: 'Frank the second', categoryId: -(2n ** 63n) });
    expect(await service.client.profiles.get(petId)).toEqual({
      description: 'Calm.\nLikes walks.',
      breed: 'Beagle',
      sex: 'male',
      birthDate: '2022-05-01',
      birthDatePrecision: 'month',
      goodWith: { cats: false },
      fee: { amountMinor: 12_500n, currency: 'EUR' },
      attributes: { weight: '14 kg' },
    });
  });

  test('asks about what two people have changed, showing both versions, and keeps what only one of them has', async () => {
    const pet = await add('Max');
    const { profiles, pets } = service.client;
    await profiles.put(pet.id, { location: 'Kennel 1', description: 'Calm.', color: 'black' });
    await onPage(`/animals/${pet.id}`, async (page) => {
      const saved = () => page.getByRole('dialog').waitFor({ state: 'detached' });
      const write = async (texts: Record<string, string>) => {
        await edit(page).click();
        for (const [label, text] of Object.entries(texts))
          await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
      };
      const written = { Place: 'Kennel 7', Description: 'Calm.\nLikes walks.', Breed: 'Beagle' };
      await write({ Name: 'Max of mine', ...written });
      await pets.update(pet.id, { name: 'Max of theirs', status: 'pending' });
      await profiles.update(pet.id, { location: 'Kennel 4', description: 'Shy.', coat: 'short' });
      await press(save(page));
      await conflict(page).waitFor();
      expect(await conflict(page).getByRole('row').allTextContents()).toEqual([
        'FieldAs it is nowWith your change',
        'NameMax of theirsMax of mine',
        'DescriptionShy.Calm.\nLikes walks.',
        'PlaceKennel 4Kennel 7',
      ]);
      await expectAccessible(page, 'animal-conflict');
      await press(conflict(page).getByRole('button', { name: 'Use mine' }));
      await saved();
      const both = { description: 'Calm.\nLikes walks.', breed: 'Beagle', color: 'black', coat: 'short' };
      expect(await profiles.get(pet.id)).toEqual({ ...both, location: 'Kennel 7' });
      expect(await read(pet)).toEqual({ ...pet, name: 'Max of mine', status: 'pending' });

      // The profile is removed and written anew, after the page has seen what was saved.
      await page.getByRole('definition').filter({ hasText: 'Beagle' }).waitFor();
      await write({ Name: 'Max, again mine', Place: 'Kennel 9', Breed: 'Collie', Species: 'Dog' });
      await pets.update(pet.id, { name: 'Max of theirs' });
      await profiles.put(pet.id, { location: 'Kennel 8' });
      await press(save(page));
      await conflict(page).getByRole('row', { name: 'Breed nothing Collie' }).waitFor();
      await press(conflict(page).getByRole('button', { name: 'Keep theirs' }));
      await saved();
      await page.getByRole('heading', { level: 1, name: 'Max of theirs' }).waitFor();
    });
    expect(await profiles.get(pet.id)).toEqual({ location: 'Kennel 8', species: 'Dog' });
    expect((await read(pet))?.name).toBe('Max of theirs');
  });
});
