import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient } from '../../../client/index.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { chooseFile, downloadFrom, giveFile, resultOf, startImport } from '../../support/browser/console-import.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { inOneTab } from '../../support/browser/one-tab.ts';
import { press } from '../../support/browser/press.ts';
import { importSettings, namesIn } from '../../support/data/importing.ts';
import { drawAnimal } from '../../support/data/picture.ts';
import { expectSoon } from '../../support/expect-soon.ts';
import { run } from '../../support/process/program.ts';
import { adminKey } from '../../support/process/server.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const excerpt = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');
const markup = '<img src=x onerror=alert(1)>';
const largest = 2n ** 63n - 1n;

/** Drags a file over the page and drops it. */
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

describeConsole('the import page', {}, (service) => {
  const onPage = inOneTab(service);

  test('previews the rows, reports the rejected ones, and adds only the missing ones after a correction', async () => {
    await onPage('/import', async (page) => {
      const long = 'x'.repeat(256);
      const rows = [
        `Frank,Dog,`,
        `${markup},Dog,sold`,
        `,Dog,sold`,
        `Rex,Cat,gone`,
        `${long},Dog,`,
        `Luna,Cat`,
        `"two\nlines",9223372036854775808,`,
        `${'🐕'.repeat(255)},Dog,`,
      ];
      await chooseFile(page, 'species.csv', `name,species,status\n${rows.join('\n')}\n`);
      await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('0');
      await expectSoon(() => page.getByLabel('Category').inputValue()).toBe('1');
      await expectSoon(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('2');
      await expectSoon(() => page.getByLabel('species', { exact: true }).inputValue()).toBe('species');
      const preview = page.getByRole('table', { name: 'Preview' });
      await expectSoon(() => preview.getByRole('row').allTextContents()).toEqual([
        'LineNameCategoryStatus',
        '2FrankDogavailable',
        'Dog',
        `3${markup}Dogadopted`,
        'Dog',
        '4✗Dogadopted',
        'Dog',
        '✗ There is no name: name is empty.',
        '5RexCatleft out',
        '6✗Dogavailable',
        'Dog',
        '✗ The name has 256 characters, and may have 255.',
        '7LunaCatavailable',
        'Cat',
        '✗ The row has 2 cells, the header has 3.',
        '8✗✗available',
        '9223372036854775808',
        '✗ The name has a line break. The category number 9223372036854775808 does not fit into 64 bits.',
        `10${'🐕'.repeat(255)}Dogavailable`,
        'Dog',
      ]);
      await page.getByText('4 of them cannot be imported. 1 is left out.').waitFor();
      await page.getByText('4 rows cannot be imported. Line 4: There is no name: name is empty.').waitFor();
      await page.getByRole('button', { name: 'Import 3 animals' }).waitFor();
      await expectAccessible(page, 'import-columns');

      await page.getByLabel('gone').selectOption('sold');
      await page.getByText('4 of them cannot be imported.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Import 4 animals' }).waitFor();
      await startImport(page);
      await expectSoon(() => resultOf(page)).toEqual({
        Added: 4,
        'Were there already': 0,
        Rejected: 4,
        'New categories': 2,
      });
      await expectSoon(() => page.getByRole('table', { name: 'Reasons' }).getByRole('row').allTextContents()).toEqual([
        'LineReason',
        '4There is no name: name is empty.',
        '6The name has 256 characters, and may have 255.',
        '7The row has 2 cells, the header has 3.',
        '8The name has a line break. The category number 9223372036854775808 does not fit into 64 bits.',
      ]);
      expect(await page.locator('[aria-label=Reasons] th[scope=col]').count()).toBe(2);
      const { text } = await downloadFrom(page, 'Download the rejected rows');
      expect(text).toStartWith('line,reason,name,species,status\n');
      expect(text).toContain('4,There is no name: name is empty.,,Dog,sold\n');
      expect(text).toMatch(/\n6,"The name has 256 characters, and may have 255\.",x{256},Dog,\n/);
      expect(text).toContain('7,"The row has 2 cells, the header has 3.",Luna,Cat\n');

      await press(page.getByRole('button', { name: 'Change what the columns mean' }));
      await page.getByLabel('If the name is empty, use').selectOption('species');
      await startImport(page);
      await expectSoon(() => resultOf(page)).toEqual({ Added: 1, 'Were there already': 4, Rejected: 3 });
      expect(await page.locator('#content img').count()).toBe(0);
    });
  });

  test('has the same outcome for each row of a file of a real shelter as the command', async () => {
    const before = await service.client.pets.count();
    await onPage('/import', async (page) => {
      const content = readFileSync(excerpt, 'utf8');
      await chooseFile(page, 'outcomes.csv', content);
      await page.getByRole('cell', { name: 'transferred' }).first().waitFor();
      await startImport(page);
      const first = await resultOf(page);
      const rejected = await downloadFrom(page, 'Download the rejected rows');
      expect(rejected.name).toBe('outcomes.rejected.csv');
      expect(first).toMatchObject({ 'Were there already': 0 });

      const folder = makeScratchFolder();
      const path = join(folder.path, 'outcomes.csv');
      writeFileSync(path, content);
      const status = ['--status', 'outcome_type', '--status-map', '=available,*=sold'];
      // What the page guesses from the names of the columns.
      const profile =
        'reference=animal_id,sex=sex_upon_outcome,birthDate=date_of_birth,species=animal_type,outcomeType=outcome_type,outcomeOn=datetime';
      const command = await run(
        ['import', path, '--category', 'animal_type', ...status, '--profile', profile],
        importSettings(service.server.url),
        folder.path,
      );
      expect(command.stdout).toContain(
        `imported       0\nalready there  ${first['Added']}\nrejected       ${first['Rejected']}`,
      );
      const lines = (text: string) => text.split('\n').sort();
      expect(lines(rejected.text)).toEqual(lines(readFileSync(join(folder.path, 'outcomes.rejected.csv'), 'utf8')));
      folder.remove();
      expect(await service.client.pets.count()).toBe(before + (first['Added'] ?? 0));
      const { items } = await service.client.pets.list({ reference: 'A716330' }).page();
      const profiles = await Promise.all(items.map(({ id }) => service.client.profiles.get(id)));
      expect(profiles).toMatchObject([{ outcomeType: 'adoption', outcomeOn: '2015-12-28' }]);
    });
  });

  test('adds the photos of a folder that are named like the references, and updates animals that are known', async () => {
    const folder = makeScratchFolder();
    for (const name of ['K1-2.png', 'k1.png', 'other.png'])
      writeFileSync(join(folder.path, name), drawAnimal(name.length, 40, 40).bytes);
    await onPage('/import', async (page) => {
      await chooseFile(page, 'references.csv', 'name,categoryId,reference\nRex,8105,K1\nLuna,8105,K2\n');
      await page.getByLabel('Photos').setInputFiles(folder.path);
      await page.getByText('2 of 3 files are photos of these animals.').waitFor();
      await startImport(page);
      await expectSoon(() => resultOf(page)).toEqual({ Added: 2, 'Were there already': 0, Rejected: 0, Photos: 2 });

      await press(page.getByRole('button', { name: 'Import another file' }));
      await chooseFile(page, 'later.csv', 'name,categoryId,reference\nMax,8105,K1\nLuna,8105,K2\n');
      await page.getByLabel('Update animals whose reference is here already').check();
      await startImport(page);
      const counts = { Added: 0, 'Were there already': 0, Updated: 1, Unchanged: 1, Rejected: 0 };
      await expectSoon(() => resultOf(page)).toEqual(counts);
    });
    const listings = await Array.fromAsync(service.client.listings.list({ categoryId: 8105n }));
    expect(listings.map(({ name, photos }) => [name, photos.length])).toEqual([
      ['Max', 2],
      ['Luna', 0],
    ]);
    folder.remove();
  });

  test('works with the keyboard alone, and moves the focus with each step', async () => {
    await onPage('/import', async (page) => {
      const choose = page.getByRole('button', { name: 'Choose a file' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
      await chooser.setFiles({
        name: 'keys.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,kind\nFrank,8101\n'),
      });
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.getByRole('region', { name: 'What do the columns mean?' }).waitFor();
      await expectSoon(focused).toBe('What do the columns mean?');
      await page.keyboard.press('Tab');
      await expectSoon(() => page.evaluate('document.activeElement.name')).toBe('name');
      await page.getByRole('button', { name: 'Import 1 animal' }).press('Enter');
      await resultOf(page);
      await expectSoon(focused).toBe('Done: keys.csv');
      expect(await namesIn(service.server, 8101n)).toEqual(['Frank']);
    });
  });

  test('rejects an unusable file with the reason, and accepts another one that is dropped anywhere on the page', async () => {
    await onPage('/import', async (page) => {
      const refused = async (content: string | Uint8Array, reason: string) => {
        await giveFile(page, 'animals.csv', content);
        await page.getByRole('alert').filter({ hasText: reason }).waitFor();
      };
      await refused('', 'The file is empty.');
      await refused(new Uint8Array([0x6e, 0x0a, 0xf1, 0x0a]), 'The file is not UTF-8 text.');
      await dropFile(page, 'animals.csv', 'name,categoryId\n');
      await page.getByText('The file has no rows below its first line.').waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Import 0 animals' }).isDisabled()).toBe(true);
    });
  });

  test('shows missing and invalid choices at their fields, and sends nothing until they are correct', async () => {
    await onPage('/import', async (page) => {
      await chooseFile(page, 'letters.csv', 'a,b\nFrank,x\n');
      await page.setViewportSize({ width: 1280, height: 240 });
      // As where somebody has scrolled down to the button, with the field beneath the header.
      await page.evaluate(`{
        const field = document.querySelector('[name=name]');
        scrollBy(0, field.getBoundingClientRect().top - 10);
        field.form.requestSubmit();
      }`);
      const name = page.getByLabel('Name', { exact: true });
      await expectSoon(() => name.getAttribute('aria-invalid')).toBe('true');
      await expectSoon(() => page.evaluate('document.activeElement.name')).toBe('name');
      // Below the header of the page.
      expect((await page.getByText('What the animal is called').boundingBox())?.y).toBeGreaterThan(56);
      await page.getByText('Choose the column with the names.').waitFor();
      await page.getByText('Choose the column with the category.').waitFor();

      await name.selectOption('a');
      await page.getByLabel('Category').selectOption('The same for all rows');
      const number = page.getByLabel('Category number');
      await number.fill('9223372036854775808');
      await startImport(page);
      await expectSoon(() => number.getAttribute('aria-invalid')).toBe('true');
      await number.fill(` ${largest} `);
      await page.getByRole('cell', { name: String(largest) }).waitFor();
      await startImport(page);
      await resultOf(page);
      expect(new Set(await namesIn(service.server, largest))).toEqual(new Set(['Frank']));
    });
  });

  test('detects the column separator, rejects a wrong choice of it, and does not import by a name that two columns have', async () => {
    await onPage('/import', async (page) => {
      await chooseFile(page, 'twins.csv', 'name,name,categoryId\nFrank,Rex,8103\n');
      await page.getByRole('alert').filter({ hasText: 'There are two columns "name".' }).waitFor();
      await startImport(page);
      await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
      expect(await namesIn(service.server, 8103n)).toEqual([]);
    });
    await onPage('/import', async (page) => {
      await chooseFile(page, 'commas.csv', 'name|kind,one|more,two\nFrank|8104|x,y,z\n');
      await page.getByText('commas.csv: 1 row, 3 columns').waitFor();
      await page.getByLabel('Column separator').selectOption('vertical bar');
      await expectSoon(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('0');
    });
    await onPage('/import', async (page) => {
      await chooseFile(page, 'semicolons.csv', '\ufeff"na,me";categoryId\n"Rex; the ""dog""";8102\n');
      const delimiter = page.getByLabel('Column separator');
      await expectSoon(() => delimiter.inputValue()).toBe(';');
      await delimiter.selectOption('tab');
      await page.getByRole('alert').filter({ hasText: 'The file is not valid CSV' }).waitFor();
      await page.getByText('semicolons.csv: 1 row, 2 columns').waitFor();
      await expectSoon(() => delimiter.inputValue()).toBe(';');
      await page.getByLabel('Name', { exact: true }).selectOption('na,me');
      await startImport(page);
      await resultOf(page);
      expect(await namesIn(service.server, 8102n)).toEqual(['Rex; the "dog"']);
    });
  });

  test('is not available to a key that may not add animals', async () => {
    const client = createClient({ baseUrl: service.server.url, apiKey: adminKey });
    const { secret } = await client.keys.create({ name: 'reader', role: 'reader' });
    const use = async (page: Page) => {
      await page.getByRole('heading', { name: 'You have no access to this page' }).waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Choose a file' }).count()).toBe(0);
      await expectSoon(() => page.getByRole('link', { name: 'Import' }).count()).toBe(0);
    };
    await onPage('/import', use, secret);
  });
});
