import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileVariable } from '../../../src/config/secret-files.ts';
import { clientVariables, secretVariables, settings } from '../../../src/config/settings.ts';

// tests/support/documents/document-plans.ts says which test runs their commands.

const documents = ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'client/*.md', 'bench/*.md', 'src/**/*.md'].flatMap(
  (glob) => [...new Bun.Glob(glob).scanSync()],
);

/** The text of a document without blocks of code, whose lines are no links or headings. */
const proseOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');

function anchorsOf(path: string): string[] {
  const headings = [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link from document to document leads to a file, and to a heading in it', () => {
  const broken = documents.flatMap((path) => {
    const targets = [...proseOf(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, target = '']) => target);
    return targets
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const found = file === '' ? path : join(dirname(path), file);
        if (!existsSync(found)) return true;
        return anchor !== undefined && statSync(found).isFile() && !anchorsOf(found).includes(anchor);
      })
      .map((target) => `${path}: ${target}`);
  });
  expect(documents.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test('the list of what grows has every table', () => {
  const schema = readFileSync('docs/schema.sqlite.sql', 'utf8');
  const tables = [...schema.matchAll(/^CREATE (?:VIRTUAL )?TABLE (\w+)/gm)].map(([, name]) => name);
  const [, list = ''] = readFileSync('docs/reliability.md', 'utf8').split('## What grows');
  const listed = [...list.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)]);
  expect(tables.toSorted()).toEqual(listed.map(([, name]) => name ?? '').toSorted());
});

test('no text says to install by a name that belongs to somebody else on a public registry', () => {
  const install =
    /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun)\s+(?:install|i|add|exec|dlx|x|create))(?:\s+(?!--package)-\S+)*\s+petstore(?:-client)?(?=[\s`@]|$)(?!@npm:@)/gm;
  const texts = [
    ...documents,
    ...new Bun.Glob('{src,client,conformance,console,scripts,deploy}/**/*.{ts,tsx,html,sh,yaml}').scanSync(),
  ];
  const found = texts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(install)].map(([line]) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('every path in backticks of the documents for contributors leads to a file or folder', () => {
  const globs = ['*', '{src,client,conformance,console,embed,tests,scripts,docs,deploy,bench}/**'];
  const files = globs.flatMap((glob) => [...new Bun.Glob(glob).scanSync()].map((path) => `/${path}`));
  // Those that commands make are not there before.
  const isPath = (text: string) =>
    /\/|\.(ts|tsx|md|json|sh)$/.test(text) && !/^(build|dist|artifacts|\.\.)\//.test(text);
  // A table may name a file of a folder that it has named before by its last part.
  const isThere = (path: string) => files.some((file) => `${file}/`.includes(`/${path.replace(/\/$/, '')}/`));
  const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...new Bun.Glob('docs/decisions/*.md').scanSync()].flatMap(
    (document) =>
      [...proseOf(document).matchAll(/`(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => isPath(path) && !isThere(path))
        .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('no document names a version of a file or image of ours: it would be another one in each release', () => {
  const paths = [...documents, ...new Bun.Glob('deploy/**/*.{yaml,service}').scanSync()];
  const found = paths.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/petstore(-client)?[-:]\d+\.\d+\.\d+/g)].map(
      ([name]) => `${path}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

describe('the decisions', () => {
  const decisions = [...new Bun.Glob('0*.md').scanSync('docs/decisions')].sort();

  test('are there wherever a text refers to one', () => {
    const texts = [
      ...documents,
      ...new Bun.Glob('{src,client,conformance,console,embed,scripts,bench,tests}/**/*.{ts,tsx,css,sql,sh}').scanSync(),
    ].filter((path) => !path.includes('node_modules'));
    const referred = texts.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bdecisions?[/ ](\d{4}(?:-[a-z0-9-]+\.md)?)/g)].map(([, name = '']) => ({
        path,
        name,
      })),
    );
    expect(referred.length).toBeGreaterThan(20);
    expect(referred.filter(({ name }) => !decisions.some((file) => file.startsWith(name)))).toEqual([]);
  });

  test('are listed in their index, and each fits on a page', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    expect(decisions.length).toBeGreaterThan(10);
    expect(decisions.filter((file) => !index.includes(`](${file})`))).toEqual([]);
    const sizeOf = (text: string) => ({ lines: text.split('\n').length, characters: text.length });
    const long = decisions
      .map((file) => ({ file, ...sizeOf(readFileSync(`docs/decisions/${file}`, 'utf8')) }))
      .filter(({ lines, characters }) => lines > 50 || characters > 5_000);
    expect(long).toEqual([]);
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
  const words = (column: number) =>
    rows.flatMap((row) => [...(row[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word));
  expect(words(1).toSorted()).toEqual(
    Object.values(settings)
      .map(({ variable }) => variable as string)
      .toSorted(),
  );
  expect(words(2).toSorted()).toEqual(
    Object.values(settings)
      .map(({ flag }) => flag as string)
      .toSorted(),
  );
  const files = [...secretVariables, fileVariable(clientVariables.token)].filter((name) => name.endsWith('_FILE'));
  for (const name of files) expect(text).toContain(`\`${name}\``);
});
