import { expect, test } from 'bun:test';
import { expectAccessible } from '../support/accessibility.ts';
import { untilFocused, visit } from '../support/browser.ts';
import { dialog, listKeys } from '../support/console-keys.ts';
import { withTab } from '../support/describe-console.ts';
import { sqlite } from '../support/engines.ts';
import { startServer, type TestServer } from '../support/server.ts';

test('a key is created once, and the form keeps its input, when the server stops before it responds', async () => {
  const database = await sqlite.makeDatabase();
  const first = await startServer({ database });
  let second: TestServer | undefined;
  await withTab(first, async (page) => {
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('front desk');
    await page.getByLabel('Editor').check();
    await page.getByLabel('Expires').selectOption('In 1 year');
    // The server creates the key, but stops before its response arrives.
    await page.route('**/v1/keys', async (route) => {
      await route.fetch();
      await first.stop();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Create the key' }).click();
    await dialog(page).getByText('The server did not answer').waitFor();
    await page.unroute('**/v1/keys');
    expect(await page.getByLabel('Name').inputValue()).toBe('front desk');
    expect(await page.getByLabel('Editor').isChecked()).toBe(true);

    second = await startServer({ database, env: { PORT: new URL(first.url).port } });
    await page.getByRole('button', { name: 'Create the key' }).click();
    await dialog(page, 'front desk').locator('pre').waitFor();
    expect((await listKeys(second)).filter(({ name }) => name === 'front desk')).toHaveLength(1);
  });
  await second?.stop();
  await database.remove();
});

test('errors of a new key are shown at their fields, and the form keeps its input', async () => {
  const server = await startServer();
  await withTab(server, async (page) => {
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const make = page.getByRole('button', { name: 'Create the key' });
    const name = page.getByLabel('Name');
    await make.click();
    await page.getByText('Enter a name').waitFor();
    await untilFocused(page, 'aria-invalid="true"');
    await name.fill('x'.repeat(101));
    await page.getByLabel('Expires').selectOption('On a date of my own');
    await make.click();
    await page.getByText('Choose a date.').waitFor();
    await untilFocused(page, 'type="date"');
    await page.getByLabel('Last day').fill('2020-02-29');
    await make.click();
    await page.getByText('Choose today or a later day.').waitFor();
    await page.getByLabel('Last day').fill('2999-12-31');
    await make.click();
    await page.getByText('Must have 1 to 100 characters').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await name.inputValue()).toHaveLength(101);
    await expectAccessible(page, 'key-faults');
    await name.fill('front desk');
    await make.click();
    await dialog(page, 'front desk').locator('pre').waitFor();
    const end = new Date((await listKeys(server)).at(-1)?.expiresAt ?? '');
    expect([end.getFullYear(), end.getMonth(), end.getDate()]).toEqual([3000, 0, 1]);
  });
  await server.stop();
});

test('a secret can be copied without the clipboard API, and leaving the page needs a confirmation', async () => {
  const server = await startServer();
  await withTab(server, async (page) => {
    // As on every page that is served over plain HTTP.
    await page.addInitScript('delete Navigator.prototype.clipboard');
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('over plain HTTP');
    await page.getByRole('button', { name: 'Create the key' }).click();
    const secret = (await dialog(page).locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('String(getSelection())')).toBe(secret);
    const [question] = await Promise.all([
      page.waitForEvent('dialog'),
      page.evaluate('void setTimeout(() => location.reload())'),
    ]);
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await dialog(page).locator('pre').textContent()).toBe(secret);
  });
  await server.stop();
});
