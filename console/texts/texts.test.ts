import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { said } from './de/faults.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { de as pagesDe } from './pages-de.ts';
import { en as pagesEn } from './pages-en.ts';

const folder = join(import.meta.dir, '..');
const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(folder)].filter(
  (file) => !/^(texts|reference)\/|\.(test|d)\.tsx?$/.test(file),
);

test('the console says nothing outside of its texts', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(textsIn)).toEqual([]);
});

test('the modules that start the console take no text before the language is known, and none that is loaded later', () => {
  const started = [...withImports('main.tsx')];
  expect(started).toContain('texts/en.ts');
  expect(started).not.toContain('texts/pages-en.ts');
  expect(started.filter((file) => !file.startsWith('texts/')).flatMap(textsTakenAtOnce)).toEqual([]);
});

test.each([
  // Codes of which the server's own message, which is English, says enough need other words in German alone.
  ['at first', { ...en, failures: {} }, { ...de, failures: {} }],
  ['later', pagesEn, pagesDe],
])('what is said %s is said in both languages, by the same names', (_when, english, german) => {
  const [names, germanNames] = [entriesOf(english), entriesOf(german)];
  expect([...germanNames.keys()]).toEqual([...names.keys()]);
  // A word can be the same in both.
  const sentences = [...names].filter(([, text]) => / .* /.test(text));
  expect(sentences.filter(([name, text]) => germanNames.get(name) === text)).toEqual([]);
});

test('a fault is said in German with all that the English sentence names', () => {
  const faults = [
    readFileSync(join(folder, '../src/errors/faults.ts'), 'utf8'),
    readFileSync(join(folder, '../importer/faults.ts'), 'utf8'),
  ];
  const reasons = faults.flatMap((source) => [...source.matchAll(/^ {2}(\w+):\s+['"`](.*)['"`],$/gm)]);
  expect(reasons.length).toBeGreaterThan(100);
  const values = ['one', 'two', 'at_most', '4'];
  const own = reasons.filter(([, reason = '', english = '']) => {
    const german = said({ reason, values, detail: english });
    return german === english || (reason !== 'unknown' && /\{0\}/.test(english) !== german.includes('one'));
  });
  expect(own.map(([line]) => line)).toEqual([]);
  const fault = { pointer: '#/add/tags/0', reason: 'characters', values: ['300', 'between', '1', '50'], detail: '' };
  expect(said(fault)).toBe('add.tags[0]: muss 1 bis 50 Zeichen haben, hat aber 300.');
  expect(said({ pointer: '#/name', reason: 'of_a_newer_server', detail: 'must be new' })).toBe('name: must be new.');
});

/** Attributes and properties that people see or hear: there, a word is a text. */
const shown =
  /^(aria-label|title|label|description|placeholder|alt|error|meaning|advice|text|message|\w+(Label|Title))$/;
/** Elsewhere a text has a capital letter and small ones, or words after each other. */
const textual = /^[^a-z]*[A-Z][a-z']*( |[,.:…]|$)|[\w,.] [a-z]+ [a-z]|^ [a-z]+/;
const code = /^(className|classNames|style|subject|aria-keyshortcuts|d)$|^(ETag|Petstore|UTC|Bearer )$|_|var\(--|:\/\//;

/** What a file says by itself, each with its line. */
function textsIn(file: string): string[] {
  const source = parse(file);
  const found: string[] = [];
  const visit = (node: ts.Node, isShown: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isThrowStatement(node)) return;
    if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) {
      const name = node.name.getText().replaceAll("'", '');
      if (node.initializer !== undefined && !code.test(name)) visit(node.initializer, shown.test(name));
      return;
    }
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) return;
    if (ts.isCallExpression(node) && node.expression.getText() === 'createSafeContext') return;
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (ts.isJsxText(node) ? /\p{L}/u.test(node.text) : isText && isSaid(node.text, isShown)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText().trim()}`);
    }
    const isAsked = ts.isCallExpression(node) || ts.isElementAccessExpression(node);
    ts.forEachChild(node, (child) => visit(child, isShown && !isAsked));
  };
  visit(source, false);
  return found;
}

function isSaid(text: string, isShown: boolean): boolean {
  return !code.test(text) && (isShown ? /\p{L}/u : textual).test(text);
}

/** Where a file uses texts while it is loaded. */
function textsTakenAtOnce(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isFunctionLike(node) || ts.isTypeNode(node)) return;
    if (ts.isIdentifier(node) && /^texts$/.test(node.text)) found.push(`${file}: ${node.parent.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

/** A file and all that it imports, directly or through others, before it runs. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(file);
  for (const statement of parse(file).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (statement.importClause?.isTypeOnly) continue;
    const imported = normalize(join(dirname(file), statement.moduleSpecifier.text));
    if (/^[^.].*\.tsx?$/.test(imported) && !found.has(imported)) withImports(imported, found);
  }
  return found;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.ESNext, true);
}

/** All texts by the names that lead to them; those with parameters as what makes them. */
function entriesOf(texts: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'object' ? [...entriesOf(text, `${path}${name}.`)] : [[path + name, String(text)] as const],
    ),
  );
}
