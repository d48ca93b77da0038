import { expect, test } from 'bun:test';
import { readOptions } from './options.ts';

const src = 'https://shelter.example/petstore/embed.js?v=2';
const read = (dataset: Record<string, string>, { pageLang = 'en', hasPublicPage = false } = {}) =>
  readOptions({ src, dataset, closest: () => ({ lang: pageLang }) }, hasPublicPage);

test('the service is where the script comes from', () => {
  expect(read({ key: ' pet_pub_prod_x ' })).toMatchObject({
    base: 'https://shelter.example/petstore/',
    key: 'pet_pub_prod_x',
    query: 'limit=12&sort=-createdAt',
    limit: 12,
    headingLevel: 3,
    theme: undefined,
    target: undefined,
  });
});

test('attributes are filters, and only tags are separated by commas', () => {
  const attributes = { status: 'available', species: 'Cat, wild', category: '3', tag: 'calm, lap cat', sort: 'name' };
  expect(read({ ...attributes, limit: '6', other: 'x' }).query).toBe(
    'limit=6&status=available&species=Cat%2C+wild&categoryId=3&tag=calm&tag=lap+cat&sort=name',
  );
  expect(read({ status: '', tag: '' }).query).toBe('limit=12&sort=-createdAt');
  // The service says what is wrong.
  expect(read({ limit: 'many' })).toMatchObject({ query: 'limit=many&sort=-createdAt', limit: 12 });
});

test('the language is that of the attribute, or of the page, or English', () => {
  const langOf = (dataset: Record<string, string>, pageLang: string) => read(dataset, { pageLang }).texts.lang;
  expect(langOf({}, 'de-AT')).toBe('de');
  expect(langOf({ lang: 'en' }, 'de')).toBe('en');
  expect([langOf({}, 'FR-ca'), langOf({}, ''), langOf({ lang: 'den' }, '')]).toEqual(['fr', 'en', 'en']);
});

test('an animal has a link to the public page, or to where the page says', () => {
  expect(read({}).linkTo('7')).toBeUndefined();
  expect(read({}, { hasPublicPage: true }).linkTo('7')).toBe('https://shelter.example/petstore/adopt/7');
  expect(read({ link: '/animals?id={id}&again={id}' }, { hasPublicPage: true }).linkTo('-7')).toBe(
    '/animals?id=-7&again=-7',
  );
  expect(read({ link: '' }, { hasPublicPage: true }).linkTo('7')).toBeUndefined();
});

test('the theme and the level of headings have only known values', () => {
  expect([read({ theme: 'dark' }).theme, read({ theme: 'blue' }).theme]).toEqual(['dark', undefined]);
  expect(['2', '6', '1', '7', 'x'].map((heading) => read({ heading }).headingLevel)).toEqual([2, 6, 3, 3, 3]);
});
