import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../../client/index.ts';
import { untilFocused } from '../../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const next = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Does something that is in the menu. */
const choose = async (page: Page, name: string) => {
  await press(next(page, 'More that can be done'));
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
};

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

  test('removes the animal after a confirmation, and returns to the list', async () => {
    await add('Rex');
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
