import { expect } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { openTab, type View } from './browser.ts';
import type { TestServer } from './server.ts';

/** Does something in a tab of its own, and expects that nothing goes wrong in its scripts. */
export async function withTab(
  browser: Browser,
  server: TestServer,
  view: View,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, faults, close } = await openTab(browser, server, view);
  try {
    await use(page);
    expect(faults).toEqual([]);
  } finally {
    await close();
  }
}
