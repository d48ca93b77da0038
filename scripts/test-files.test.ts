import { expect, test } from 'bun:test';
import { findTestFiles } from './test-files.ts';

const root = Bun.fileURLToPath(new URL('..', import.meta.url));
const filesOf = (suite: 'usual' | 'quick' | 'long') => findTestFiles(root, { suite, filters: [] });
const paths = (suite: 'usual' | 'quick' | 'long') => filesOf(suite).flatMap((group) => group.paths);

test('every test file is in one suite, once', () => {
  const found = [
    'tests',
    'src',
    'contract',
    'client',
    'importer',
    'cli',
    'conformance',
    'console',
    'embed',
    'scripts',
    'bench',
  ]
    .flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.test.ts`).scanSync({ cwd: root })])
    .filter((path) => !path.includes('/node_modules/') && !path.startsWith('tests/ecosystem/'));
  expect([...paths('usual'), ...paths('long')].sort()).toEqual(found.sort());
  expect(paths('usual')).toEqual(expect.arrayContaining(paths('quick')));
});

test('tests of data, of repeated requests, of the order of events and of webhooks are not run again when they fail', () => {
  const strict = filesOf('usual').flatMap((group) => (group.isStrict ? group.paths : []));
  const others = filesOf('usual').flatMap((group) => (group.isStrict ? [] : group.paths));
  expect(others.filter((path) => /^tests\/(?:faults|store)\//.test(path))).toEqual([]);
  for (const file of ['access/idempotency', 'access/keys-retries', 'record/events', 'notify/webhook-deliveries'])
    expect(strict).toContain(`tests/contract/${file}.test.ts`);
  expect(others).toContain('tests/contract/animals/pets.test.ts');
  expect(filesOf('long').every(({ isStrict }) => isStrict)).toBe(true);
});
