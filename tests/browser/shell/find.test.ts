import { expect, test } from 'bun:test';
import { untilFocused } from '../../support/browser/browser.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { expectSoon } from '../../support/expect-soon.ts';

async function fill({ client }: TestConsole): Promise<void> {
  const profile = { breed: 'Siamese mix', sex: 'female', location: 'Kennel 7', reference: 'A740539' } as const;
  await client.listings.create({ name: 'Bella', categoryId: 8n, profile });
}

describeConsole('the search of the console', { fill }, (service) => {
  const onPage = inOneTab(service);

  test('finds animals, people, pages and what can be done in the header, one of many of a name with two presses, also what is mistyped, and what was opened last', async () => {
    const { client } = service;
    const birthDate = new Date().toISOString().slice(0, 10);
    const profile = { species: 'Cat', breed: 'Manx', birthDate, location: 'Kennel 9', microchip: '985141000123456' };
    const { id: petId } = await client.listings.create({ name: 'Nala', categoryId: 9n, profile });
    const contact = { name: 'Tom Baker', phone: '512 555 0199', email: 'tom@example.org' };
    await client.orders.place({ petId, contact });
    for (let left = 0; left < 9; left++) await client.pets.create({ name: 'Nala', categoryId: 9n, status: 'sold' });
    await onPage('/keys', async (page) => {
      const search = page.getByRole('combobox', { name: 'Find anything' });
      const found = page.getByRole('listbox').getByRole('option');
      await search.click();
      await page.keyboard.type('Nala');
      await expectSoon(() => found.count()).toBe(8);
      await found.first().getByText('Manx · Kennel 9').waitFor();
      await found.first().click();
      await page.getByRole('heading', { level: 1, name: 'Nala' }).waitFor();

      await page.keyboard.press('/');
      await untilFocused(page, 'Find anything');
      await page.keyboard.type('A740539');
      await found.first().filter({ hasText: 'Bella' }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor();
      await page.keyboard.press('Control+K');
      await page.keyboard.type('webh');
      await found.first().filter({ hasText: 'Webhooks' }).click();
      await page.waitForURL('**/webhooks');
      for (const text of ['kitten', 'manx cat', '985 141-000 123 456', '9851', 'mamx']) {
        await search.fill(text);
        await found.filter({ hasText: 'Nala' }).first().waitFor();
        await search.fill('zzzz');
        await page.getByText('Nothing found').waitFor();
      }
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await search.fill('tom@ex');
      await found.filter({ hasText: 'Tom Baker · reservation' }).waitFor();
      await search.fill('555-0199');
      await found.filter({ hasText: 'Tom Baker · reservation' }).click();
      await page.waitForURL('**/orders');
      await page.getByRole('listitem').filter({ hasText: 'for Tom Baker' }).filter({ hasText: 'Nala' }).waitFor();
      await expectSoon(() => page.getByLabel('Find somebody').inputValue()).toBe('Tom Baker');
      expect(asked.filter((url) => /baker|tom(@|%40)/i.test(url))).toEqual([]);
      await search.fill('reserve bella');
      await found.filter({ hasText: 'Reserve Bella' }).click();
      await page.getByRole('dialog').getByText('Reserve Bella for somebody').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await search.blur();
      await page.keyboard.press('/');
      await expectSoon(async () => (await found.allTextContents()).slice(0, 2)).toEqual([
        expect.stringContaining('Bella'),
        expect.stringContaining('Nala'),
      ]);
      await search.fill('bel');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/animals?q=bel');
    });
  });
});
