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
  const values = formatJson(text)?.filter(({ kind }) => kind !== 'punctuation');
  expect(values?.map(({ kind, text: shown }) => `${kind} ${shown.trim()}`)).toEqual([
    ...['name "9"', 'number 9223372036854775807', 'name "1"', 'number -0.10', 'name "x"', 'number 1E400'],
    ...['name "\\u0041"', 'string "\\u00e9 \\" , : {"', 'name "__proto__"', 'number 1.0'],
  ]);
});

test.each(['', '{', '[1,]', '{"a" 1}', "{'a':1}", '01', 'tru', '1 2', '<html>'])('%s is not JSON', (text) => {
  expect([isJson(text), formatJson(text)]).toEqual([false, undefined]);
});

test('shows a duplicate name twice', () => {
  expect(layOut('{"a":1,"a":2}')).toBe('{\n  "a": 1,\n  "a": 2\n}');
});
