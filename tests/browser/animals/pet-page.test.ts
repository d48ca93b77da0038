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
const status = (page: Page) => page.locator('.pet-head [data-status]');

/** A key that may change animals and orders but not read events, so that its page does not update. */
let deafKey: string;

async function fill({ client }: TestConsole): Promise<void> {
  // Tells no species, so that a new animal has an empty profile.
  await client.categories.put(7n, { name: 'Friends' });
  const scopes = ['pets:read', 'pets:write', 'orders:read', 'orders:write'] as const;
  deafKey = (await client.keys.create({ name: 'deaf', scopes })).secret;
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
          'Put on hold',
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
      await choose(page, 'Put on hold');
      await page.getByText('Milo is on hold.').hover();
      await page.getByRole('link', { name: 'All animals' }).press('Enter');
      await press(undo('Milo is on hold.'));
      await expectSoon(async () => (await read(pet))?.status).toBe('available');

      await go(page, `/animals/${pet.id}`);
      await choose(page, 'Put on hold');
      await page.getByText('Milo is on hold.').hover();
      await service.client.pets.update(pet.id, { status: 'sold' });
      await press(undo('Milo is on hold.'));
      await page.getByText('did not become available').waitFor();
      await page.getByText('Somebody else has changed this animal meanwhile.').waitFor();
      await service.client.pets.update(pet.id, { status: 'available' });
      await service.client.pets.update(pet.id, { name: 'Milo the second', status: 'pending' });
      await page.getByRole('heading', { level: 1, name: 'Milo the second' }).waitFor();
      await next(page, 'Make available').waitFor();
      await choose(page, 'Adopt');
      await press(undo('Milo the second was adopted.'));
      await expectSoon(async () => (await read(pet))?.status).toBe('pending');
    });
  });

  test('an animal that died is saved in one step, is nowhere called adopted, and stays dead when that is undone', async () => {
    const pet = await add('Otto');
    await service.client.profiles.put(pet.id, { holdReason: 'bit a visitor', intakeType: 'seized' });
    const outcome = async () => (await service.client.profiles.get(pet.id)).outcomeType;
    await onPage(`/animals/${pet.id}`, async (page) => {
      await edit(page).click();
      const form = page.getByRole('dialog');
      await form.getByText('More about the animal').waitFor();
      expect(await form.getByLabel('Outcome type').count()).toBe(0);
      await form.getByLabel('Status').selectOption('no longer here');
      await form.getByLabel('Outcome type').selectOption('died');
      await press(save(page));
      await status(page).getByText('died', { exact: true }).waitFor();
      expect(await outcome()).toBe('died');
      await page.getByRole('list', { name: 'What happened' }).getByText('Otto died').waitFor();
      expect(await page.locator('#content').innerText()).not.toMatch(/adopt/i);

      await press(next(page, 'Make available'));
      await page.getByText('Otto is available.').hover();
      expect(await outcome()).toBeUndefined();
      await press(
        page.getByRole('alert').filter({ hasText: 'Otto is available.' }).getByRole('button', { name: 'Undo' }),
      );
      await page.getByText('Otto is no longer here.').waitFor();
      await expectSoon(outcome).toBe('died');

      await page.keyboard.press('p');
      await page.getByRole('dialog', { name: 'Print 1 animal' }).getByRole('radio', { name: 'Kennel cards' }).check();
      await expectSoon(async () => (await page.locator('.card-text').textContent()) ?? '').toContain('Otto');
      expect(await page.locator('.card').innerText()).not.toMatch(/bit a visitor|seized|died|adopt/);
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

  test('removes the animal after a confirmation, and returns to the list', async () => {
    const pet = await add('Bruno');
    await onPage(`/animals/${pet.id}`, async (page) => {
      await choose(page, 'Remove');
      const dialog = page.getByRole('dialog', { name: 'Remove Bruno?' });
      await dialog.getByText('This cannot be undone.').waitFor();
      await page.keyboard.press('Escape');
      await untilFocused(page, 'aria-label="More that can be done"');
      await choose(page, 'Remove');
      await press(dialog.getByRole('button', { name: 'Remove' }));
      await page.waitForURL('**/animals');
      await page.getByText('Bruno was removed.').waitFor();
      await page.getByRole('link', { name: 'Rex' }).first().waitFor();
      await expectSoon(() => page.evaluate('document.activeElement.id')).toBe('content');
    });
    expect(await read(pet)).toBeUndefined();
  });

  test('says that an animal does not exist, and keeps the input about one that is removed meanwhile', async () => {
    const pet = await add('Coco');
    await onPage('/animals/99999', async (page) => {
      await page.getByRole('heading', { name: 'There is no animal with the number 99999' }).waitFor();
      await go(page, '/animals/rex');
      await page.getByRole('heading', { name: 'There is no animal with the number rex' }).waitFor();
      await go(page, `/animals/${pet.id}`);
      await edit(page).click();
      await nameField(page).fill('Coco, whom I describe at length');
      await page.getByLabel('Description').fill('A long story.');
      await service.client.pets.remove(pet.id);
      await page.getByText(`There is no animal with the number ${pet.id}`).waitFor({ state: 'attached' });
      await press(save(page));
      await page.getByRole('alert').getByText('This animal was removed.').waitFor();
      await expectSoon(() => nameField(page).inputValue()).toBe('Coco, whom I describe at length');
      expect(await page.getByLabel('Description').inputValue()).toBe('A long story.');
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

  test('a change that meets another sees that the server responds with 412, and is repeated, that of a profile merged', async () => {
    const pet = await add('Luna', 'pending');
    const use = async (page: Page) => {
      const statuses: number[] = [];
      page.on('response', (response) => {
        if (response.request().method() === 'PATCH') statuses.push(response.status());
      });
      /** Lets somebody else change something between what the page reads and the first change that it sends. */
      const before = (path: string, change: () => Promise<unknown>) =>
        page.route(path, async (route) => {
          if (route.request().method() === 'PATCH' && statuses.length === 0) await change();
          await route.continue();
        });
      await edit(page).click();
      await page.getByLabel('Adoption fee').fill('125');
      await before(`**/v1/pets/${pet.id}/profile`, () => service.client.profiles.update(pet.id, { color: 'black' }));
      await press(save(page));
      await page.getByText('€125', { exact: true }).waitFor();
      expect(statuses.splice(0)).toEqual([412, 200]);
      const fee = { amountMinor: 12_500n, currency: 'EUR' };
      expect(await service.client.profiles.get(pet.id)).toEqual({ color: 'black', fee });

      await before(`**/v1/pets/${pet.id}`, () => service.client.pets.update(pet.id, { name: 'Luna of theirs' }));
      await choose(page, 'Adopt');
      await page.getByText('was adopted.').waitFor();
      expect(statuses).toEqual([412, 200]);
    };
    await onPage(`/animals/${pet.id}`, use, deafKey);
    expect(await read(pet)).toMatchObject({ name: 'Luna of theirs', status: 'sold' });
  });

  test('a change is reverted when the server rejects it, and the reason is shown', async () => {
    const pet = await add('Milo', 'pending');
    const use = async (page: Page) => {
      await next(page, 'Make available').waitFor();
      await service.client.pets.update(pet.id, { status: 'available' });
      await service.client.orders.place({ petId: pet.id });
      await choose(page, 'Adopt');
      const alert = page.getByRole('alert').filter({ hasText: 'Milo was not adopted' });
      await alert.getByText('End its reservation first.').waitFor();
      await expectSoon(() => status(page).getAttribute('data-status')).toBe('pending');
      await press(next(page, 'More that can be done'));
      await expectSoon(() => page.getByRole('menuitem').allTextContents()).toEqual([
        ...['Adopt with date and fee', 'Change the reservation', 'Cancel the reservation', 'Print'],
      ]);
    };
    await onPage(`/animals/${pet.id}`, use, deafKey);
  });

  test('the page says that nothing was sent while the browser is offline, and saves the profile when it is online', async () => {
    const { id: petId } = await add('Frank');
    await onPage(`/animals/${petId}`, async (page) => {
      const reserve = page.getByRole('button', { name: 'Reserve', exact: true });
      for (const button of [reserve, edit(page)]) await button.waitFor();
      await page.context().setOffline(true);
      await press(reserve);
      await page.getByText('You are offline, so nothing was sent.').waitFor();
      await edit(page).click();
      await page.getByLabel('Breed').fill('Beagle');
      await press(save(page));
      await page.getByRole('alert').filter({ hasText: 'Nothing was sent. Press “Save” again' }).waitFor();
      await page.context().setOffline(false);
      await press(save(page));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
    expect(await service.client.profiles.get(petId)).toEqual({ breed: 'Beagle' });
  });
});
