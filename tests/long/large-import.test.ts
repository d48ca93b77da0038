import { expect, test } from 'bun:test';
import { chooseFile, downloadFrom, holdAdditions, resultOf, startImport } from '../support/browser/console-import.ts';
import { describeConsole } from '../support/browser/describe-console.ts';
import { inOneTab } from '../support/browser/one-tab.ts';
import { press } from '../support/browser/press.ts';
import { expectSoon } from '../support/expect-soon.ts';

describeConsole('the import page', {}, (service) => {
  const onPage = inOneTab(service);

  test('a file of 20,000 rows keeps the page responsive, and each row is added or rejected', async () => {
    await onPage('/import', async (page) => {
      // Counts how often the page was free to run anything else.
      await page.evaluate('window.turns = 0; window.turning = setInterval(() => (window.turns += 1), 1)');
      const rows = Array.from(
        { length: 20_000 },
        (_, index) => `${index % 200 === 0 ? `Animal ${index}` : ''},8,"a, b",sold\n`,
      );
      await chooseFile(page, 'large.csv', `name,categoryId,note,status\n${rows.join('')}`);
      const additions = await holdAdditions(page, 0);
      await startImport(page);
      await press(page.getByRole('button', { name: 'Pause' }));
      await page.getByText('Paused.').waitFor();
      additions.release();
      await press(page.getByRole('button', { name: 'Resume' }));
      await expectSoon(() => resultOf(page)).toEqual({ Added: 100, 'Were there already': 0, Rejected: 19_900 });
      await page.evaluate('clearInterval(turning)');
      expect(await page.evaluate('turns')).toBeGreaterThan(50);
      expect(await service.client.pets.count({ categoryId: 8n })).toBe(100);
      const { text } = await downloadFrom(page, 'Download the rejected rows');
      const lines = text.trimEnd().split('\n');
      expect([lines.length, lines[1]]).toEqual([19_901, '3,There is no name and no reference number.,,8,"a, b",sold']);
    });
  });
});
