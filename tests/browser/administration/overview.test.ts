import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Scope } from '../../../client/index.ts';
import { signIn } from '../../support/browser/browser.ts';
import { goTo } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const largest = 2n ** 63n - 1n;
const markup = '<img src=x onerror=alert(1)>';

async function keyWith({ client }: TestConsole, ...scopes: Scope[]): Promise<string> {
  return (await client.keys.create({ name: scopes.join(' '), scopes })).secret;
}

describeConsole('the overview', {}, (service) => {
  const onPage = inOneTab(service);

  test('suggests an import for an empty catalogue, as the list of animals does, except to keys that may only read', async () => {
    await onPage('/', async (page) => {
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await page.getByRole('link', { name: 'Import a file' }).press('Enter');
      await page.waitForURL('**/import');
      await goTo(page, 'Animals');
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await expectSoon(() => page.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/import');
      await press(page.getByRole('button', { name: 'Add the first animal' }));
      await page.getByRole('dialog', { name: 'Add an animal' }).waitFor();
    });

    const reader = await keyWith(service, 'pets:read', 'events:read');
    const use = async (page: Page) => {
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      await expectSoon(() => page.getByRole('link', { name: /add|import/i }).count()).toBe(0);
    };
    await onPage('/', use, reader);
  });

  test('shows counts, recent activity and adoptions, and updates live', async () => {
    await service.client.categories.put(3n, { name: 'Dogs' });
    const bella = await service.client.pets.create({ name: 'Bella', categoryId: 3n });
    const { id } = await service.client.orders.place({ petId: bella.id });
    await service.client.inquiries.create({ petId: bella.id, name: 'Ada', email: 'ada@example.org', message: 'Hello' });
    const { id: largeId } = await service.client.pets.create({ name: markup, categoryId: largest, status: 'sold' });
    await onPage('/', async (page) => {
      const section = (name: string) => page.getByRole('region', { name });
      const figure = (text: string) => page.getByRole('link', { name: text, exact: true });
      await figure('0 available').waitFor();
      await figure('1 reserved or on hold').waitFor();
      await figure('1 waiting for an answer').waitFor();
      await section('Waiting for an answer').getByRole('listitem').filter({ hasText: 'Ada has asked' }).waitFor();
      await section('Reserved longest').getByRole('link', { name: 'Bella' }).waitFor();

      const happened = section('Recent activity');
      await happened.getByText('Bella was reserved').waitFor();
      await happened.getByText(`${markup} was added`).waitFor();
      expect(await page.locator('#content img').count()).toBe(0);
      await happened.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      const adoptions = section('Adoptions');
      const before = Number.parseInt((await adoptions.getByText(/ so far, /).textContent()) ?? '', 10);

      await service.client.orders.complete(id);
      await happened.getByText('Bella was adopted').waitFor();
      await adoptions.getByText(`${before + 1} adoption`).waitFor();
      await figure(`${before + 1} adopted this month`).waitFor();
      await figure('0 reserved or on hold').waitFor();
      const thisMonth = adoptions.getByRole('row').last();
      await expectSoon(() => thisMonth.getByRole('cell').allTextContents()).toEqual([String(before + 1), '0']);
      await adoptions.locator('svg rect').last().waitFor();

      await service.client.pets.update(bella.id, { status: 'available' });
      await adoptions.getByText(`${before} adoption`).waitFor();
      await adoptions.getByText(/adopted, and 1 came back\.$/).waitFor();
      await expectSoon(() => thisMonth.getByRole('cell').allTextContents()).toEqual([String(before), '1']);
      await press(adoptions.getByRole('button', { name: 'Show as a table' }));
      await adoptions.getByRole('button', { name: 'Hide the table' }).waitFor();
      await expectSoon(async () => (await thisMonth.boundingBox())?.height).toBeGreaterThan(20);
      await service.client.pets.update(largeId, { status: 'available' });
      await expectSoon(() => thisMonth.getByRole('cell').allTextContents()).toEqual([String(before - 1), '2']);
      await service.client.pets.update(largeId, { status: 'sold' });
      await adoptions.getByText(`${before} adoption`).waitFor();
      await service.client.profiles.update(largeId, { outcomeType: 'died' });
      await adoptions.getByText(`${before - 1} adoption`).waitFor();

      await happened.getByRole('link', { name: 'Bella' }).first().press('Enter');
      await page.waitForURL(`**/animals/${bella.id}`);
    });
  });

  test('shows a key without events:read the rest, and requests no events', async () => {
    await service.client.pets.create({ name: 'Frank', categoryId: 3n });
    const secret = await keyWith(service, 'pets:read');
    const use = async (page: Page) => {
      await press(page.getByRole('button', { name: 'Sign out' }));
      const paths: string[] = [];
      page.on('request', (request) => paths.push(new URL(request.url()).pathname));
      await signIn(page, secret);
      await page.getByRole('region', { name: 'Here longest' }).getByRole('link', { name: 'Frank' }).waitFor();
      await expectSoon(() => page.getByRole('region').count()).toBe(1);
      expect(paths).toContain('/v1/keys/self');
      expect(paths).not.toContain('/v1/events');
      expect(paths).not.toContain('/v1/store/statistics');
    };
    await onPage('/', use, secret);
  });
});
