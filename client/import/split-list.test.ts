import { expect, test } from 'bun:test';
import { splitList } from './split-list.ts';

test('parts are separated by commas and trimmed, and a comma after a backslash belongs to its part', () => {
  expect(splitList(' name, animal id ,a\\, b')).toEqual(['name', 'animal id', 'a, b']);
});
