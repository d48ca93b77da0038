import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { visit } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const row = (page: Page, order: bigint) =>
  page.locator('tbody tr, #content li').filter({ has: page.getByText(String(order), { exact: true }) });
const cancel = (page: Page, order: bigint) => page.getByRole('button', { name: `Cancel order ${order}` });

/** The secret of a new key with these scopes. */
const keyWith = async ({ client }: TestConsole, ...scopes: Scope[]) =>
  (await client.keys.create({ name: 'made', scopes })).secret;

describeConsole('the page of an animal', {}, (service) => {
  const { inTab } = service;
  const onPage = inOneTab(service);
  const order = async (name: string) => {
    const pet = await service.client.pets.create({ name, categoryId: 1n });
    return { pet, order: await service.client.orders.place({ petId: pet.id }) };
  };

  test('reserves the animal, and lists its orders, newest first', async () => {
    const pet = await service.client.pets.create({ name: 'Milo', categoryId: 1n });
    await onPage(`/animals/${pet.id}`, async (page) => {
      for (const how of ['Cancel order', 'Adopted, order']) {
        await press(page.getByRole('button', { name: 'Reserve' }));
        await page.getByText('Its status stays').waitFor();
        await press(page.getByRole('button', { name: how }));
        await press(page.getByRole('button', { name: /^Yes, / }));
        await page.getByText('Its status stays').waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Mark as available' }).waitFor();
      const badges = page.getByRole('region', { name: 'Orders' }).locator('[data-status]');
      await expectSoon(() => badges.allTextContents()).toEqual(['adopted', 'cancelled']);
    });
  });

  test('reports that somebody else was faster to reserve the animal or to end its order', async () => {
    const pet = await service.client.pets.create({ name: 'Coco', categoryId: 1n });
    await inTab(async (page) => {
      await visit(
        page,
        `/animals/${pet.id}`,
        await keyWith(service, 'pets:read', 'pets:write', 'orders:read', 'orders:write'),
      );
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      const faster = await service.client.orders.place({ petId: pet.id });
      await press(page.getByRole('button', { name: 'Reserve' }));
      const alert = page.getByRole('alert').filter({ hasText: 'Another order was faster' });
      await alert.getByText(`The animal ${pet.id} is pending.`).waitFor();
      await cancel(page, faster.id).waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Reserve' }).count()).toBe(0);
      await press(cancel(page, faster.id));
      await expectAccessible(page, 'animal-order-asked');
      await service.client.orders.complete(faster.id);
      await press(page.getByRole('button', { name: `Yes, cancel it: order ${faster.id}` }));
      await page.getByText(`The order ${faster.id} is already completed.`).waitFor();
    });
    expect(await service.client.orders.count({ petId: pet.id })).toBe(1);
  });

  test('shows each key only what it may see and do', async () => {
    const { pet, order: open } = await order('Bruno');
    await inTab(async (page) => {
      await visit(page, '/orders', await keyWith(service, 'pets:read', 'orders:read', 'events:read'));
      await row(page, open.id).waitFor();
      await expectSoon(() => page.locator('#content').getByRole('button').allTextContents()).toEqual(['Count all']);
      await page.goto(`/animals/${pet.id}`);
      await page.getByText(`Order ${open.id}`, { exact: true }).waitFor();
      await expectSoon(() => page.locator('#content').getByRole('button').count()).toBe(0);
    });
    await inTab(async (page) => {
      await visit(page, `/animals/${pet.id}`, await keyWith(service, 'pets:read', 'pets:write'));
      await press(page.getByRole('button', { name: 'Mark as sold' }));
      await page.getByText(`The open order ${open.id} holds the animal ${pet.id}.`).waitFor();
      await expectSoon(() => page.getByRole('heading', { name: 'Orders' }).count()).toBe(0);
      await expectSoon(() => page.getByRole('button', { name: 'Reserve' }).count()).toBe(0);
    });
  });
});
