import { expect, test } from 'bun:test';
import type { Locator } from 'playwright-core';
import { visit } from '../../support/browser/browser.ts';
import { openForm, send } from '../../support/browser/console-reference.ts';
import { describeConsole } from '../../support/browser/describe-console.ts';
import { showOnly } from '../../support/documents/shortened-document.ts';
import { expectSoon } from '../../support/expect-soon.ts';

const largest = '9223372036854775807';
const bodyShown = (panel: Locator) => panel.getByRole('group', { name: 'Body of the response' }).locator('pre');
const partShown = async (panel: Locator, title: string) => {
  const part = panel.locator('details').filter({ hasText: title });
  return (await part.textContent()) ?? '';
};

describeConsole('a request of the reference', {}, (service) => {
  test('is sent as typed, with the key of the console, and its response is shown with every digit', () =>
    service.inTab(async (page) => {
      await showOnly(page, ['createPet']);
      await visit(page, '/animals');
      await page.getByRole('link', { name: 'API reference' }).press('Enter');
      await page.getByText('with the key that this tab is signed in to the console with').waitFor();
      const panel = await openForm(page, 'createPet');
      const field = panel.getByRole('textbox', { name: 'Body' });
      expect(JSON.parse(await field.inputValue())).toMatchObject({ name: 'Frank', categoryId: 3 });
      await field.fill(`{"name": "Frank of the laptop", "categoryId": ${largest}}`);
      await expectSoon(() => panel.locator('pre').first().textContent()).toContain(`"categoryId": ${largest}}'`);
      expect(await send(panel)).toMatch(/^201 Created in .*, \d+ B$/);
      await expectSoon(() => bodyShown(panel).textContent()).toMatch(
        new RegExp(
          `^{\n  "id": \\d+,\n  "name": "Frank of the laptop",\n  "categoryId": ${largest},\n  "status": "available"\n}$`,
        ),
      );
      const stored = await (await service.server.fetch(`/v1/pets?categoryId=${largest}`)).text();
      expect(stored).toContain(`"name":"Frank of the laptop","categoryId":${largest}`);
      await panel.getByText('Response headers').click();
      await panel.getByText('What was sent').click();
      expect(await partShown(panel, 'Response headers')).toContain('location');
    }));
});
