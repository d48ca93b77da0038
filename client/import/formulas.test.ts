import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { protectFromFormulas, withoutFormulaProtection } from './formulas.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a', "'=1", "''@a"])(
  '%j is escaped with an apostrophe',
  (text) => expect(protectFromFormulas(text)).toBe(`'${text}`),
);

test('what begins behind a semicolon or a tab is escaped, too: another spreadsheet may see a cell there', () => {
  expect(protectFromFormulas('x;=1+1;y\t@a; -b\n- c')).toBe("x;'=1+1;y\t'@a; -b\n- c");
});

test.each(['', "'", 'Rex', "O'Malley", "'Rex'", '1-1', ' =1', '"=1'])('%j is not a formula', (text) =>
  expect([protectFromFormulas(text), withoutFormulaProtection(text)]).toEqual([text, text]),
);

test('every text survives escaping and unescaping, and no escaped text starts a formula', () => {
  const parts = fc.constantFrom("'", '=', ';', '+', '-', '@', '\t', '\r', '＝', 'a', '"', ' ');
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(parts, { maxLength: 6 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const written = protectFromFormulas(text);
      expect(withoutFormulaProtection(written)).toBe(text);
      expect(written).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]|[;\t][=+\-@＝＋－＠]/);
    }),
  );
});
