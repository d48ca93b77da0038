import { expect, test } from 'bun:test';
import { Random } from '../../cli/demo/seeded-random.ts';
import { visit } from '../support/browser/browser.ts';
import { describeConsole } from '../support/browser/describe-console.ts';
import { addContent, explore } from './exploration.ts';

/** The soak takes many more, with other seeds. */
const steps = 25;

describeConsole('somebody who uses the console at random', { fill: ({ client }) => addContent(client) }, (service) => {
  test('finds nothing that the interface refuses, and no dialog that Escape does not close', async () => {
    await service.inTab(async (page) => {
      await visit(page, '/');
      let left = steps;
      expect(await explore(page, new Random('console'), () => left-- > 0)).toBeUndefined();
    });
  });
});
