import { expect, test } from 'bun:test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { chooseFile, downloadFrom, resultOf, startImport } from '../../support/browser/console-import.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const largest = 2n ** 63n - 1n;

describeConsole('the import page', {}, (service) => {
  const onPage = inOneTab(service);

  test('shows what becomes of the rows, asks for words, reports the rejected rows, and adds only the missing ones after a correction', async () => {
    await onPage('/import', async (page) => {
      const rows = [
        `Frank,Dog,available,small`,
        `Mia,Dog,sold,odd`,
        `,Dog,sold,`,
        `Rex,Cat,strange,`,
        `Luna,Cat`,
        `Bo,${largest + 1n},available,`,
        `Max,Dog,available,,one,more`,
      ];
      await chooseFile(page, 'species.csv', `name,species,status,size\n${rows.join('\n')}\n`);
      const preview = page.getByRole('table', { name: 'The first rows' });
      await expectSoon(() => preview.getByRole('row').allTextContents()).toEqual([
        'LineNameCategoryStatus',
        '2FrankDogavailable',
        'Dog · small',
        '3MiaDogadopted',
        'Dog',
        '4✗ There is no name and no reference number.',
        '5RexCatnot available',
        'Cat',
        '6LunaCatnot available',
        'Cat',
        '7✗ The category number 9223372036854775808 does not fit into 64 bits.',
        '8✗ The row has 6 cells, and the file has 4 columns.',
      ]);
      const becomes = page.getByRole('status').filter({ hasText: 'Animals: ' });
      await expectSoon(() => becomes.locator('p').allTextContents()).toEqual([
        'Animals: 4. 1 available, 2 reserved or not available, 1 no longer here.',
        'Nobody has said whether 2 of them are for adoption: the public does not see them.',
        'One row cannot be imported. Line 4: There is no name and no reference number.',
        'One row cannot be imported. Line 7: The category number 9223372036854775808 does not fit into 64 bits.',
        'One row cannot be imported. Line 8: The row has 6 cells, and the file has 4 columns.',
      ]);
      await page.getByText('All columns: 4 are read, 0 are left out').click();
      await expectSoon(() => page.getByLabel('species', { exact: true }).inputValue()).toBe('species');
      await expectAccessible(page, 'import-columns');

      await page.getByLabel('status: strange (1)').selectOption('available');
      await page.getByLabel('status is empty (1)').selectOption('leave these rows out');
      await page.getByLabel('size: odd (1)').selectOption('large');
      await page.getByText('Animals: 3. 2 available, 0 reserved or not available, 1 no longer here.').waitFor();
      // What is answered stays where it is.
      const asked = page.getByRole('group', { name: 'Are these for adoption?' });
      expect(await asked.locator('label').allTextContents()).toEqual(['status: strange (1)', 'status is empty (1)']);
      await expectSoon(() => preview.getByRole('row').nth(4).textContent()).toBe('Dog · large');
      await startImport(page);
      const counts = { Added: 3, 'Were there already': 0, 'Left out': 1, Rejected: 3, 'New categories': 2 };
      await expectSoon(() => resultOf(page)).toEqual(counts);
      await expectSoon(() => page.getByRole('table', { name: 'Reasons' }).getByRole('row').allTextContents()).toEqual([
        'LineReason',
        '4There is no name and no reference number.',
        '7The category number 9223372036854775808 does not fit into 64 bits.',
        '8The row has 6 cells, and the file has 4 columns.',
      ]);
      expect(await page.locator('[aria-label=Reasons] th[scope=col]').count()).toBe(2);
      const { name, text } = await downloadFrom(page, 'Download the rejected rows');
      expect(name).toBe('species.rejected.csv');
      expect(text).toStartWith('\ufeffline,reason,name,species,status,size\n4,There is no name');
      expect(text).toContain('\n8,"The row has 6 cells, and the file has 4 columns.",Max,Dog,available,,one,more\n');

      await press(page.getByRole('button', { name: 'Change what the columns mean' }));
      await page.getByLabel('If the name is empty, use').selectOption('species');
      await startImport(page);
      await expectSoon(() => resultOf(page)).toEqual({
        Added: 1,
        'Were there already': 3,
        'Left out': 1,
        Rejected: 2,
      });
      await press(page.getByRole('button', { name: 'Import another file' }));
      const earlier = page.getByRole('region', { name: 'Imports of the last 30 days' }).getByRole('listitem');
      await expectSoon(() => earlier.allTextContents()).toEqual([
        expect.stringMatching(/^species\.csv.+ · Added: 1 · Updated: 0Take back$/),
        expect.stringMatching(/^species\.csv.+ · Added: 3 · Updated: 0Take back$/),
      ]);

      const numbered = 'Nr.,Chip,name,species,status\nK7,981000000000007,Bo,Dog,available\n';
      await chooseFile(page, 'numbered.csv', numbered);
      await expectSoon(() => page.getByLabel('Reference number').first().inputValue()).toBe('Nr.');
      await startImport(page);
      await expectSoon(() => resultOf(page)).toEqual({ Added: 1, 'Were there already': 0, Rejected: 0 });
      await press(page.getByRole('button', { name: 'Import another file' }));
      await chooseFile(page, 'numbered.csv', numbered);
      await page.getByText('Of these are here already: 1', { exact: true }).waitFor();
    });
  });
});
