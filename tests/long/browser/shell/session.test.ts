import { test } from 'bun:test';
import type { Page } from 'playwright-core';
import { issueSecret } from '../../../../src/server/admin-key.ts';
import { expectAccessible } from '../../../support/browser/accessibility.ts';
import { signIn, untilFocused } from '../../../support/browser/browser.ts';
import { makeKey } from '../../../support/browser/console-keys.ts';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { adminKey, type TestServer } from '../../../support/process/server.ts';

const revoke = (server: TestServer, id: number) => server.fetch(`/v1/keys/${id}`, { method: 'DELETE' });
const refusal = (page: Page) => page.getByRole('alert');

describeConsole('a session', {}, (service) => {
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
});
