import { expect, test } from 'bun:test';
import { consolePages } from '../../../console/pages.ts';
import { en } from '../../../console/texts/en.ts';
import { expectAccessibleInBothSchemes } from '../../support/browser/accessibility.ts';
import { phone, untilFocused } from '../../support/browser/browser.ts';
import { dialog, entry, goTo, opens } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { clickUntilTaken } from '../../support/browser/press.ts';

/** The name of a key that a test changes. */
const desk = 'desk';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Every page has entries in their different states, except for the inquiries, of which there are none. */
async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(7n, { name: 'Dogs' });
  for (const name of ['Rex', 'Bella', '<i>Max</i>', 'Luna']) {
    const { id } = await client.pets.create({ name, categoryId: 7n });
    await client.orders.place({ petId: id });
  }
  await client.orders.complete(4n);
  await client.keys.create({ name: 'tablet', role: 'editor', expiresAt: inDays(5) });
  const { id } = await client.keys.create({ name: 'x'.repeat(60), scopes: ['pets:read', 'keys:admin'] });
  await client.keys.revoke(id);
  await client.keys.create({ name: desk, role: 'reader' });
  await client.webhooks.create({ url: 'http://127.0.0.1:1/hook' });
}

describeConsole('each page', { fill, env: { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' } }, (service) => {
  const onPhone = inOneTab(service, phone);

  // Tests of single pages use the navigation of a laptop.
  test('is reached by the navigation on a phone, which moves the focus, and is accessible at each size and in each colour scheme', () =>
    onPhone('/animals/1', async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Rex' }).waitFor();
      for (const { path } of consolePages) {
        const label = en.pages[path];
        await goTo(page, label);
        await page.getByRole('heading', { level: 1, name: label }).waitFor();
        await untilFocused(page, 'id="content"');
        expect(new URL(page.url()).pathname).toBe(path);
        await page.locator('#content [class*=Skeleton]').first().waitFor({ state: 'detached' });
        // The frame is that of the first page.
        await expectAccessibleInBothSchemes(page, label.toLowerCase(), path === '/' ? undefined : '#content');
      }
    }));

  test('on a phone, can rotate and revoke a key, and the focus stays on its card', async () => {
    await onPhone('/keys', async (page) => {
      await page.getByRole('button', { name: `New secret for ${desk}` }).click();
      await clickUntilTaken(page.getByRole('button', { name: 'Create a new secret' }));
      const shown = dialog(page, desk).filter({ hasText: 'This is the new secret.' });
      const secret = (await shown.locator('pre').textContent()) ?? '';
      await clickUntilTaken(shown.getByRole('button', { name: 'I have saved it' }));
      await page.getByRole('button', { name: `Revoke ${desk}` }).click();
      await untilFocused(page, 'Keep it');
      await page.keyboard.press('Enter');
      await untilFocused(page, `aria-label="Revoke ${desk}"`);
      await page.getByRole('button', { name: `Revoke ${desk}` }).click();
      await clickUntilTaken(page.getByRole('button', { name: 'Revoke it' }));
      await entry(page, desk).getByText('revoked', { exact: true }).waitFor();
      expect(await opens(service.server, secret)).toBe(401);
    });
  });

  test('on a phone, can add, change and remove an animal', async () => {
    await onPhone('/animals', async (page) => {
      await page.getByRole('button', { name: 'Add an animal' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Coco');
      await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).fill('7');
      await clickUntilTaken(page.getByRole('button', { name: 'Add the animal' }));
      await page.getByRole('alert').getByRole('link', { name: 'Coco' }).click();
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Coco the second');
      await clickUntilTaken(page.getByRole('button', { name: 'Save' }));
      await page.getByRole('heading', { level: 1, name: 'Coco the second' }).waitFor();
      await page.getByRole('button', { name: 'More that can be done' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await clickUntilTaken(page.getByRole('dialog').getByRole('button', { name: 'Remove' }));
      await page.getByText('Coco the second was removed.').waitFor();
    });
    expect(await service.client.pets.count()).toBe(4);
  });
});
