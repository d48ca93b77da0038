import { expect, test } from 'bun:test';
import { printCommands } from './generate-commands.ts';

test('docs/commands.md is what the operations give; otherwise run `npm run generate`', async () => {
  expect(await Bun.file(new URL('../docs/commands.md', import.meta.url)).text()).toBe(printCommands());
});

test('every command tells a scope', () => {
  expect(printCommands()).not.toContain('| `` |');
});
