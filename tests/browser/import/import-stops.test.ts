import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { closeSharedTabs } from '../../support/browser/browser.ts';
import { chooseFile, countsOf, holdAdditions, resultOf, startImport } from '../../support/browser/console-import.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { namesIn } from '../../support/data/importing.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { startServer, startSite, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

let database: ScratchDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
  server = await startSite({ database });
});
afterAll(async () => {
  await closeSharedTabs(server);
  await server.stop();
  await database.remove();
});

const onPage = inOneTab({
  get server() {
    return server;
  },
});

/** So many rows are in one request. */
const perRequest = 100;
const manyRows = 3 * perRequest;

const addedOn = async (page: Page) => (await countsOf(page))['Added'] ?? 0;

test('an import continues after the server was killed and restarted, and adds each row once', async () => {
  await onPage('/import', async (page) => {
    const names = Array.from({ length: manyRows }, (_, index) => `Animal ${index}`);
    await chooseFile(page, 'many.csv', `name,categoryId\n${names.map((name) => `${name},7`).join('\n')}\n`);
    const additions = await holdAdditions(page, 1);
    await startImport(page);
    await until(
      'the first rows to be added',
      () => addedOn(page),
      (added) => added === perRequest,
    );
    server.signal('SIGKILL');
    await server.exited;
    additions.release();
    await page.getByText('The import continues automatically').waitFor();
    await page.getByText('The server does not answer').waitFor();

    server = await startServer({ database, env: { PORT: new URL(server.url).port } });
    expect(await resultOf(page)).toMatchObject({ Added: manyRows, 'Were there already': 0, Rejected: 0 });
    expect((await namesIn(server, 7n)).sort()).toEqual(names.sort());
  });
});
