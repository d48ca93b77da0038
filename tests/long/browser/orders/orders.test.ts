import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../../../client/index.ts';
import { untilFocused } from '../../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../../support/browser/describe-console.ts';
import { go, inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { expectSoon } from '../../../support/expect-soon.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const more = (page: Page) => page.getByRole('button', { name: 'More that can be done' });

/** The secret of a new key with these scopes. */
const keyWith = async ({ client }: TestConsole, ...scopes: Scope[]) =>
  (await client.keys.create({ name: 'made', scopes })).secret;
/** That of a key that may not read events, so that its page does not update. */
let deafKey: string;

async function fill(service: TestConsole): Promise<void> {
  deafKey = await keyWith(service, 'pets:read', 'pets:write', 'orders:read', 'orders:write');
}

describeConsole('reservations', { fill }, (service) => {
  const onPage = inOneTab(service);
  const order = async (name: string) => {
    const pet = await service.client.pets.create({ name, categoryId: 1n });
    return { pet, order: await service.client.orders.place({ petId: pet.id }) };
  };

  test('begins a page where the address says, counts all reservations, and says that an animal was removed', async () => {
    const { pet, order: ended } = await order('Gone');
    const { orders } = service.client;
    await orders.cancel(ended.id);
    await service.client.pets.remove(pet.id);
    for (const name of ['Mo', 'Zoe']) await order(name);
    const { items, next: cursor } = await orders.list({ status: 'placed', limit: 1 }).page();
    expect(items).toMatchObject([{ status: 'placed' }]);
    const open = await orders.count({ status: 'placed' });
    await onPage('/orders?status=nonsense', async (page) => {
      await page.getByText('There is no such status: these are the open reservations.').waitFor();
      await page.getByText(`${open} reservations`, { exact: true }).waitFor();
      const links = page.locator('#content').getByRole('listitem');
      await expectSoon(() => links.count()).toBe(open);
      await go(page, `/orders?cursor=${cursor}`);
      await expectSoon(() => links.count()).toBe(open - 1);
      await page.getByText(`${open} reservations`, { exact: true }).waitFor();
      await press(page.getByRole('button', { name: 'First page' }));
      await expectSoon(() => links.count()).toBe(open);
      await go(page, '/orders?status=cancelled');
      await page.getByText('An animal that was removed').waitFor();
    });
  });

  test('the page of an animal reserves it, ends the reservation, and takes that back', async () => {
    const pet = await service.client.pets.create({ name: 'Milo', categoryId: 1n });
    await onPage(`/animals/${pet.id}`, async (page) => {
      await press(button(page, 'Reserve'));
      await button(page, 'Adopt').waitFor();
      await untilFocused(page, 'What comes next');
      await press(more(page));
      await page.getByRole('menuitem', { name: 'Cancel the reservation' }).press('Enter');
      await press(button(page, 'Reserve'));
      await press(button(page, 'Adopt'));
      await press(
        page.getByRole('group', { name: 'What comes next' }).getByRole('button', { name: 'Undo: reserve again' }),
      );
      await page.getByText('Milo is reserved again.').waitFor();
      await page.getByRole('list', { name: 'What happened' }).getByText('Milo is reserved again').waitFor();
    });
    expect(await service.client.orders.count({ petId: pet.id, status: 'placed' })).toBe(1);
  });

  test('the page of an animal reports that somebody else was faster to reserve the animal or to end its order', async () => {
    const pet = await service.client.pets.create({ name: 'Coco', categoryId: 1n });
    const use = async (page: Page) => {
      await button(page, 'Reserve').waitFor();
      const faster = await service.client.orders.place({ petId: pet.id });
      await press(button(page, 'Reserve'));
      const alert = page.getByRole('alert').filter({ hasText: 'Somebody else was faster' });
      await alert.getByText('not available any more').waitFor();
      await button(page, 'Adopt').waitFor();
      // Without its order the page would offer to change the status alone.
      await page.locator('.pet-head').getByText('reserved', { exact: true }).waitFor();
      await service.client.orders.cancel(faster.id);
      await press(button(page, 'Adopt'));
      await page.getByText('This reservation has already ended.').waitFor();
    };
    await onPage(`/animals/${pet.id}`, use, deafKey);
    expect(await service.client.orders.count({ petId: pet.id })).toBe(1);
  });

  test('the page of an animal shows each key only what it may see and do', async () => {
    const { pet } = await order('Bruno');
    const look = async (page: Page) => {
      await page.locator('#content').getByRole('listitem').first().waitFor();
      await expectSoon(() => page.locator('#content').getByRole('listitem').getByRole('button').count()).toBe(0);
      await expectSoon(() => page.getByRole('button', { name: 'Reserve an animal' }).count()).toBe(0);
      await go(page, `/animals/${pet.id}`);
      await page.locator('.pet-head').getByText('reserved', { exact: true }).waitFor();
      await page.getByText('Bruno was reserved').waitFor();
      await expectSoon(() => page.locator('#content').getByRole('button').allTextContents()).toEqual(['•••']);
    };
    await onPage('/orders', look, await keyWith(service, 'pets:read', 'orders:read', 'events:read'));
    const release = async (page: Page) => {
      await press(button(page, 'Make available'));
      await page.getByText('End its reservation first.').waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Reserve' }).count()).toBe(0);
    };
    await onPage(`/animals/${pet.id}`, release, await keyWith(service, 'pets:read', 'pets:write'));
  });
});
