import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { de } from './de.ts';
import { en } from './en.ts';
import { de as pagesDe } from './pages-de.ts';
import { en as pagesEn } from './pages-en.ts';
import { inGerman } from './said-de.ts';

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

test('what the import and the server say of a file, a row or a field is said in German, too', () => {
  const root = join(folder, '..');
  const readers = ['source/encoding', 'source/form', 'source/inspect', 'source/json-rows', 'source/csv-rows'];
  const speaking = [...readers, 'map/mapping', 'map/facts', 'map/fees', 'map/dates', 'run/import-photos'].map(
    (name) => `importer/${name}.ts`,
  );
  const others = ['contract/names.ts', 'src/http/request/decode.ts', 'src/http/request/scalars.ts'];
  const own = ['console/import/file/source-file.ts'];
  const sentences = [...speaking, ...others, ...own].flatMap((file) => sentencesIn(join(root, file)));
  expect(sentences.length).toBeGreaterThan(35);
  expect(sentences.filter((sentence) => inGerman(sentence) === sentence)).toEqual([]);
  expect(
    inGerman(
      'There is no name and no reference number. There is no category: Old. Man is empty. age is "x", which is not 5.',
    ),
  ).toBe(
    'Der Name und die Referenznummer fehlen. Die Kategorie fehlt: Old. Man ist leer. age ist „x“: keiner dieser Werte: 5.',
  );
  expect(inGerman('Invalid request body. name must have at most 255 characters, but has 300. fee is required.')).toBe(
    'Der Server nimmt das nicht an. name: muss höchstens 255 Zeichen haben, hat aber 300. fee: fehlt.',
  );
  expect(inGerman('Nobody has ever said this.')).toBe('Nobody has ever said this.');
});

/** The sentences of a file, and what stands in them after the name of a field; an example of what they name is a 1. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join('')
      : ts.isStringLiteralLike(node)
        ? node.text
        : '';
    if (/^((The|There|It|An|Line) |1 is "|(is|has|must|needs) ).* /.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext));
  return found;
}

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
