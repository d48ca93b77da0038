import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createClient } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { closeSharedTabs, visit } from '../../support/browser/browser.ts';
import {
  chooseFile,
  countsOf,
  downloadFrom,
  holdAdditions,
  resultOf,
  startImport,
} from '../../support/browser/console-import.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { press } from '../../support/browser/press.ts';
import { namesIn } from '../../support/data/importing.ts';
import { type ScratchDatabase, sqlite } from '../../support/engines.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { adminKey, startServer, startSite, type TestServer } from '../../support/process/server.ts';
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

test('an import continues after the server was killed and restarted, and adds each row once', async () => {
  await withSharedTab(server, async (page) => {
    await visit(page, '/import');
    const names = Array.from({ length: 120 }, (_, index) => `Animal ${index}`);
    await chooseFile(page, 'many.csv', `name,categoryId\n${names.map((name) => `${name},7`).join('\n')}\n`);
    const additions = await holdAdditions(page, 40);
    await startImport(page);
    await until(
      '20 rows to be added',
      async () => (await countsOf(page))['Added'] ?? 0,
      (added) => added > 20,
    );
    server.signal('SIGKILL');
    await server.exited;
    additions.release();
    await page.getByText('The import continues automatically').waitFor();
    await page.getByText('The server does not answer').waitFor();
    await expectAccessible(page, 'import-waiting');

    server = await startServer({ database, env: { PORT: new URL(server.url).port } });
    const { Added = 0, ...others } = await resultOf(page);
    expect(Added + (others['Were there already'] ?? 0)).toBe(120);
    expect(others['Rejected']).toBe(0);
    expect((await namesIn(server, 7n)).sort()).toEqual(names.sort());
  });
});

test('a file of 20,000 rows keeps the page responsive, and each row is added or rejected', async () => {
  const { pets } = createClient({ baseUrl: server.url, apiKey: adminKey });
  await withSharedTab(server, async (page) => {
    await visit(page, '/import');
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    // Counts how often the page was free to run anything else.
    await page.evaluate('window.turns = 0; setInterval(() => (window.turns += 1), 1)');
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `${index % 200 === 0 ? `Animal ${index}` : ''},8,"a, b"\n`,
    );
    await chooseFile(page, 'large.csv', `name,categoryId,note\n${rows.join('')}`);
    const additions = await holdAdditions(page, 20);
    await startImport(page);
    await press(page.getByRole('button', { name: 'Pause' }));
    await page.getByText('Paused.').waitFor();
    additions.release();
    await press(page.getByRole('button', { name: 'Resume' }));
    await expectSoon(() => resultOf(page)).toEqual({ Added: 100, 'Were there already': 0, Rejected: 19_900 });
    expect(await page.evaluate('turns')).toBeGreaterThan(50);
    expect(await pets.count({ categoryId: 8n })).toBe(100);
    const { text } = await downloadFrom(page, 'Download the rejected rows');
    const lines = text.trimEnd().split('\n');
    expect([lines.length, lines[1]]).toEqual([19_901, '3,There is no name: name is empty.,,8,"a, b"']);
  });
});
