import { expect, test } from 'bun:test';
import { createClient } from '../../../client/index.ts';
import { signIn } from '../../support/browser/browser.ts';
import { chooseFile, downloadFrom, resultOf, startImport } from '../../support/browser/console-import.ts';
import { openForm, send } from '../../support/browser/console-reference.ts';
import { withTab } from '../../support/browser/describe-console.ts';
import { startPrefixProxy } from '../../support/browser/prefix-proxy.ts';
import { showOnly } from '../../support/documents/shortened-document.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, startServer } from '../../support/process/server.ts';

test('the console and the reference work behind a proxy that adds a prefix', async () => {
  using proxy = startPrefixProxy('/petstore');
  const server = await startServer({ env: { PETSTORE_URL: proxy.url } });
  proxy.connect(server.url);
  const { pets } = createClient({ baseUrl: proxy.url, apiKey: adminKey });
  const { id } = await pets.create({ name: 'Frank', categoryId: 3n });
  await withTab({ url: proxy.url }, async (page) => {
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    const follow = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

    // At the address as it is configured, without a slash at its end.
    await page.goto(proxy.url);
    await signIn(page);
    await heading('Today');
    expect(page.url()).toBe(`${proxy.url}/`);

    await follow('Animals');
    await page.getByRole('link', { name: 'Frank' }).first().waitFor();
    // Shown because of its event, not because the page is opened.
    await pets.create({ name: 'Grace', categoryId: 3n });
    await page.getByRole('link', { name: 'Grace' }).first().waitFor();
    await follow('Frank');
    await heading('Frank');
    expect(page.url()).toBe(`${proxy.url}/animals/${id}`);
    await page.reload();
    await heading('Frank');

    await follow('Import');
    await chooseFile(page, 'animals.csv', 'name,categoryId\nHeidi,3\n,3\n');
    await startImport(page);
    await resultOf(page);
    const { text } = await downloadFrom(page, 'Download the rejected rows');
    expect(text).toContain(',3');
    await expectSoon(() => page.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual(['petstore-key/petstore']);

    await page.goto(`${proxy.url}/animals/1/2/3`);
    await showOnly(page, ['listPets']);
    await follow('API reference');
    await page.getByRole('link', { name: 'Download the OpenAPI document' }).waitFor();
    expect(page.url()).toBe(`${proxy.url}/docs`);
    const panel = await openForm(page, 'listPets');
    await expectSoon(() => panel.locator('pre').first().textContent()).toContain(`${proxy.url}/v1/pets`);
    // With the key of the console.
    expect(await send(panel)).toStartWith('200 OK');
    await follow('Open the console');
    await heading('Today');
  });
  // Browsers ask for an icon by themselves.
  expect(proxy.strays.filter((path) => path !== '/favicon.ico')).toEqual([]);
  await server.stop();
});
