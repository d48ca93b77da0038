import { expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { adminKey } from '../process/server.ts';
import { until } from '../until.ts';
import { laptop, openSharedTab, setView, signIn, type Tab, untilShown, type View, visit } from './browser.ts';
import { printPage, type TestConsole } from './describe-console.ts';

/** Runs `use` on the page of the console at this path, signed in with this key, and expects no errors of scripts. */
type OnPage = (path: string, use: (page: Page) => Promise<void>, key?: string) => Promise<void>;

/**
 * One tab for several tests: each opens its page within the application, which takes a fifth of the processor time of
 * another tab. What a test leaves behind is discarded, except for cached server data, which only events update, and which
 * signing in with another key discards. A test that fails closes the tab; otherwise it closes with the server.
 */
export function inOneTab(service: Pick<TestConsole, 'server'>, view: View = laptop): OnPage {
  let tab: Tab | undefined;
  let ownKey: string;
  return async (path, use, key = adminKey) => {
    const opened = tab ?? (await openSharedTab(service.server, view));
    const { page, faults } = opened;
    try {
      if (tab === undefined) await visit(page, path, key);
      else {
        if (key !== ownKey) await changeKey(page, key);
        await go(page, path);
      }
      ownKey = key;
      await use(page);
      expect(faults).toEqual([]);
      await clear(page, view);
      tab = opened;
    } catch (error) {
      tab = undefined;
      await page.context().setOffline(false);
      await printPage(page);
      await opened.close();
      throw error;
    }
  };
}

/** Opens a page of the console that is already open, as a link in it would. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await untilShown(page);
}

async function changeKey(page: Page, key: string): Promise<void> {
  // A phone hides it.
  await page.getByRole('button', { name: 'Sign out', includeHidden: true }).dispatchEvent('click');
  await signIn(page, key);
  await page.locator('#content').waitFor();
}

/** Discards messages, drafts and dialogs, and leaves the tab at an address without a page. */
async function clear(page: Page, view: View): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate(`{
    for (const name of Object.keys(sessionStorage)) if (name.startsWith('petstore-draft')) sessionStorage.removeItem(name);
    history.pushState(null, '', '/no/such/page');
  }`);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  // One can still come, and stays while the pointer rests on it.
  await page.mouse.move(0, 0);
  const closeAll = `{
    for (const button of document.querySelectorAll('[aria-label="Close this message"]')) button.click();
  }`;
  const messages = async () => {
    await page.evaluate(closeAll);
    return await page.getByRole('alert').count();
  };
  await until('the messages to close', messages, (count) => count === 0);
  await setView(page, view);
}
