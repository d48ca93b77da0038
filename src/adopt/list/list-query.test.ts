import { expect, test } from 'bun:test';
import { isFiltered, printPublicQuery, readPublicQuery } from './list-query.ts';

const statuses = ['available', 'pending'] as const;
const read = (query: string) => readPublicQuery(query, statuses);

test('all parameters are read, and printed in one order', () => {
  const query =
    'q=r%C3%B6s&categoryId=-3&species=Cat&sex=female&size=extra_large&goodWith=children&goodWith=cats&tag=old+%26+wise&status=pending&sort=name&cursor=a-_1';
  const shuffled = query.split('&').toReversed().join('&');
  expect(printPublicQuery(read(query))).toBe(query);
  expect(printPublicQuery(read(shuffled))).toBe(query);
});

test.each([
  ['', ''],
  ['utm_source=x&fbclid=y&__proto__=z&constructor=1&q=cat', 'q=cat'],
  ['q=&categoryId=&species=&sex=&size=&sort=', ''],
  ['q=+%00&categoryId=01&sex=Female&size=huge&goodWith=fish&status=sold&sort=-updatedAt&cursor=a.b', ''],
  ['categoryId=9223372036854775808', ''],
  [`species=${'x'.repeat(101)}&tag=a%00b`, ''],
  ['q=%F0%9F%91%8D', 'q=%F0%9F%91%8D'],
  ['q=%E0%A4%A', 'q=%EF%BF%BD%25A'],
  ['sort=-createdAt', ''],
  ['sex=male&sex=female', 'sex=male'],
])('%j is read kindly', (query, expected) => expect(printPublicQuery(read(query))).toBe(expected));

test('a query that is far too long is ignored', () => expect(read(`species=Cat&${'x'.repeat(5_000)}`)).toEqual({}));

test('of a long search the first ten words are used', () => {
  expect(read('q=a+b+c+d+e+f+g+h+i+j+k+l').q).toBe('a b c d e f g h i j');
  expect(read(`q=a${encodeURIComponent('🐈'.repeat(60))}`).q?.isWellFormed()).toBe(true);
});

test('a status is a filter only where there are several that everybody may see', () => {
  expect(readPublicQuery('status=available', ['available'])).toEqual({});
  expect(readPublicQuery('status=available', statuses)).toEqual({ status: 'available' });
});

test('an order or a position is no filter', () => {
  expect([isFiltered(read('sort=name&cursor=abc')), isFiltered(read('q=cat'))]).toEqual([false, true]);
});
