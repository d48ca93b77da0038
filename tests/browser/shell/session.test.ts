import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { issueSecret } from '../../../src/server/admin-key.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { signIn, untilFocused, visit } from '../../support/browser/browser.ts';
import { dialog, makeKey, opens } from '../../support/browser/console-keys.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

const revoke = (server: TestServer, id: number) => server.fetch(`/v1/keys/${id}`, { method: 'DELETE' });
const untilRefused = (server: TestServer, secret: string) =>
  until(
    'the key to be refused',
    () => opens(server, secret),
    (status) => status === 401,
  );
const refusal = (page: Page) => page.getByRole('alert');

describeConsole('a session', {}, (service) => {
  test('starts with a valid key, which only the session storage of the tab keeps: not in another tab, while the tab shows other pages, whose return finds its drafts, and out of reach of other origins', async () => {
    using other = Bun.serve({
      port: 0,
      fetch: () => new Response('<title>other</title>', { headers: { 'Content-Type': 'text/html' } }),
    });
    await service.inTab(async (page) => {
      await page.goto('/animals');
      await expectSoon(() => page.title()).toBe('Sign in · Petstore');
      await signIn(page);
      await page.getByRole('heading', { level: 1, name: 'Animals' }).waitFor();
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

      const duplicate = page.context().waitForEvent('page');
      await page.evaluate('void window.open(location.href)');
      const beside = await page.context().newPage();
      await beside.goto('/animals');
      for (const another of [await duplicate, beside]) {
        await another.getByLabel('API key').waitFor();
        await expectSoon(() => another.evaluate('sessionStorage.length')).toBe(0);
      }

      await page.goto('/livez');
      await page.goto('/animals');
      await page.locator('#content').waitFor();
      const [address, opening] = [page.url(), page.context().waitForEvent('page')];
      await page.goto(String(other.url));
      await page.evaluate(`void (window.opened = window.open(${JSON.stringify(address)}))`);
      const opened = await opening;
      await opened.getByLabel('API key').waitFor();
      expect(await opened.evaluate('window.opener')).toBeNull();
      await expectSoon(() => page.evaluate('window.opened.closed')).toBe(true);

      await page.goto(address);
      await press(page.getByRole('button', { name: 'Add an animal' }));
      await page.getByRole('textbox', { name: 'Name' }).fill('Rex');
      for (const comeBack of [() => page.goBack(), () => page.goto(address)]) {
        await page.goto(String(other.url));
        await comeBack();
        await expectSoon(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Rex');
      }
      expect(await page.evaluate('Object.keys(sessionStorage).length')).toBe(2);
    });
  });

  test('does not start with a key in the address, unlike that of a demo, nor with a refused key; the page focuses the specific reason and keeps the input', async () => {
    const revoked = await makeKey(service.server, {});
    await revoke(service.server, revoked.id);
    const good = await makeKey(service.server, {});
    const shared = await makeKey(service.server, { role: 'public', origins: ['*'] });
    await service.inTab(async (page) => {
      await page.goto(`/animals#key=${adminKey}`);
      await untilFocused(page, 'type="password"');
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);
      const cases = [
        [revoked.secret, 'has been revoked'],
        [issueSecret('staging').secret, 'This is a key for staging'],
        [shared.secret, 'This is a public key'],
        ['these are words', 'This is not a key'],
        ['schlüssel', 'This is not a key'],
      ];
      for (const [key = '', told = ''] of cases) {
        await signIn(page, key);
        await refusal(page).filter({ hasText: told }).waitFor();
        await untilFocused(page, 'role="alert"');
        await expectSoon(() => page.getByLabel('API key').inputValue()).toBe(key);
        await expectSoon(() => page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
      }
      await expectAccessible(page, 'sign-in-refused');
      await signIn(page, '   ');
      await page.getByText('Paste your sign-in link or key here first.').waitFor();
      await untilFocused(page, 'type="password"');
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);
      await signIn(page, ` ${good.secret} `);
      await page.locator('#content').waitFor();
    });
  });

  test('leaves nothing behind when the user signs out', async () => {
    const { secret } = await makeKey(service.server, {});
    const { name } = await makeKey(service.server, { name: 'only an admin sees this' });
    await service.inTab(async (page) => {
      await visit(page, '/keys');
      await page.getByText(name).waitFor();
      const signOut = async () => {
        await press(page.getByRole('button', { name: 'Sign out' }));
      };
      await signOut();
      await page.getByLabel('API key').waitFor();
      await untilFocused(page, 'type="password"');
      await expectSoon(() => page.evaluate('sessionStorage.length')).toBe(0);
      expect(await page.content()).not.toContain(name);
      await page.reload();
      await page.getByLabel('API key').waitFor();
      await signIn(page, secret);
      await page.getByText('You have no access to this page').waitFor();
      await expectSoon(() => page.getByText(name).count()).toBe(0);
      await signOut();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await signIn(page);
      await page.getByText(name).waitFor();
      expect(asked.some((url) => url.includes('/v1/keys?'))).toBe(true);
    });
  });

  test('ends at the next request after its key was revoked; the next sign-in returns to the page and its draft', async () => {
    const { id, secret } = await makeKey(service.server, { scopes: ['pets:read', 'keys:admin'] });
    await service.inTab(async (page) => {
      await visit(page, '/keys?from=here', secret);
      await press(page.getByRole('button', { name: 'New key' }));
      await revoke(service.server, id);
      await untilRefused(service.server, secret);
      await page.getByLabel('Name').fill('too late');
      await page.getByLabel('See animals').check();
      await press(page.getByRole('button', { name: 'Create the key' }));
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await refusal(page).filter({ hasText: 'This API key has been revoked.' }).waitFor();
      await untilFocused(page, 'role="alert"');
      await expectSoon(() => page.evaluate('Object.keys(sessionStorage)')).toEqual(['petstore-draft:new-key']);
      await signIn(page);
      await dialog(page, 'New key').waitFor();
      await expectSoon(() => page.getByLabel('Name').inputValue()).toBe('too late');
      expect(page.url()).toBe(`${service.server.url}/keys?from=here`);
    });
  });
});
