import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessibility.ts';
import { visit } from '../support/browser.ts';
import { chooseFile, downloadFrom, resultOf, startImport } from '../support/console-import.ts';
import { describeConsole } from '../support/describe-console.ts';
import { importSettings } from '../support/importing.ts';
import { run } from '../support/program.ts';
import { makeScratchFolder } from '../support/scratch.ts';

const excerpt = join(import.meta.dir, '../data/austin-outcomes-excerpt.csv');
const markup = '<img src=x onerror=alert(1)>';

describeConsole('a file of a real shelter', {}, (service) => {
  test('has the same outcome for each row on the page and with the command', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/import');
      const content = readFileSync(excerpt, 'utf8');
      await chooseFile(page, 'outcomes.csv', content);
      await page.getByLabel('Return to Owner').selectOption('sold');
      await startImport(page);
      const first = await resultOf(page);
      const rejected = await downloadFrom(page, 'Download the rejected rows');
      expect(rejected.name).toBe('outcomes.rejected.csv');
      expect(first).toMatchObject({ 'Were there already': 0, 'New categories': 2 });

      const folder = makeScratchFolder();
      const path = join(folder.path, 'outcomes.csv');
      writeFileSync(path, content);
      const status = ['--status', 'outcome_type', '--status-map', 'Adoption=sold,Return to Owner=sold'];
      // What the page guesses from the names of the columns.
      const profile = 'reference=animal_id,sex=sex_upon_outcome,birthDate=date_of_birth,species=animal_type';
      const command = await run(
        ['import', path, '--category', 'animal_type', ...status, '--profile', profile],
        importSettings(service.server.url),
      );
      expect(command.stdout).toContain(
        `imported       0\nalready there  ${first['Added']}\nrejected       ${first['Rejected']}`,
      );
      const lines = (text: string) => text.split('\n').sort();
      expect(lines(rejected.text)).toEqual(lines(readFileSync(join(folder.path, 'outcomes.rejected.csv'), 'utf8')));
      folder.remove();
      expect(await service.client.pets.count()).toBe(first['Added'] ?? 0);
    });
  });
});

describeConsole('an import', {}, ({ inTab }) => {
  test('previews the rows, reports the rejected ones, and adds only the missing ones after a correction', async () => {
    await inTab(async (page) => {
      await visit(page, '/import');
      await expectAccessible(page, 'import-file');

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
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('0');
      expect(await page.getByLabel('Category').inputValue()).toBe('1');
      expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('2');
      expect(await page.getByLabel('species', { exact: true }).inputValue()).toBe('species');
      const preview = page.getByRole('table', { name: 'Preview' });
      expect(await preview.getByRole('row').allTextContents()).toEqual([
        'LineNameCategoryStatusProfile',
        '2FrankDogavailableDog',
        `3${markup}DogsoldDog`,
        '4✗DogsoldDog',
        '✗ There is no name: name is empty.',
        '5RexCat✗Cat',
        '✗ There is no status for "gone".',
        '6✗DogavailableDog',
        '✗ The name has 256 characters, and may have 255.',
        '7LunaCatavailableCat',
        '✗ The row has 2 cells, the header has 3.',
        '8✗✗available9223372036854775808',
        '✗ The name has a line break. The category number 9223372036854775808 does not fit into 64 bits.',
        `10${'🐕'.repeat(255)}DogavailableDog`,
      ]);
      await page.getByText('5 of them cannot be imported').waitFor();
      await expectAccessible(page, 'import-columns');

      await page.getByLabel('gone').selectOption('sold');
      await page.getByText('4 of them cannot be imported').waitFor();
      await startImport(page);
      expect(await resultOf(page)).toEqual({ Added: 4, 'Were there already': 0, Rejected: 4, 'New categories': 2 });
      expect(await page.getByRole('table', { name: 'Reasons' }).getByRole('row').allTextContents()).toEqual([
        'LineReason',
        '4There is no name: name is empty.',
        '6The name has 256 characters, and may have 255.',
        '7The row has 2 cells, the header has 3.',
        '8The name has a line break. The category number 9223372036854775808 does not fit into 64 bits.',
      ]);
      await expectAccessible(page, 'import-result');
      const { text } = await downloadFrom(page, 'Download the rejected rows');
      expect(text).toStartWith('line,reason,name,species,status\n');
      expect(text).toContain('4,There is no name: name is empty.,,Dog,sold\n');
      expect(text).toMatch(/\n6,"The name has 256 characters, and may have 255\.",x{256},Dog,\n/);
      expect(text).toContain('7,"The row has 2 cells, the header has 3.",Luna,Cat\n');

      await page.getByRole('button', { name: 'Change what the columns mean' }).click();
      await page.getByLabel('If the name is empty, use').selectOption('species');
      await startImport(page);
      expect(await resultOf(page)).toEqual({ Added: 1, 'Were there already': 4, Rejected: 3 });
      expect(await page.locator('#content img').count()).toBe(0);
    });
  });
});
