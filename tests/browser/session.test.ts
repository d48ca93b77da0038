import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { issueSecret } from '../../src/key-issue.ts';
import { bodyOf } from '../support/body.ts';
import { findBarriers, laptop, openTab, phone, photograph, startBrowser, views, visit } from '../support/browser.ts';
import { untilFocused } from '../support/console-keys.ts';
import { postgres, revocationDelayMs, sqlite } from '../support/engines.ts';
import type { KeyBody } from '../support/keys.ts';
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

const makeKey = async (draft: object, at = server) => {
  const body = JSON.stringify({ name: 'made', role: 'reader', ...draft });
  const response = await at.fetch('/v1/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  return await bodyOf<KeyBody>(response);
};
const revoke = (id: number, at = server) => at.fetch(`/v1/keys/${id}`, { method: 'DELETE' });
const signIn = async (page: Page, key: string) => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const refusal = (page: Page) => page.getByRole('alert');

describe.each(views)('on a $name', (view) => {
  test('lets somebody with a key in, and keeps the key for the tab alone', async () => {
    const { page, faults, close } = await openTab(browser, server, view);
    await page.goto('/animals');
    expect(await page.title()).toBe('Sign in · Petstore');
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `sign-in-${view.name}`);
    await visit(page, '/animals');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const traces = await page.evaluate<Record<string, unknown>>(`({
      session: { ...sessionStorage },
      local: localStorage.length,
      cookies: document.cookie,
      address: location.href + JSON.stringify(history.state) + window.name + document.referrer,
      document: document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((one) => one.value),
    })`);
    expect(traces).toMatchObject({ session: { 'petstore-key': adminKey }, local: 0, cookies: '' });
    expect(traces['address']).not.toContain(adminKey);
    expect(traces['document']).not.toContain(adminKey);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Animals' }).waitFor();
    expect(await page.content()).not.toContain(adminKey);
    expect(faults).toEqual([]);
    await close();
  });

  test('tells apart why a key does not open, at the message, and keeps what was typed', async () => {
    const expiring = await makeKey({ expiresAt: new Date(Date.now() + 1_500).toISOString() });
    const revoked = await makeKey({});
    await revoke(revoked.id);
    const good = await makeKey({});
    const mistyped = good.secret.slice(0, -1) + (good.secret.endsWith('x') ? 'y' : 'x');
    const { page, faults, close } = await openTab(browser, server, view);
    await page.goto('/animals');
    await page.waitForFunction('document.activeElement.type === "password"');
    await Bun.sleep(Math.max(0, Date.parse(expiring.expiresAt ?? '') - Date.now()));
    const cases = [
      [mistyped, 'mistyped'],
      [issueSecret('production').secret, 'There is no such API key'],
      [expiring.secret, 'has expired'],
      [revoked.secret, 'was revoked'],
      [issueSecret('staging').secret, 'This is a key for staging'],
      ['these are words', 'This is no key'],
      ['schlüssel', 'This is no key'],
      ['pet_prod_', 'mistyped'],
    ];
    for (const [key = '', told = ''] of cases) {
      await signIn(page, key);
      await refusal(page).filter({ hasText: told }).waitFor();
      await untilFocused(page, 'role="alert"');
      expect(await page.getByLabel('API key').inputValue()).toBe(key);
      expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    }
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `sign-in-refused-${view.name}`);
    await signIn(page, '   ');
    await page.getByText('Paste your key here first.').waitFor();
    await untilFocused(page, 'type="password"');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await signIn(page, ` ${good.secret} `);
    await page.locator('#content').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('does not sign in a tab that was opened from here, or beside it', async () => {
    const { page, close } = await openTab(browser, server, view);
    await visit(page, '/animals');
    const duplicate = page.context().waitForEvent('page');
    await page.evaluate('void window.open(location.href)');
    const beside = await page.context().newPage();
    await beside.goto('/animals');
    for (const other of [await duplicate, beside]) {
      await other.getByLabel('API key').waitFor();
      expect(await other.evaluate('sessionStorage.length')).toBe(0);
    }
    await page.reload();
    await page.locator('#content').waitFor();
    await close();
  });

  test('forgets everything when somebody signs out', async () => {
    const { secret } = await makeKey({});
    const { name } = await makeKey({ name: `only an admin sees this ${view.name}` });
    const { page, faults, close } = await openTab(browser, server, view);
    await visit(page, '/keys');
    await page.getByText(name).waitFor();
    const signOut = async () => {
      if (view.name === 'phone') await page.getByRole('button', { name: 'Open the navigation' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.getByLabel('API key').waitFor();
    await untilFocused(page, 'type="password"');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await page.content()).not.toContain(name);
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await signIn(page, secret);
    await page.getByText('Your key does not open this page').waitFor();
    expect(await page.getByText(name).count()).toBe(0);
    await signOut();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn(page, adminKey);
    await page.getByText(name).waitFor();
    expect(asked.some((url) => url.includes('/v1/keys?'))).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  test('waits for a server that is away, with the key still in its field', async () => {
    const database = await sqlite.makeDatabase();
    const first = await startServer({ database });
    const port = new URL(first.url).port;
    const { page, close } = await openTab(browser, first, view);
    await page.goto('/animals');
    await first.stop();
    await signIn(page, adminKey);
    await refusal(page).filter({ hasText: 'The server does not answer' }).waitFor();
    await untilFocused(page, 'role="alert"');
    const second = await startServer({ database, env: { PORT: port } });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#content').waitFor();
    await close();
    await second.stop();
    await database.remove();
  });
});

describe.each([
  [sqlite.name, laptop.name, sqlite, laptop],
  [postgres.name, phone.name, postgres, phone],
])('on %s and a %s, a key that is revoked while its page is open', (_engineName, _viewName, engine, view) => {
  let own: TestServer;
  beforeAll(async () => {
    own = await startServer({ engine });
  });
  afterAll(() => own.stop());

  test('signs out at the next request, and the next key leads back there', async () => {
    const { id, secret } = await makeKey({ role: undefined, scopes: ['pets:read', 'keys:admin'] }, own);
    const { page, faults, close } = await openTab(browser, own, view);
    await visit(page, '/keys?from=here', secret);
    await page.getByRole('button', { name: 'New key' }).click();
    await revoke(id, own);
    await Bun.sleep(revocationDelayMs(engine));
    await page.getByLabel('Name').fill('too late');
    await page.getByLabel('See animals').check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    await refusal(page).filter({ hasText: 'This API key was revoked.' }).waitFor();
    await untilFocused(page, 'role="alert"');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, `signed-out-${view.name}`);
    await signIn(page, adminKey);
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    expect(page.url()).toBe(`${own.url}/keys?from=here`);
    expect(faults).toEqual([]);
    await close();
  });

  test('signs out by itself where changes are followed', async () => {
    const { id, secret } = await makeKey({ role: 'admin' }, own);
    const { page, close } = await openTab(browser, own);
    await visit(page, '/animals', secret);
    await revoke(id, own);
    await Bun.sleep(revocationDelayMs(engine));
    await own.fetch('/v1/categories/7', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"id":7,"name":"parrots"}',
    });
    await refusal(page).filter({ hasText: 'This API key was revoked.' }).waitFor();
    await close();
  });
});
