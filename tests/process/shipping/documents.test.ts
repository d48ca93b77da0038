import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { followSection } from '../../support/documents/contributing.ts';
import { commandsOf, plans, quickRuns, testDocuments } from '../../support/documents/document-plans.ts';

const documents = ['*.md', 'docs/*.md', 'deploy/**/*.md', 'client/*.md'].flatMap((glob) => [
  ...new Bun.Glob(glob).scanSync(),
]);

test('every document with commands has a plan, and every reason not to run one a command', () => {
  expect(documents.filter((path) => commandsOf(path).length > 0 && plans[path] === undefined)).toEqual([]);
  const stale = Object.entries(plans).flatMap(([path, { skip = {}, exitCodes = {} }]) =>
    [...Object.keys(skip), ...Object.keys(exitCodes)]
      .filter((begin) => !commandsOf(path).some(({ text }) => text.startsWith(begin)))
      .map((begin) => `${path}: ${begin}`),
  );
  expect(stale).toEqual([]);
});

// tests/long/contributing.test.ts carries them out, and tests what they make.
test('the steps in CONTRIBUTING.md and docs/changing.md fit the sources as they are', () => {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const changed = ['an operation', 'a field to the profile'].map((what) => followSection(`How to add ${what}`, read));
  expect(changed.map(({ size }) => size)).toEqual([5, 4]);
});

testDocuments(quickRuns);
