import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Pet } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { visit } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

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

describeConsole('a conflicting change', {}, (service) => {
  const { inTab } = service;
  const add = (name: string, status: Pet['status'] = 'available') =>
    service.client.pets.create({ name, categoryId: 7n, ...(status && { status }) });
  const read = async ({ id }: Pet) => (await service.client.pets.list({ ids: [id] }).page()).items[0];

  test('shows both versions after a change in another tab, and lets the user choose', async () => {
    const pet = await add('Max');
    await inTab(async (theirs) => {
      await visit(theirs, `/animals/${pet.id}`);
      await inTab(async (page) => {
        const rename = async (tab: Page, name: string) => {
          await nameField(tab).fill(name);
          await press(save(tab));
        };
        await visit(page, `/animals/${pet.id}`);
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
        await press(theirs.getByRole('button', { name: 'Mark as sold' }));
        await theirs.getByText('Max of theirs is sold now.').waitFor();
        await rename(page, 'Max of mine');
        await press(page.getByRole('button', { name: 'Use mine' }));
        await page.getByText('Max of mine was saved as you wanted it.').waitFor();
      });
    });
    expect(await read(pet)).toEqual({ ...pet, name: 'Max of mine', status: 'sold' });
  });

  test('is also detected when it comes between reading and writing, and the server responds with 412', async () => {
    const pet = await add('Luna');
    await inTab(async (page) => {
      const refusals: number[] = [];
      page.on('response', (response) => {
        if (response.request().method() === 'PATCH') refusals.push(response.status());
      });
      await visit(page, `/animals/${pet.id}`, await makeDeafKey(service));
      await page.getByRole('button', { name: 'Mark as pending' }).waitFor();
      await page.route(
        `**/v1/pets/${pet.id}`,
        async (route) => {
          await service.client.pets.update(pet.id, { name: 'Luna of theirs' });
          await route.continue();
        },
        { times: 1 },
      );
      await press(page.getByRole('button', { name: 'Mark as pending' }));
      await conflict(page).waitFor();
      expect(refusals).toEqual([412]);
      await expectSoon(() => status(page).getAttribute('data-status')).toBe('available');
      await press(page.getByRole('button', { name: 'Use mine' }));
      await page.getByText('Luna of theirs was saved as you wanted it.').waitFor();
      expect(refusals).toEqual([412, 200]);
    });
    expect(await read(pet)).toMatchObject({ name: 'Luna of theirs', status: 'pending' });
  });

  test('is reverted when the server rejects it, and the reason is shown', async () => {
    const pet = await add('Milo', 'pending');
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`, await makeDeafKey(service));
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      await service.client.pets.update(pet.id, { status: 'available' });
      const order = await service.client.orders.place({ petId: pet.id });
      await press(page.getByRole('button', { name: 'Mark as sold' }));
      const alert = page.getByRole('alert').filter({ hasText: 'Milo did not become sold' });
      await alert.getByText(`The open order ${order.id} holds the animal ${pet.id}.`).waitFor();
      await expectSoon(() => status(page).getAttribute('data-status')).toBe('pending');
      await page.getByText('Its status stays').waitFor();
      await expectSoon(() => offered(page)).toEqual([]);
      await expectSoon(() => page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    });
  });
});

/** The labels of the buttons that change the status. */
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Orders' }).waitFor();
  await page.locator('#content [class*=Skeleton]').first().waitFor({ state: 'detached' });
  return await page.getByRole('button', { name: /^Mark as/ }).allTextContents();
}
