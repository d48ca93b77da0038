import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { closeSharedTabs } from '../../support/browser/browser.ts';
import { withSharedTab } from '../../support/browser/describe-console.ts';
import { startDemo } from '../../support/process/demo.ts';
import { pagesPort } from '../../support/process/ports.ts';
import { makeScratchFolder } from '../../support/scratch.ts';

test('a demo opens the console signed in, without the key in the address, says on both pages what it is, and leaves nothing behind', async () => {
  const folder = makeScratchFolder();
  const demo = await startDemo({ TMPDIR: folder.path }, '--port', String(pagesPort()));
  const demoFolders = () => readdirSync(folder.path).filter((name) => name.startsWith('petstore-demo-'));
  expect(demoFolders()).toHaveLength(1);
  try {
    await withSharedTab(demo, async (page) => {
      await page.goto(`/#key=${demo.apiKey}`);
      await page.getByRole('link', { name: 'Animals' }).first().press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Animals' }).waitFor();
      expect(page.url()).toBe(`${demo.url}/animals`);
      await page.goBack();
      expect(page.url()).toBe(`${demo.url}/`);
      await page.getByText('Demo: everything here is invented').waitFor();
      await page.goto('/adopt');
      await page.getByText('Demo shelter').first().waitFor();
      await page.getByText('This is a demonstration.').waitFor();
    });
    demo.program.kill('SIGINT');
    expect(await demo.program.exited).toBe(0);
    expect(demoFolders()).toEqual([]);
  } finally {
    demo.program.kill('SIGKILL');
    await closeSharedTabs(demo);
    folder.remove();
  }
});
