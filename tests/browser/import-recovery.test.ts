import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { createClient } from '../../client/index.ts';
import { findBarriers, openTab, photograph, startBrowser, views, visit } from '../support/browser.ts';
import { chooseFile, countsOf, downloadFrom, resultOf, startImport } from '../support/console-import.ts';
import { engines } from '../support/engines.ts';
import { namesIn } from '../support/importing.ts';
import { untilTrue } from '../support/receiver.ts';
import { adminKey, startServer } from '../support/server.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
}, 60_000);
afterAll(() => browser.close());

describe.each(engines)('on $name', (engine) => {
  test.each(views)(
    'an import outlasts a server that is killed and comes back, on a $name',
    async (view) => {
      const database = await engine.makeDatabase();
      const first = await startServer({ database });
      const { page, faults, close } = await openTab(browser, first, view);
      await visit(page, '/import');
      const names = Array.from({ length: 400 }, (_, index) => `Animal ${index}`);
      await chooseFile(page, 'many.csv', `name,categoryId\n${names.map((name) => `${name},7`).join('\n')}\n`);
      await startImport(page);
      await untilTrue(async () => ((await countsOf(page))['Added'] ?? 0) > 20, 'the first rows to be done');
      first.signal('SIGKILL');
      await first.exited;
      await page.getByText('The import waits, and goes on by itself.').waitFor();
      await page.getByText('The server does not answer').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await photograph(page, `import-waiting-${engine.name}-${view.name}`);

      const second = await startServer({ database, env: { PORT: new URL(first.url).port } });
      const { Added = 0, ...others } = await resultOf(page);
      expect(Added + (others['Were there already'] ?? 0)).toBe(400);
      expect(others['Rejected']).toBe(0);
      expect((await namesIn(second, 7n)).sort()).toEqual(names.sort());
      expect(faults).toEqual([]);
      await close();
      await second.stop();
      await database.remove();
    },
    60_000,
  );
});

test('a file of twenty thousand rows leaves the page at hand, and every row has its end', async () => {
  const server = await startServer();
  const { page, close } = await openTab(browser, server);
  await visit(page, '/import');
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  // How long the page was not there for anybody, at the longest.
  await page.evaluate(`(() => {
    let last = performance.now();
    window.longestGap = 0;
    setInterval(() => {
      const now = performance.now();
      window.longestGap = Math.max(window.longestGap, now - last);
      last = now;
    }, 10);
  })()`);
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index % 50 === 0 ? `Animal ${index}` : ''},7,"a, b"\n`);
  await chooseFile(page, 'large.csv', `name,categoryId,note\n${rows.join('')}`);
  await startImport(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused.').waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  expect(await resultOf(page, 'Done', 60_000)).toEqual({ Added: 400, 'Were there already': 0, Rejected: 19_600 });
  expect(await page.evaluate('longestGap')).toBeLessThan(1_000);
  expect(await createClient({ baseUrl: server.url, apiKey: adminKey }).pets.count()).toBe(400);
  const { text } = await downloadFrom(page, 'Download the rejected rows');
  const lines = text.trimEnd().split('\n');
  expect([lines.length, lines[1]]).toEqual([19_601, '3,There is no name: name is empty.,,7,"a, b"']);
  await close();
  await server.stop();
}, 90_000);
