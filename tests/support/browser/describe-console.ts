import { afterAll, beforeAll, describe, expect } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Client, createClient } from '../../../client/index.ts';
import type { App } from '../../../src/server/app.ts';
import { pagesPort } from '../process/ports.ts';
import { adminKey, startSite, type TestServer, type TestServerOptions } from '../process/server.ts';
import { closeSharedTabs, laptop, openSharedTab, type Tab, type View } from './browser.ts';

/** The console of a dedicated server. */
export interface TestConsole {
  readonly server: TestServer;
  /** Uses the admin key. */
  readonly client: Client;
  /** Runs `use` in a new tab, which shares its cache with the others, and expects no errors of scripts. */
  inTab(use: (page: Page) => Promise<void>, view?: View): Promise<void>;
}

interface ConsoleOptions extends TestServerOptions {
  /** Fills the database before the first test. */
  fill?(console: TestConsole): Promise<void>;
}

/** Groups tests of the console on one server, which starts before the first test and stops after the last. */
export function describeConsole(name: string, options: ConsoleOptions, tests: (console: TestConsole) => void): void {
  describe(name, () => {
    let server: TestServer | undefined;
    const started = () => {
      if (server === undefined) throw new Error('the server has not started');
      return server;
    };
    const console: TestConsole = {
      get server() {
        return started();
      },
      get client() {
        return createClient({ baseUrl: started().url, apiKey: adminKey });
      },
      inTab: (use, view) => withSharedTab(started(), use, view),
    };
    beforeAll(async () => {
      server = await startSite(options);
      await options.fill?.(console);
    });
    afterAll(async () => {
      if (server === undefined) return;
      await closeSharedTabs(server);
      await server.stop();
    });
    tests(console);
  });
}

/** Lets a browser open an app of this process where the pages of `startSite` are, and the app can be another one later. */
export function serveApp(current: () => App): Pick<TestServer, 'url'> & AsyncDisposable {
  const listener = Bun.serve({
    port: pagesPort(),
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => current().fetch(request),
  });
  const url = listener.url.origin;
  return {
    url,
    async [Symbol.asyncDispose]() {
      await closeSharedTabs({ url });
      await listener.stop(true);
    },
  };
}

/**
 * Runs `use` in a tab that shares its cache with the others of this server, and expects no errors of scripts; `closeSharedTabs`
 * ends that.
 */
export async function withSharedTab(
  server: Pick<TestServer, 'url'>,
  use: (page: Page) => Promise<void>,
  view: View = laptop,
): Promise<void> {
  await runIn(await openSharedTab(server, view), use);
}

async function runIn({ page, faults, close }: Tab, use: (page: Page) => Promise<void>): Promise<void> {
  try {
    await use(page);
    expect(faults).toEqual([]);
  } catch (error) {
    await printPage(page);
    throw error;
  } finally {
    await close();
  }
}

/** Prints what a screen reader finds in a page, for the report of a failure. */
export async function printPage(page: Page): Promise<void> {
  const content = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String);
  console.error(`the page ${page.url()} showed:\n${content}`);
}
