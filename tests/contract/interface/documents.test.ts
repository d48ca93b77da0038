import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileVariable } from '../../../src/config/secret-files.ts';
import { clientVariables, secretVariables, settings } from '../../../src/config/settings.ts';

// tests/support/documents/not-run.ts lists the commands that no test of the documents runs.

/** What the group of a pattern matches, each time. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const filesIn = (...globs: string[]) => globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync()]);

/** The text of a document without blocks of code, whose lines are no links or headings. */
const proseOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');

/** What the group of a pattern matches in files, with their paths. */
const findIn = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) => findAll(readFileSync(path, 'utf8'), pattern).map((found) => `${path}: ${found}`));

const documents = filesIn('*.md', 'docs/**/*.md', 'deploy/**/*.md', '{client,bench,tests}/*.md', 'src/**/*.md');

const anchorsOf = (path: string) =>
  findAll(proseOf(path), /^#+ (.*)$/gm).map((heading) => {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, '');
    return words.replaceAll(' ', '-');
  });

test('every link from document to document leads to a file, and to a heading in it', () => {
  const broken = documents.flatMap((path) => {
    return findAll(proseOf(path), /\]\((?!https?:|mailto:)([^)\s]*)\)/g)
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const found = file === '' ? path : join(dirname(path), file);
        if (!existsSync(found)) return true;
        return anchor !== undefined && statSync(found).isFile() && !anchorsOf(found).includes(anchor);
      })
      .map((target) => `${path}: ${target}`);
  });
  expect(documents.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('the list of what grows has every table', () => {
  const schema = readFileSync('docs/schema.sql', 'utf8');
  const tables = findAll(schema, /^CREATE (?:VIRTUAL )?TABLE (\w+)/gm);
  const [, list = ''] = readFileSync('docs/reliability.md', 'utf8').split('## What grows');
  const listed = findAll(list, /^\|([^|]*)\|/gm).flatMap((cell) => findAll(cell, /`(\w+)`/g));
  expect(tables.toSorted()).toEqual(listed.toSorted());
});

test('no text says to install by a name that belongs to somebody else on a public registry', () => {
  const install =
    /\b((?:npx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:install|i|add|exec|dlx|x|create))(?:\s+(?!--package)-\S+)*\s+petstore(?:-client)?(?=[\s`@]|$)(?!@npm:@))/gm;
  const texts = [
    ...documents,
    ...filesIn('{src,contract,client,importer,cli,conformance,console,scripts,deploy}/**/*.{ts,tsx,html,sh,yaml}'),
  ];
  expect(findIn(texts, install)).toEqual([]);
});

test('every path in backticks of the documents for contributors leads to a file or folder', () => {
  const folders = '{src,contract,client,importer,cli,conformance,console,embed,tests,scripts,docs,deploy,bench}/**';
  const files = filesIn('*', folders).map((path) => `/${path}`);
  // Those that commands and the steps make are not there before.
  const isPath = (text: string) =>
    /\/|\.(ts|tsx|md|json|sh)$/.test(text) && !/^(build|dist|artifacts|\.\.)\/|newest-pet|VERSION|RELEASE-/.test(text);
  // A table may name a file of a folder that it has named before by its last part.
  const isThere = (path: string) => files.some((file) => `${file}/`.includes(`/${path.replace(/\/$/, '')}/`));
  const texts = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/changing.md', 'tests/README.md'];
  const missing = [...texts, ...filesIn('docs/decisions/*.md')].flatMap((document) =>
    findAll(proseOf(document), /`(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*\/?)`/g)
      .filter((path) => isPath(path) && !isThere(path))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('no document names a version of a file or image of ours: it would be another one in each release', () => {
  const paths = [...documents, ...filesIn('deploy/**/*.{yaml,service}')];
  expect(findIn(paths, /(petstore(?:-client)?[-:]\d+\.\d+\.\d+)/g)).toEqual([]);
});

describe('the decisions', () => {
  const decisions = [...new Bun.Glob('0*.md').scanSync('docs/decisions')].sort();

  test('are there wherever a text refers to one', () => {
    const code = filesIn(
      '{src,contract,client,importer,cli,conformance,console,embed,scripts,bench,tests}/**/*.{ts,tsx,css,sql,sh}',
    );
    const texts = [...documents, ...code].filter((path) => !path.includes('node_modules'));
    const referred = findIn(texts, /\bdecisions?[/ ](\d{4}(?:-[a-z0-9-]+\.md)?)/g);
    const isThere = (name = '') => decisions.some((file) => file.startsWith(name));
    expect(referred.length).toBeGreaterThan(20);
    expect(referred.filter((found) => !isThere(found.split(': ')[1]))).toEqual([]);
  });

  test('are listed in their index, and have at most 350 words each', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    expect(decisions.length).toBeGreaterThan(10);
    expect(decisions.filter((file) => !index.includes(`](decisions/${file})`))).toEqual([]);
    const isLong = (text: string) => text.trim().split(/\s+/).length > 350;
    expect(decisions.filter((file) => isLong(readFileSync(`docs/decisions/${file}`, 'utf8')))).toEqual([]);
  });
});

test('docs/README.md lists every document', () => {
  const index = readFileSync('docs/README.md', 'utf8');
  const own = [...new Bun.Glob('*.md').scanSync('docs')].filter((name) => name !== 'README.md');
  expect(own.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test('docs/settings.md lists exactly the settings that exist, with their flags and files', () => {
  const text = readFileSync('docs/settings.md', 'utf8');
  const rows = [...text.matchAll(/^\| (`[A-Z].*?) \| (`--.*?) \|/gm)];
  const words = (column: number) => rows.flatMap((row) => findAll(row[column] ?? '', /`([^`]+)`/g)).toSorted();
  const all = Object.values(settings);
  expect(words(1)).toEqual(all.map(({ variable }): string => variable).toSorted());
  expect(words(2)).toEqual(all.map(({ flag }): string => flag).toSorted());
  const files = [...secretVariables, fileVariable(clientVariables.token)].filter((name) => name.endsWith('_FILE'));
  for (const name of files) expect(text).toContain(`\`${name}\``);
});
