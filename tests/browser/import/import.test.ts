import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { visit } from '../../support/browser/browser.ts';
import { chooseFile, downloadFrom, resultOf, startImport } from '../../support/browser/console-import.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { importSettings } from '../../support/data/importing.ts';
import { run } from '../../support/process/program.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

const excerpt = join(import.meta.dir, '../../data/austin-outcomes-excerpt.csv');

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
        folder.path,
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
