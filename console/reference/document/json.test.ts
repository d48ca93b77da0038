import { expect, test } from 'bun:test';
import { assert, json, property } from 'fast-check';
import { formatJson, isJson } from './json.ts';

const layOut = (text: string) =>
  formatJson(text)
    ?.map((token) => token.text)
    .join('');

test('lays out any JSON text as JSON.stringify does', () => {
  assert(property(json(), (text) => layOut(text) === JSON.stringify(JSON.parse(text), null, 2)));
});

test('keeps numbers, strings and names as written, in their order', () => {
  const text = '{"9":9223372036854775807,"1":-0.10,"x":1E400,"\\u0041":"\\u00e9 \\" , : {","__proto__":1.0}';
  expect(formatJson(text)?.map(({ kind, text: shown }) => [kind, shown.trim()])).toEqual([
    ['punctuation', '{'],
    ['name', '"9"'],
    ['punctuation', ':'],
    ['number', '9223372036854775807'],
    ['punctuation', ','],
    ['name', '"1"'],
    ['punctuation', ':'],
    ['number', '-0.10'],
    ['punctuation', ','],
    ['name', '"x"'],
    ['punctuation', ':'],
    ['number', '1E400'],
    ['punctuation', ','],
    ['name', '"\\u0041"'],
    ['punctuation', ':'],
    ['string', '"\\u00e9 \\" , : {"'],
    ['punctuation', ','],
    ['name', '"__proto__"'],
    ['punctuation', ':'],
    ['number', '1.0'],
    ['punctuation', '}'],
  ]);
});

test.each(['', '{', '[1,]', '{"a" 1}', "{'a':1}", '01', 'tru', '1 2', '<html>'])('%s is not JSON', (text) => {
  expect([isJson(text), formatJson(text)]).toEqual([false, undefined]);
});

test('shows a duplicate name twice', () => {
  expect(layOut('{"a":1,"a":2}')).toBe('{\n  "a": 1,\n  "a": 2\n}');
});
