import { expect, test } from 'bun:test';
import { alwaysAwaited } from './standby-check.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a, b', []],
  ['1 (a)', ['a']],
  ['2 (a, b)', ['a', 'b']],
  ['FIRST 1 (a, b)', []],
  ['FIRST 2 (a, b)', ['a', 'b']],
  [' any 2(a,b) ', ['a', 'b']],
  ['ANY 2 (a, b, c)', []],
  ['*', []],
  ['ANY 1 (*)', []],
  ['2 ("Node 1", "say ""hi""")', ['node 1', 'say "hi"']],
  ['1 (10)', ['10']],
])('the standbys that every commit waits for are found in %p', (names, awaited) => {
  expect(alwaysAwaited(names)).toEqual(awaited);
});
