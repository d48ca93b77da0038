import { expect, test } from 'bun:test';
import { readDocument } from '../document/document.ts';
import { filterEntries, listEntries } from './entries.ts';

const groups = listEntries(readDocument(await Bun.file('openapi.json').text()));
const anchors = (text: string) =>
  filterEntries(groups, text).flatMap(({ entries }) => entries.map(({ anchor }) => anchor));

test('the navigation lists headings, operations and schemas', () => {
  const labels = groups.map(({ label }) => label);
  expect([labels[0], labels.at(-1)]).toEqual(['Introduction', 'Schemas']);
  const introduction = groups[0]?.entries.map(({ anchor }) => anchor);
  expect([introduction?.[0], introduction?.at(-1)]).toEqual(['overview', 'error-codes']);
  const pets = groups.find(({ label }) => label === 'pets');
  const get = pets?.entries.find(({ anchor }) => anchor === 'getPet');
  expect(get).toMatchObject({ method: 'GET', isDeprecated: true });
  expect(anchors('')).toContain('schema/Pet');
});

test('a search finds the entries that contain every word', () => {
  expect(anchors('   ').length).toBe(groups.flatMap(({ entries }) => entries).length);
  expect(anchors('pet_has_open_order')).toEqual(['error-codes']);
  expect(anchors('listpets')).toEqual(['listPets']);
  expect(anchors('GET /orders list')).toEqual(['listOrders']);
  expect(anchors('nothing like this')).toEqual([]);
});
