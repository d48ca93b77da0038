import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createClient } from '../../client/index.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { visit } from '../support/browser.ts';
import { chooseFile, giveFile, resultOf, startImport } from '../support/console-import.ts';
import { describeConsole } from '../support/describe-console.ts';
import { namesIn } from '../support/importing.ts';
import { adminKey } from '../support/server.ts';

const largest = 2n ** 63n - 1n;

/** Holds a file above the page, and drops it. */
async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'text/csv' }));
    return transfer;
  })()`);
  await page.dispatchEvent('#content', 'dragover', { dataTransfer });
  await page.getByText('Drop it here').waitFor();
  await page.dispatchEvent('#content', 'drop', { dataTransfer });
}

describeConsole('the file of an import', {}, (service) => {
  test('a file can be dropped anywhere on the page', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
      await dropFile(page, 'dropped.csv', 'name,categoryId\nFrank,3\n');
      await page.getByText('dropped.csv: 1 row, 2 columns').waitFor();
    });
  });

  test('everything can be done with the keyboard, and the focus goes along', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      const choose = page.getByRole('button', { name: 'Choose a file' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
      await chooser.setFiles({
        name: 'keys.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,kind\nFrank,8101\n'),
      });
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
      expect(await focused()).toBe('What do the columns mean?');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.name')).toBe('name');
      await page.getByRole('button', { name: 'Import 1 row' }).press('Enter');
      await resultOf(page);
      expect(await focused()).toBe('Done: keys.csv');
      expect(await namesIn(service.server, 8101n)).toEqual(['Frank']);
    });
  });

  test('a file that cannot be used is refused with the reason, and another one can be chosen', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      const refused = async (content: string | Uint8Array, reason: string) => {
        await giveFile(page, 'animals.csv', content);
        await page.getByRole('alert').filter({ hasText: reason }).waitFor();
      };
      await refused('', 'The file is empty.');
      await refused('name\n"Frank\n', 'The file is not valid CSV: Quote Not Closed');
      await refused(new Uint8Array([0x6e, 0x0a, 0xf1, 0x0a]), 'The file is not UTF-8 text.');
      await expectAccessible(page, 'import-unusable');
      await chooseFile(page, 'animals.csv', 'name,categoryId\n');
      await page.getByText('The file has no rows below its first line.').waitFor();
      expect(await page.getByRole('button', { name: 'Import 0 rows' }).isDisabled()).toBe(true);
    });
  });

  test('what is missing or wrong is told at its field, and nothing is sent', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      await chooseFile(page, 'letters.csv', 'a,b\nFrank,x\n');
      await startImport(page);
      const name = page.getByLabel('Name', { exact: true });
      expect(await name.getAttribute('aria-invalid')).toBe('true');
      expect(await page.evaluate('document.activeElement.name')).toBe('name');
      await page.getByText('Choose the column with the names.').waitFor();
      await page.getByText('Choose the column with the category.').waitFor();
      await expectAccessible(page, 'import-missing');

      await name.selectOption('a');
      await page.getByLabel('Category').selectOption('The same for all rows');
      const number = page.getByLabel('Category number');
      await number.fill('9223372036854775808');
      await startImport(page);
      expect(await number.getAttribute('aria-invalid')).toBe('true');
      await number.fill(` ${largest} `);
      await page.getByRole('cell', { name: String(largest) }).waitFor();
      await startImport(page);
      await resultOf(page);
      expect(new Set(await namesIn(service.server, largest))).toEqual(new Set(['Frank']));
    });
  });

  test('what stands between the columns is found, and can be chosen', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      await chooseFile(page, 'semicolons.csv', '\ufeff"na,me";categoryId\n"Rex; the ""dog""";8102\n');
      const delimiter = page.getByLabel('Column separator');
      expect(await delimiter.inputValue()).toBe(';');
      await delimiter.selectOption('tab');
      await page.getByRole('alert').filter({ hasText: 'The file is not valid CSV' }).waitFor();
      await page.getByText('semicolons.csv: 1 row, 2 columns').waitFor();
      expect(await delimiter.inputValue()).toBe(';');
      await page.getByLabel('Name', { exact: true }).selectOption('na,me');
      await startImport(page);
      await resultOf(page);
      expect(await namesIn(service.server, 8102n)).toEqual(['Rex; the "dog"']);
    });
  });

  test('a file whose columns were not told apart is read as it should be', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      await chooseFile(page, 'commas.csv', 'name|kind,one|more,two\nFrank|8104|x,y,z\n');
      await page.getByText('commas.csv: 1 row, 3 columns').waitFor();
      await page.getByLabel('Column separator').selectOption('vertical bar');
      await page.getByText('commas.csv: 1 row, 3 columns').waitFor();
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('0');
    });
  });

  test('a file with two columns of one name cannot be imported by that name, and it is told', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      await chooseFile(page, 'twins.csv', 'name,name,categoryId\nFrank,Rex,8103\n');
      await page.getByRole('alert').filter({ hasText: 'There are two columns "name".' }).waitFor();
      await startImport(page);
      await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
      expect(await namesIn(service.server, 8103n)).toEqual([]);
    });
  });

  test('a key that may not add animals has no import', async () => {
    const client = createClient({ baseUrl: service.server.url, apiKey: adminKey });
    const { secret } = await client.keys.create({ name: 'reader', role: 'reader' });
    await service.inTab(async (page) => {
      await visit(page, '/import', secret);
      await page.getByRole('heading', { name: 'Your key has no access to this page' }).waitFor();
      expect(await page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(0);
    });
  });
});
