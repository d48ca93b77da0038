import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { findBarriers, openTab, photograph, startBrowser, type Tab, views, visit } from '../support/browser.ts';
import { dialog, entry, goTo, listKeys, makeKey, opens } from '../support/console-keys.ts';
import { startServer, type TestServer } from '../support/server.ts';

setDefaultTimeout(60_000);

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await startBrowser();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const fit = (tab: Tab) => tab.page.evaluate('document.documentElement.scrollWidth <= innerWidth');

describe.each(views)('the list of keys, on a $name', (view) => {
  test('tells of each what it may do, how it stands, when it was used and when it ends', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const mark = view.name;
    await makeKey(server, { name: `<b>front</b> desk ${mark}`, role: 'editor', expiresAt: inDays(5) });
    await makeKey(server, { name: `web site ${mark}`, expiresAt: inDays(200) });
    await makeKey(server, { name: `counter ${mark}`, scopes: ['pets:read', 'keys:admin'] });
    const ended = await makeKey(server, { name: `${'x'.repeat(60)} ${mark}` });
    await server.fetch(`/v1/keys/${ended.id}`, { method: 'DELETE' });
    const tab = await openTab(browser, server, view);
    const { page, faults, close } = tab;
    await visit(page, '/keys');
    const desk = entry(page, `<b>front</b> desk ${mark}`);
    await desk.waitFor();
    for (const text of ['Editor', 'active', 'in 5 days', 'never', 'pet_prod_']) {
      expect(await desk.getByText(text).count()).toBeGreaterThan(0);
    }
    expect(
      await entry(page, `web site ${mark}`)
        .getByText(/in \d+ days/)
        .count(),
    ).toBe(0);
    expect(await entry(page, `counter ${mark}`).getByText('See animals, Manage keys').count()).toBe(1);
    expect(await entry(page, ended.name).getByText('revoked').count()).toBe(1);
    expect(await entry(page, ended.name).getByRole('button').count()).toBe(0);
    expect(await page.getByText('you', { exact: true }).count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    expect(await fit(tab)).toBe(true);
    await photograph(page, `keys-${view.name}`);
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each(views)('a new key, on a $name', (view) => {
  test('is made once however often it is pressed, and shows its secret until that is kept', async () => {
    const { page, faults, close } = await openTab(browser, server, view);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, '/webhooks');
    await goTo(page, 'Keys');
    const before = (await listKeys(server)).length;
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog(page, 'New key').waitFor();
    await page.waitForFunction('document.activeElement.tagName === "INPUT"');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Name').fill(`web site of ${view.name}`);
    await page.getByLabel('Editor').check();
    await page.getByLabel('Ends').selectOption('In 90 days');
    await photograph(page, `key-new-${view.name}`);
    await page.getByRole('button', { name: 'Make the key' }).dblclick();

    const shown = dialog(page, `web site of ${view.name}`);
    await shown.waitFor();
    const secret = (await shown.locator('pre').textContent()) ?? '';
    expect(await opens(server, secret)).toBe(200);
    const all = await listKeys(server);
    expect(all).toHaveLength(before + 1);
    const made = all.at(-1);
    expect(made).toMatchObject({ name: `web site of ${view.name}`, role: 'editor' });
    const days = (Date.parse(made?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThan(90.1);

    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `key-secret-${view.name}`);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Webhooks', includeHidden: true }).waitFor({ state: 'attached' });
    expect(await shown.locator('pre').textContent()).toBe(secret);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each(views)('a long list of keys, on a $name', (view) => {
  test('is read page by page', async () => {
    for (let number = (await listKeys(server)).length; number < 30; number++) await makeKey(server, { name: 'many' });
    await makeKey(server, { name: `the last of ${view.name}` });
    const { page, close } = await openTab(browser, server, view);
    await visit(page, '/keys');
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await page.getByText(`the last of ${view.name}`).count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText(`the last of ${view.name}`).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await close();
  });
});
