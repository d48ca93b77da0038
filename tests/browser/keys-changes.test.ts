import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { findBarriers, openTab, photograph, startBrowser, views, visit } from '../support/browser.ts';
import { dialog, entry, listKeys, loseAnswer, makeKey, opens, untilFocused } from '../support/console-keys.ts';
import { adminKey, startServer, type TestServer } from '../support/server.ts';

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

describe.each(views)('on a $name', (view) => {
  test.each([
    ['For 1 hour more', 200],
    ['No longer', 401],
  ])('a key gets a new secret, and the old one works: %s', async (grace, status) => {
    const made = await makeKey(server, { name: `desk, ${grace}, ${view.name}` });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys');
    await page.getByRole('button', { name: `New secret for ${made.name}` }).click();
    await dialog(page, `New secret for ${made.name}`).getByRole('radio', { name: grace }).check();
    if (status === 401) expect(await findBarriers(page)).toEqual([]);
    if (status === 401) await photograph(page, `key-rotate-${view.name}`);
    await loseAnswer(page, '**/rotate');
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText('The server did not answer. Press again').waitFor();
    await page.getByRole('button', { name: 'Make a new secret' }).dblclick();
    const shown = dialog(page, made.name).filter({ hasText: 'This is its new secret.' });
    const secret = (await shown.locator('pre').textContent()) ?? '';
    expect([await opens(server, made.secret), await opens(server, secret)]).toEqual([status, 200]);
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    await page.waitForFunction(`document.activeElement.ariaLabel === ${JSON.stringify(`New secret for ${made.name}`)}`);
    expect(
      await entry(page, made.name)
        .getByText(`${secret.slice(0, 13)}…`)
        .count(),
    ).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  test('whoever renews their own key goes on with the new secret', async () => {
    const own = await makeKey(server, { role: 'admin', name: `renews itself on a ${view.name}` });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys', own.secret);
    await page.getByRole('button', { name: `New secret for ${own.name}` }).click();
    await page.getByRole('radio', { name: 'No longer' }).check();
    await page.getByText('You are signed in with this key.').waitFor();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    const secret = (await dialog(page).locator('pre').textContent()) ?? '';
    await page.getByRole('button', { name: 'I have kept it' }).click();
    expect(await opens(server, own.secret)).toBe(401);
    expect(await page.evaluate<string>('sessionStorage["petstore-key"]')).toBe(secret);
    await page.reload();
    await entry(page, own.name).getByText('you', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a key is revoked only after somebody has said so, and stays in the list', async () => {
    const made = await makeKey(server, { name: `<i>old</i> tablet, ${view.name}` });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys');
    const revoke = page.getByRole('button', { name: `Revoke ${made.name}` });
    await revoke.click();
    await dialog(page, `Revoke ${made.name}?`).waitFor();
    await untilFocused(page, 'Keep it');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `key-revoke-${view.name}`);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await untilFocused(page, `aria-label="Revoke ${made.name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`);
    expect(await opens(server, made.secret)).toBe(200);
    await revoke.click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await entry(page, made.name).getByText('revoked', { exact: true }).waitFor();
    expect(await opens(server, made.secret)).toBe(401);
    expect(await entry(page, made.name).getByRole('button').count()).toBe(0);
    await untilFocused(page, 'id="content"');
    expect(faults).toEqual([]);
    await close();
  });

  test('whoever revokes their own key is told before, and signed out after', async () => {
    const own = await makeKey(server, { role: 'admin', name: `leaves on a ${view.name}` });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys', own.secret);
    await page.getByRole('button', { name: `Revoke ${own.name}` }).click();
    await dialog(page).getByText('You will be signed out.').waitFor();
    await page.getByRole('button', { name: 'Revoke it and sign me out' }).click();
    await page.getByText('You have revoked the key that you were signed in with.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await opens(server, own.secret)).toBe(401);
    expect(faults).toEqual([]);
    await close();
  });

  test('whoever may manage keys but not all else is offered no more than that', async () => {
    const limited = await makeKey(server, { name: `limited on a ${view.name}`, scopes: ['pets:read', 'keys:admin'] });
    const editor = await makeKey(server, { name: `stronger on a ${view.name}`, role: 'editor' });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys', limited.secret);
    await entry(page, editor.name).getByText('May do more than your key').waitFor();
    expect(await entry(page, editor.name).getByRole('button').count()).toBe(0);
    expect(await entry(page, limited.name).getByRole('button').count()).toBe(2);
    await page.getByRole('button', { name: 'New key' }).click();
    expect(await page.getByRole('radio').count()).toBe(1);
    expect(await page.getByRole('checkbox').count()).toBe(2);
    await page.getByLabel('Name').fill(`sees animals on a ${view.name}`);
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Tick one at least.').waitFor();
    await untilFocused(page, 'type="checkbox"');
    await page.getByLabel('See animals').check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await dialog(page).locator('pre').waitFor();
    expect((await listKeys(server)).at(-1)).toMatchObject({ scopes: ['pets:read'] });
    expect(faults).toEqual([]);
    await close();
  });
});

test('the last key that may manage keys is not revoked, and says why', async () => {
  const own = await startServer();
  await makeKey(own, { role: 'editor' });
  const { page, close } = await openTab(browser, own);
  await visit(page, '/keys');
  await page.getByRole('button', { name: /^Revoke PETSTORE/ }).click();
  await page.getByRole('button', { name: 'Revoke it and sign me out' }).click();
  await dialog(page).getByText('It is the last key that may manage keys.').waitFor();
  await untilFocused(page, 'role="alert"');
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, 'key-last-admin');
  expect(await opens(own, adminKey)).toBe(200);
  await close();
  await own.stop();
});
