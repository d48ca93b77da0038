import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createClient } from '../../../client/index.ts';
import { closeSharedTabs, visit } from '../../support/browser/browser.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { press } from '../../support/browser/press.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, startSite, type TestServer } from '../../support/process/server.ts';

const largest = '9223372036854775807';
const smallest = '-9223372036854775808';
let database: ScratchDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await sqlite.makeDatabase();
  server = await startSite({ database });
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
  await database.remove();
});

test('adds animals with the largest and smallest category, and shows the extreme ids with all digits', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: adminKey });
  await client.categories.put(BigInt(largest), { name: 'Last' });
  await withSharedTab(server, async (page) => {
    await visit(page, '/animals');
    for (const [name, category] of [
      ['Most', largest],
      ['Least', smallest],
    ] as const) {
      await page
        .getByRole('button', { name: /^Add (an|the first) animal$/ })
        .first()
        .click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('dialog').getByRole('combobox', { name: 'Category' }).fill(category);
      await press(page.getByRole('button', { name: 'Add the animal' }));
      await page.locator('#content').getByRole('link', { name }).waitFor();
    }
    await page.goto(`/animals?category=${smallest}`);
    await page.getByRole('link', { name: 'Least' }).waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Most' }).count()).toBe(0);

    await database.run(`INSERT INTO pets (id, name, category_id, status) VALUES
        (${largest}, 'Omega', 1, 'available'), (${smallest}, 'Alpha', 1, 'available')`);
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
  expect(pets.map(({ id, categoryId, status }) => `${id} ${categoryId} ${status}`).sort()).toEqual(
    [`${smallest} 1 pending`, `1 ${largest} available`, `2 ${smallest} available`, `${largest} 1 pending`].sort(),
  );
});
