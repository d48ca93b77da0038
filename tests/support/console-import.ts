import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Gives the import page a file, as the browser's own window would. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Gives the import page a file, and waits until it asks what the columns mean. */
export async function chooseFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await giveFile(page, name, content);
  await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
}

/** Begins the import of the file that was chosen. */
export async function startImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Import [\d,]+ rows?$/ }).click();
}

/** Waits until the import has ended, and tells what has become of the rows. */
export async function resultOf(
  page: Page,
  end: 'Done' | 'Stopped' = 'Done',
  timeout = 30_000,
): Promise<Record<string, number>> {
  await page.getByRole('heading', { name: new RegExp(`^${end}: `) }).waitFor({ timeout });
  return await countsOf(page);
}

/** What has become of the rows so far, by its label. */
export async function countsOf(page: Page): Promise<Record<string, number>> {
  const rows = await page.getByRole('table', { name: 'Rows' }).getByRole('row').all();
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const label = (await row.getByRole('rowheader').textContent()) ?? '';
    counts[label] = Number((await row.getByRole('cell').textContent())?.replaceAll(',', ''));
  }
  return counts;
}

/** The text of the file that a press on this button saves, and its name. */
export async function downloadFrom(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}
