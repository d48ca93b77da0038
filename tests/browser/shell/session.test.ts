import { expect, test } from 'bun:test';
import { signIn, untilFocused, visit } from '../../support/browser/browser.ts';
import { makeKey } from '../../support/browser/console-keys.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey } from '../../support/process/server.ts';

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
});
