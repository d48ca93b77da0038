import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { chooseFile, downloadFrom, giveFile, resultOf, startImport } from '../../../support/browser/console-import.ts';
import { describeConsole } from '../../../support/browser/describe-console.ts';
import { inOneTab } from '../../../support/browser/one-tab.ts';
import { press } from '../../../support/browser/press.ts';
import { importSettings, namesIn } from '../../../support/data/importing.ts';
import { drawAnimal } from '../../../support/data/picture.ts';
import { expectSoon } from '../../../support/expect-soon.ts';
import { run } from '../../../support/process/program.ts';
import { makeScratchFolder } from '../../../support/scratch.ts';

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

  test('has the same outcome for each row of a file as the command with the same answers', async () => {
    const rows = [
      'Animal ID;Name;Species;Stage;Size;Adoption Fee;Intake Date',
      'Q1;Frank;Dog;Ready;odd;75;03/04/2026',
      'Q2;;Cat;Available;small;75 USD;05/04/2026',
      'Q3;Rex;Dog;Strange;;;05/04/2026',
      'Q4;Mia;Dog;;large;120;06/04/2026',
      'Q5;Bo;;Available;;;',
      'Q4;Mia;Dog;Adopted;large;120;07/02/2026',
    ];
    const content = `${rows.join('\n')}\n`;
    await onPage('/import', async (page) => {
      await chooseFile(page, 'answers.csv', content);
      await page.getByLabel('Stage: Ready').selectOption('available');
      await page.getByLabel('Stage: Strange').selectOption('died');
      await page.getByLabel('size: odd').selectOption('large');
      await page.getByLabel('Dates such as').selectOption('the day: 31/3/2026');
      const currency = page.getByLabel('Currency of the fees');
      await currency.fill('€');
      await currency.press('Tab');
      await page.getByText('Type the three letters of a currency, such as EUR.').waitFor();
      await currency.fill('eur');
      await startImport(page);
      expect(await resultOf(page)).toMatchObject({ Added: 4, 'Earlier stays': 1, Rejected: 1 });
      await page.getByText('Nobody has said whether one of them is for adoption').waitFor();
      const rejected = await downloadFrom(page, 'Download the rejected rows');

      const folder = makeScratchFolder();
      const path = join(folder.path, 'answers.csv');
      writeFileSync(path, content);
      const answers = ['Stage:Ready=available', 'Stage:Strange=died', 'Size:odd=large'].flatMap((one) => [
        '--word',
        one,
      ]);
      // The currency is that of the shelter since it was typed.
      const { stdout } = await run(
        ['import', path, ...answers, '--dates', 'dmy'],
        importSettings(service.server.url),
        folder.path,
      );
      expect(stdout).toContain('imported       0\nalready there  4\nearlier stays  1\nrejected       1');
      expect(rejected.text).toBe(readFileSync(join(folder.path, 'answers.rejected.csv'), 'utf8'));
      folder.remove();
    });
    const { items } = await service.client.pets.list({ reference: 'Q1' }).page();
    const profiles = await Promise.all(items.map(({ id }) => service.client.profiles.get(id)));
    const fee = { amountMinor: 7500n, currency: 'EUR' };
    expect(profiles).toMatchObject([{ size: 'large', fee, arrivedOn: '2026-04-03' }]);
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
      expect(await namesIn(service.server, 8105n)).toEqual(['Max', 'Luna']);

      await press(page.getByRole('button', { name: 'Take back' }));
      const question = page.getByRole('dialog', { name: 'Take back the import of later.csv?' });
      await press(question.getByRole('button', { name: 'Take back' }));
      const result = page.getByRole('dialog', { name: 'Taken back: later.csv' });
      await result.getByText('Animals taken back: 1').waitFor();
      await press(result.getByRole('button', { name: 'Close' }).last());
      await page.getByRole('link', { name: 'Today' }).click();
      const recent = page.getByRole('region', { name: 'Recent activity' });
      await press(recent.getByRole('button', { name: 'Take back' }).first());
      await result.getByText('Animals taken back: 1').waitFor();
    });
    const listings = await Array.fromAsync(service.client.listings.list({ categoryId: 8105n }));
    expect(listings.map(({ name, photos }) => [name, photos.length])).toEqual([
      ['Rex', 2],
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
        buffer: Buffer.from('name,kind,status\nFrank,8101,available\n'),
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
      await refused(new Uint8Array([0x50, 0x4b, 0x03, 0x04]), 'The file is a workbook.');
      await dropFile(page, 'animals.csv', 'name,categoryId,status\n');
      await page.getByText('The file has no rows below the names of its columns.').waitFor();
      await expectSoon(() => page.getByRole('button', { name: 'Import 0 animals' }).isDisabled()).toBe(true);
    });
  });

  test('shows missing and invalid choices at their fields, and sends nothing until they are correct', async () => {
    await onPage('/import', async (page) => {
      await giveFile(page, 'letters.csv', 'a,b\nFrank,x\n');
      await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
      await page.getByLabel('Names of the columns').selectOption('in line 1');
      await page.getByText('letters.csv: 1 row, 2 columns').waitFor();
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
      await page.getByText('Say whether these animals are for adoption.').waitFor();

      await name.selectOption('a');
      await page.getByLabel('Category').selectOption('The same for all rows');
      const number = page.getByLabel('Category number');
      await number.fill('9223372036854775808');
      await page.getByLabel('No column tells it: what are these animals?').selectOption('available');
      await startImport(page);
      await expectSoon(() => number.getAttribute('aria-invalid')).toBe('true');
      await number.fill(` ${largest} `);
      await page.getByRole('cell', { name: String(largest) }).waitFor();
      await startImport(page);
      await resultOf(page);
      expect(new Set(await namesIn(service.server, largest))).toEqual(new Set(['Frank']));
    });
  });
});
