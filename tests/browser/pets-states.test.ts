import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../support/accessibility.ts';
import { visit } from '../support/browser.ts';
import { describeConsole, type TestConsole } from '../support/describe-console.ts';

const markup = '<img src=x onerror=alert(1)>';
const statuses = ['available', 'pending', 'sold'] as const;
const animals = 21;

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(7n, { name: 'Dogs' });
  for (let number = 1; number <= animals; number++) {
    const name = number === 3 ? markup : `Animal ${number}`;
    await client.pets.create({ name, categoryId: number % 5 === 0 ? 7n : 99n, status: statuses[number % 3] ?? 'sold' });
  }
}

const animal = (page: Page, number: number) => page.getByRole('link', { name: new RegExp(`^Animal ${number}(?!\\d)`) });

describeConsole('the list of animals', { fill }, (service) => {
  const { inTab } = service;

  test('shows a name with markup as text', async () => {
    await inTab(async (page) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await visit(page, '/animals');
      await page.getByRole('link', { name: markup }).click();
      await page.getByRole('heading', { level: 1, name: markup }).waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: `Remove ${markup}?` }).waitFor();
      expect(await page.locator('img[src=x]').count()).toBe(0);
      expect(dialogs).toEqual([]);
    });
  });

  test('shows no editing buttons to a key that may only read', async () => {
    const { secret } = await service.client.keys.create({ name: 'reader', role: 'reader' });
    await inTab(async (page) => {
      await visit(page, '/animals', secret);
      await animal(page, 20).waitFor();
      expect(await buttons(page)).toEqual(['Count all', 'Back', 'Next']);
      await animal(page, 1).click();
      await page.getByText('Nobody has reserved this animal so far.').waitFor();
      expect(await buttons(page)).toEqual([]);
    });
  });

  test('says when no animal matches the filters, and offers to show all', async () => {
    await inTab(async (page) => {
      await visit(page, '/animals?status=sold&category=123');
      await page.getByRole('heading', { name: 'No matching animals' }).waitFor();
      await page.getByRole('button', { name: 'Show all animals' }).click();
      await animal(page, 20).waitFor();
    });
  });
});

describeConsole('an empty catalogue', {}, ({ inTab }) => {
  test('says that there are no animals yet, and offers to import or add some', async () => {
    await inTab(async (page) => {
      await visit(page, '/animals');
      await page.getByRole('heading', { name: 'There are no animals yet' }).waitFor();
      expect(await page.getByRole('link', { name: 'Import a file' }).getAttribute('href')).toBe('/import');
      await expectAccessible(page, 'animals-empty');
      await page.getByRole('button', { name: 'Add the first animal' }).click();
      await page.getByRole('dialog', { name: 'Add an animal' }).waitFor();
    });
  });
});

/** The labels of the buttons in the content. */
async function buttons(page: Page): Promise<string[]> {
  return await page.locator('#content').getByRole('button').allInnerTexts();
}
