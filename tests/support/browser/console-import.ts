import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';

/** Selects a file on the import page, as the browser's file dialog would. */
export async function giveFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type=file][accept*=csv]').setInputFiles(file);
}

/** Selects a file on the import page, waits until it asks for the meaning of the columns, and offers animals without a status. */
export async function chooseFile(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await giveFile(page, name, content);
  await page.getByRole('heading', { name: 'What do the columns mean?' }).waitFor();
  const status = page.getByLabel('No column tells it: what are these animals?');
  if ((await status.count()) > 0) await status.selectOption('available');
}

/** Starts the import of the selected file, when its rows are checked. */
export async function startImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Import( [\d,]+ animals?)?$/ }).click();
}

/** The requests of an import with 100 rows each, of which the network holds some. */
export interface Additions {
  /** How many the page has sent. */
  sent: number;
  /** Passes the held ones and all later ones. */
  release(): void;
}

/** Lets so many requests with rows pass, and holds later ones, so that the import is still running while the test acts. */
export async function holdAdditions(page: Page, letThrough: number): Promise<Additions> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const additions = { sent: 0, release: resolve };
  await page.route('**/v1/imports/*/animals', async (route) => {
    if (++additions.sent > letThrough) await promise;
    await route.continue();
  });
  return additions;
}

/** Waits until the import has ended, and returns the outcome of the rows. */
export async function resultOf(page: Page, end: 'Done' | 'Stopped' = 'Done'): Promise<Record<string, number>> {
  await page.getByRole('heading', { name: new RegExp(`^${end}: `) }).waitFor();
  // By then the page goes back from the entry in the history with which it asks who leaves.
  await until('that entry to be left', () => page.evaluate<boolean>('navigation.canGoForward'));
  return await countsOf(page);
}

/** The outcome of the rows so far, by label. */
export async function countsOf(page: Page): Promise<Record<string, number>> {
  const table = page.getByRole('table', { name: 'Rows' });
  const [labels, numbers] = await Promise.all([
    table.getByRole('rowheader').allTextContents(),
    table.getByRole('cell').allTextContents(),
  ]);
  return Object.fromEntries(labels.map((label, at) => [label, Number(numbers[at]?.replaceAll(',', ''))]));
}

/** The name and text of the file that this button downloads. */
export async function downloadFrom(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}
