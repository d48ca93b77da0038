import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { laptop, phone, setView, visit } from '../../support/browser/browser.ts';
import { dialog, goTo } from '../../support/browser/console-keys.ts';
import { describeConsole, type TestConsole } from '../../support/browser/describe-console.ts';
import { runBeside } from '../../support/browser/event-log.ts';
import { go, inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const largest = '9223372036854775807';
const smallest = '-9223372036854775808';
/** A right-to-left override: it reverses all text after it that is not isolated from it. */
const turning = '\u202eevil';
/** Letters that run from right to left, and such a character: either alone would reverse what is not isolated. */
const name = `قطة ${turning}`;

async function fill({ client }: TestConsole): Promise<void> {
  await client.categories.put(45n, { name: `Dogs ${turning}` });
  // Ids get two digits, because a single digit cannot be reversed.
  for (let count = 1; count < 12; count++) await client.pets.create({ name: 'Bella', categoryId: 45n });
}

/** The texts, except the names themselves, whose letters do not run from left to right. */
async function turnedRound(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const isName = (element) => element !== null && /[\\u202e\\u0600-\\u06ff]/.test(element.textContent);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const turned = [];
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.data;
      if (text.trim().length < 2 || isName(node) || !node.parentElement.checkVisibility()) continue;
      const places = [...text].map((_, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
      });
      const isTurned = places.some(({ left, top, width }, at) => {
        const next = places[at + 1];
        return next !== undefined && width > 0 && next.width > 0 && next.top === top && next.left < left;
      });
      if (isTurned) turned.push(text);
    }
    return turned;
  })()`);
}

describeConsole('an animal', { fill }, (service) => {
  const onPage = inOneTab(service);

  test('whose name runs from right to left does not reverse the text beside it, on a laptop and on a phone', async () => {
    const pet = await service.client.pets.create({ name, categoryId: 45n });
    await service.client.orders.place({ petId: pet.id });
    const key = await service.client.keys.create({ name, role: 'reader' });
    await onPage('/', async (page) => {
      const expectUpright = async () => expect(await turnedRound(page)).toEqual([]);
      const expectUprightOnBoth = async () => {
        await setView(page, phone);
        await expectUpright();
        await setView(page, laptop);
        await expectUpright();
      };
      const done = (what: string) => page.getByRole('alert').filter({ hasText: what }).last().waitFor();
      const choose = async (what: string) => {
        await press(page.getByRole('button', { name: 'More that can be done' }));
        await page.getByRole('menuitem', { name: what }).press('Enter');
      };
      await page.getByRole('region', { name: 'Recent activity' }).getByText('was reserved').first().waitFor();
      await expectUprightOnBoth();

      await goTo(page, 'Reservations');
      const link = page.locator('#content').getByRole('link', { name });
      await link.waitFor();
      await expectUprightOnBoth();
      await press(page.getByRole('button', { name: `Adopted: ${name}` }));
      await done('was adopted');
      await expectUpright();

      await link.click();
      await press(page.getByRole('button', { name: 'Undo', exact: true }).first());
      await done('is reserved again');
      await expectUprightOnBoth();
      await choose('Cancel the reservation');
      await done('is available again');
      await press(page.getByRole('button', { name: 'Edit', exact: true }));
      await dialog(page).waitFor();
      await expectUpright();
      await page.keyboard.press('Escape');
      await choose('Remove');
      await dialog(page).waitFor();
      await expectUpright();
      await press(dialog(page).getByRole('button', { name: 'Remove' }));
      await done('was removed');
      await expectUpright();

      await press(page.getByRole('button', { name: 'Add an animal' }));
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog(page).getByRole('combobox', { name: 'Category' }).fill('45');
      await press(page.getByRole('button', { name: 'Add the animal' }));
      await done('was added');
      await expectUpright();

      await goTo(page, 'Keys');
      await press(page.getByRole('button', { name: `Revoke ${name}` }));
      await dialog(page).waitFor();
      await expectUpright();
      await press(dialog(page).getByRole('button', { name: 'Revoke it' }));
      await done('is revoked');
      await expectUprightOnBoth();
    });
    expect((await service.client.keys.get(key.id)).status).toBe('revoked');
  });

  test('with such a name has it isolated by control characters in the page title and in input fields', async () => {
    const pet = await service.client.pets.create({ name, categoryId: 45n });
    await service.inTab(async (page) => {
      const { promise: isOpen, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/v1\/categories/, async (route) => {
        await isOpen;
        await route.continue();
      });
      await visit(page, `/animals/${pet.id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expectSoon(() => page.title()).toBe(`\u2068${name}\u2069 · Petstore`);
      await press(page.getByRole('button', { name: 'Edit', exact: true }));
      const category = dialog(page).getByRole('combobox', { name: 'Category' });
      // The form may be there before the categories are.
      await expectSoon(() => category.inputValue()).toBe('45');
      release();
      await expectSoon(() => category.inputValue()).toBe(`\u2068Dogs ${turning}\u2069`);
      await page.getByRole('textbox', { name: 'Name' }).fill('Rex');
      await press(page.getByRole('button', { name: 'Save' }));
      await page.getByText('The change was saved.').waitFor();
      await expectSoon(() => page.title()).toBe('Rex · Petstore');
    });
    expect((await service.client.pets.list({ ids: [pet.id] }).page()).items).toEqual([{ ...pet, name: 'Rex' }]);
  });

  test('can have the largest and the smallest category and id, which are shown with all digits', async () => {
    const { client, server } = service;
    await client.categories.put(BigInt(largest), { name: 'Last' });
    await onPage('/animals', async (page) => {
      for (const [name, category] of [
        ['Most', largest],
        ['Least', smallest],
      ] as const) {
        await press(page.getByRole('button', { name: 'Add an animal' }));
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await dialog(page).getByRole('combobox', { name: 'Category' }).fill(category);
        await press(page.getByRole('button', { name: 'Add the animal' }));
        await page.locator('#content').getByRole('link', { name }).waitFor();
        await dialog(page).waitFor({ state: 'detached' });
      }
      await go(page, `/animals?category=${smallest}`);
      await page.locator('#content').getByRole('link', { name: 'Least' }).waitFor();
      await expectSoon(() => page.locator('#content').getByRole('link', { name: 'Most' }).count()).toBe(0);

      runBeside(
        { url: server.databaseUrl },
        `INSERT INTO pets (id, name, category_id, status) VALUES
          (${largest}, 'Omega', 1, 'available'), (${smallest}, 'Alpha', 1, 'available')`,
      );
      // Read again, because a row that is inserted beside the server causes no event.
      await page.goto('/animals');
      for (const [name, id] of [
        ['Omega', largest],
        ['Alpha', smallest],
      ] as const) {
        await page.getByRole('link', { name }).press('Enter');
        await page.waitForURL(`**/animals/${id}`);
        await press(page.getByRole('button', { name: 'More that can be done' }));
        await page.getByRole('menuitem', { name: 'Put on hold' }).press('Enter');
        await page.getByRole('alert').getByText(`${name} is on hold.`).waitFor();
        await page.getByRole('link', { name: 'All animals' }).press('Enter');
      }
    });
    const pets = await Array.fromAsync(client.pets.list());
    const seen = pets.map(({ name, categoryId, status }) => `${name} ${categoryId} ${status}`);
    for (const each of [
      `Most ${largest} available`,
      `Least ${smallest} available`,
      'Omega 1 pending',
      'Alpha 1 pending',
    ])
      expect(seen).toContain(each);
  });
});
