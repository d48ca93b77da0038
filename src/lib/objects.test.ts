import { expect, test } from 'bun:test';
import { isEqual, withoutNulls } from './objects.ts';

test('members that are null or undefined are left out, and every other is kept', () => {
  const value = { zero: 0n, no: false, empty: '', none: null, missing: undefined, inner: { none: null } };
  expect(Object.entries(withoutNulls(value))).toEqual([
    ['zero', 0n],
    ['no', false],
    ['empty', ''],
    ['inner', { none: null }],
  ]);
  expect(Object.keys(withoutNulls(JSON.parse('{"__proto__":1,"a":null}')))).toEqual(['__proto__']);
});

test('values are equal whatever the order of their members, and differ by any member', () => {
  expect(isEqual({ a: 1n, b: { c: ['x'] } }, { b: { c: ['x'] }, a: 1n })).toBe(true);
  for (const other of [{ a: 1n }, { a: 2n, b: { c: ['x'] } }, { a: 1n, b: { c: ['y'] } }, { a: 1n, b: { c: [] } }]) {
    expect(isEqual<object>({ a: 1n, b: { c: ['x'] } }, other)).toBe(false);
  }
});
