import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { untilFocused, visit } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { until } from '../../support/until.ts';

const change = (page: Page) => page.getByRole('button', { name: 'Change', exact: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

const conflict = (page: Page) => page.getByRole('dialog', { name: 'Somebody else has changed this animal' });
const status = (page: Page) => page.locator('dl [data-status]');

/** A key that may change animals and orders but not read events, so that its page does not update. */
const makeDeafKey = async ({ client }: TestConsole) => {
  const scopes = ['pets:read', 'pets:write', 'orders:read', 'orders:write'] as const;
  return (await client.keys.create({ name: 'deaf', scopes })).secret;
};

const fill = async ({ client }: TestConsole) => void (await client.categories.put(7n, { name: 'Dogs' }));

describeConsole('the page of an animal', { fill }, (service) => {
  const { inTab } = service;
  const onPage = inOneTab(service);
  const add = (name: string, status: Pet['status'] = 'available') =>
    service.client.pets.create({ name, categoryId: 7n, ...(status && { status }) });
  const read = async ({ id }: Pet) => (await service.client.pets.list({ ids: [id] }).page()).items[0];

  test('offers the possible statuses, and shows a change before the server responds', async () => {
    const pet = await add('Rex');
    await onPage(`/animals/${pet.id}`, async (page) => {
      await expectSoon(() => offered(page)).toEqual(['Put on hold', 'Adopt']);
      const answered = Promise.withResolvers<void>();
      await page.route('**/v1/pets/*', async (route) => {
        if (route.request().method() === 'PATCH') await answered.promise;
        await route.continue();
      });
      await press(page.getByRole('button', { name: 'Adopt' }));
      await page.getByText('adopted', { exact: true }).waitFor();
      expect((await read(pet))?.status).toBe('available');
      answered.resolve();
      await page.getByText('Rex was adopted.').waitFor();
      await expectSoon(() => offered(page)).toEqual(['Make available']);
      await expectSoon(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Change the status');
    });
    expect((await read(pet))?.status).toBe('sold');
  });

  test('undoes a change of status if the transition exists and nobody has changed the animal since', async () => {
    const pet = await add('Milo', 'sold');
    await onPage(`/animals/${pet.id}`, async (page) => {
      const undo = page.getByRole('button', { name: 'Undo' });
      await press(page.getByRole('button', { name: 'Make available' }));
      await page.getByText('Milo is available.').waitFor();
      await undo.waitFor();
      await press(page.getByRole('button', { name: 'Put on hold' }));
      await page.getByText('Milo is on hold.').waitFor();
      await page.getByRole('link', { name: 'All animals' }).click();
      await press(
        page.getByRole('alert').filter({ hasText: 'Milo is on hold.' }).getByRole('button', { name: 'Undo' }),
      );
      // The message is not enough: the first change has shown the same one.
      await until(
        'the change to be taken back',
        () => read(pet),
        (seen) => seen?.status === 'available',
      );
      await page.getByRole('alert').filter({ hasText: 'Milo is available.' }).last().waitFor();

      await page.goto(`/animals/${pet.id}`);
      await press(page.getByRole('button', { name: 'Put on hold' }));
      await undo.waitFor();
      await service.client.pets.update(pet.id, { name: 'Milo the second' });
      await press(undo);
      await page.getByText('did not become available').waitFor();
      await page.getByText('Somebody else has changed this animal meanwhile.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Milo the second' }).waitFor();
      await press(page.getByRole('button', { name: 'Adopt' }));
      await page.getByText('Milo the second was adopted.').waitFor();
      await expectSoon(() => undo.count()).toBe(0);
    });
    expect(await read(pet)).toMatchObject({ name: 'Milo the second', status: 'sold' });
  });

  test('changes name and category, and nothing else', async () => {
    const pet = await add('Bella', 'pending');
    await onPage(`/animals/${pet.id}`, async (page) => {
      await change(page).click();
      await expectAccessible(page, 'animal-change');
      await nameField(page).fill('Bella the second');
      await page.getByRole('combobox', { name: 'Category' }).fill('-9223372036854775808');
      await page.getByText('This number has no name yet; that is fine.').waitFor();
      await press(save(page));
      await page.getByRole('heading', { level: 1, name: 'Bella the second' }).waitFor();
      await page.getByText('-9223372036854775808').waitFor();
      await untilFocused(page, '>Change');
    });
    expect(await read(pet)).toEqual({ ...pet, name: 'Bella the second', categoryId: -(2n ** 63n) });
  });

  test('removes the animal after a confirmation, and returns to the list', async () => {
    const pet = await add('Bruno');
    await onPage(`/animals/${pet.id}`, async (page) => {
      await page.getByRole('button', { name: 'Remove' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove Bruno?' });
      await dialog.getByText('This cannot be undone.').waitFor();
      await expectAccessible(page, 'animal-remove');
      await page.keyboard.press('Escape');
      await untilFocused(page, '>Remove');
      await page.keyboard.press('Enter');
      await press(dialog.getByRole('button', { name: 'Remove' }));
      await page.waitForURL('**/animals');
      await page.getByText('Bruno was removed.').waitFor();
      await page.getByRole('link', { name: 'Rex' }).waitFor();
      await expectSoon(() => page.evaluate('document.activeElement.id')).toBe('content');
    });
    expect(await read(pet)).toBeUndefined();
  });

  test('says that an animal does not exist, and keeps the input about one that is removed meanwhile', async () => {
    const pet = await add('Coco');
    await onPage('/animals/99999', async (page) => {
      await page.getByRole('heading', { name: 'There is no animal with the number 99999' }).waitFor();
      await expectAccessible(page, 'animal-missing');
      await page.goto('/animals/rex');
      await page.getByRole('heading', { name: 'There is no animal with the number rex' }).waitFor();
      await page.goto(`/animals/${pet.id}`);
      await change(page).click();
      await nameField(page).fill('Coco, whom I describe at length');
      await service.client.pets.remove(pet.id);
      await page.getByText(`There is no animal with the number ${pet.id}`).waitFor({ state: 'attached' });
      await press(save(page));
      await page.getByRole('alert').getByText('This animal was removed.').waitFor();
      await expectSoon(() => nameField(page).inputValue()).toBe('Coco, whom I describe at length');
    });
  });

  test('a conflicting change shows both versions after one in another tab, and lets the user choose', async () => {
    const pet = await add('Max');
    await inTab(async (theirs) => {
      await visit(theirs, `/animals/${pet.id}`);
      await onPage(`/animals/${pet.id}`, async (page) => {
        const rename = async (tab: Page, name: string) => {
          await nameField(tab).fill(name);
          await press(save(tab));
        };
        await change(page).click();
        await change(theirs).click();
        await rename(theirs, 'Max of theirs');
        // The page shows the new name before the server has it.
        await theirs.getByText('The change was saved.').waitFor();
        await rename(page, 'Max of mine');
        await conflict(page).waitFor();
        const row = conflict(page).getByRole('row', { name: /^Name/ });
        await expectSoon(() => row.getByRole('cell').allTextContents()).toEqual(['Max of theirs', 'Max of mine']);
        await expectAccessible(page, 'animal-conflict');
        await press(page.getByRole('button', { name: 'Keep theirs' }));
        await page.getByRole('heading', { level: 1, name: 'Max of theirs' }).waitFor();
        expect((await read(pet))?.name).toBe('Max of theirs');

        await change(page).click();
        await press(theirs.getByRole('button', { name: 'Adopt' }));
        await theirs.getByText('Max of theirs was adopted.').waitFor();
        await rename(page, 'Max of mine');
        await press(page.getByRole('button', { name: 'Use mine' }));
        await page.getByText('Max of mine was saved as you wanted it.').waitFor();
      });
    });
    expect(await read(pet)).toEqual({ ...pet, name: 'Max of mine', status: 'sold' });
  });

  test('a conflicting change is also detected when it comes between reading and writing, and the server responds with 412', async () => {
    const pet = await add('Luna');
    await inTab(async (page) => {
      const refusals: number[] = [];
      page.on('response', (response) => {
        if (response.request().method() === 'PATCH') refusals.push(response.status());
      });
      await visit(page, `/animals/${pet.id}`, await makeDeafKey(service));
      await page.getByRole('button', { name: 'Put on hold' }).waitFor();
      await page.route(
        `**/v1/pets/${pet.id}`,
        async (route) => {
          await service.client.pets.update(pet.id, { name: 'Luna of theirs' });
          await route.continue();
        },
        { times: 1 },
      );
      await press(page.getByRole('button', { name: 'Put on hold' }));
      await conflict(page).waitFor();
      expect(refusals).toEqual([412]);
      await expectSoon(() => status(page).getAttribute('data-status')).toBe('available');
      await press(page.getByRole('button', { name: 'Use mine' }));
      await page.getByText('Luna of theirs was saved as you wanted it.').waitFor();
      expect(refusals).toEqual([412, 200]);
    });
    expect(await read(pet)).toMatchObject({ name: 'Luna of theirs', status: 'pending' });
  });

  test('a change is reverted when the server rejects it, and the reason is shown', async () => {
    const pet = await add('Milo', 'pending');
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`, await makeDeafKey(service));
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      await service.client.pets.update(pet.id, { status: 'available' });
      await service.client.orders.place({ petId: pet.id });
      await press(page.getByRole('button', { name: 'Adopt' }));
      const alert = page.getByRole('alert').filter({ hasText: 'Milo was not adopted' });
      await alert.getByText('End its reservation first.').waitFor();
      await expectSoon(() => status(page).getAttribute('data-status')).toBe('pending');
      await page.getByText('Its status stays').waitFor();
      await expectSoon(() => offered(page)).toEqual([]);
      await expectSoon(() => page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    });
  });
});

/** The labels of the buttons that change the status. */
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Reservations' }).waitFor();
  await page.locator('#content [class*=Skeleton]').first().waitFor({ state: 'detached' });
  return await page.getByRole('button', { name: /^(Adopt|Put on hold|Make available)$/ }).allTextContents();
}
