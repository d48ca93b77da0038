import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { followSection } from '../../support/documents/contributing.ts';
import { commandsOf, plans, quickRuns, testDocuments } from '../../support/documents/document-plans.ts';
import { notRun } from '../../support/documents/not-run.ts';

test('every command that is listed as not run, or with an exit code, is in its document', () => {
  const exits = Object.entries(plans).flatMap(([path, { exitCodes = {} }]) =>
    Object.keys(exitCodes).map((begin) => [path, begin]),
  );
  const listed = notRun.flatMap(([path, , ...beginnings]) => beginnings.map((begin) => [path, begin]));
  const isThere = ([path = '', begin = '']: string[]) => commandsOf(path).some(({ text }) => text.startsWith(begin));
  expect([...listed, ...exits].filter((row) => !isThere(row))).toEqual([]);
});

// tests/long/contributing.test.ts carries them out, and tests what they make.
test('the steps in CONTRIBUTING.md and docs/changing.md fit the sources as they are', () => {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const changed = ['an operation', 'a field to the profile'].map((what) => followSection(`How to add ${what}`, read));
  expect(changed.map(({ size }) => size)).toEqual([4, 4]);
});

testDocuments(quickRuns);
