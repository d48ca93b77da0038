import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { protectFromFormulas, withoutFormulaProtection } from './formulas.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '\t-1', '＝1', '＋1', '－1', '＠a', "'=1", "''@a"])(
  '%j is escaped with an apostrophe',
  (text) => expect(protectFromFormulas(text)).toBe(`'${text}`),
);

test.each([
  ['x;=1+1;y\t@a; =b', "x;'=1+1;y\t'@a; =b"],
  ['x\n=HYPERLINK("u")\r\n@a\r=1', `x\n'=HYPERLINK("u")\r\n'@a\r'=1`],
  ['x;"=1+1;y\n""@a', `x;"'=1+1;y\n""'@a`],
  ['x;＝1\t＠a', "x;'＝1\t'＠a"],
  ['\r=1', "'\r'=1"],
  ['\t@a', "'\t'@a"],
  ["x;''=1", "x;'''=1"],
])('where another spreadsheet may see a cell within %j, its formula is escaped', (text, cell) =>
  expect([protectFromFormulas(text), withoutFormulaProtection(cell)]).toEqual([cell, text]),
);

test.each([
  '',
  "'",
  'Rex',
  "O'Malley",
  "'Rex'",
  '1-1',
  ' =1',
  '"=1',
  'Sweet dog ;-)',
  "Größe;'-5 cm",
  'tel;+49',
  'Likes:\n- cats\r\n+ dogs\t－',
  "x\n'＋1",
])('%j is not a formula', (text) =>
  expect([protectFromFormulas(text), withoutFormulaProtection(text)]).toEqual([text, text]),
);

test('every text survives escaping and unescaping, and no escaped text starts a formula', () => {
  const parts = fc.constantFrom("'", '=', ';', '+', '-', '@', '\t', '\r', '\n', '＝', 'a', '"', ' ');
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(parts, { maxLength: 6 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const written = protectFromFormulas(text);
      expect(withoutFormulaProtection(written)).toBe(text);
      expect(written).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n]"*[=@＝＠]/);
    }),
  );
});
