import { expect, test } from 'bun:test';
import { readDocument } from '../document/document.ts';
import { filterEntries, listEntries } from './entries.ts';

const groups = listEntries(
  readDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { description: 'Words.\n\n## Pages\n\n## Errors' },
      paths: {
        '/things': {
          get: { operationId: 'listThings', summary: 'List them', tags: ['things'] },
          post: { operationId: 'addThing', summary: 'Add one', tags: ['things'], deprecated: true },
        },
        '/pages': { get: { operationId: 'listPages', tags: ['pages'] } },
      },
      components: {
        schemas: {
          Thing: {},
          Error: { properties: { code: { 'x-enumDescriptions': { thing_lost: '404: It is lost.' } } } },
        },
      },
    }),
  ),
);
const anchors = (text: string) =>
  filterEntries(groups, text).flatMap(({ entries }) => entries.map(({ anchor }) => anchor));

test('the navigation lists headings, operations and schemas', () => {
  expect(groups.map(({ label, entries }) => [label, ...entries.map(({ anchor }) => anchor)])).toEqual([
    ['Introduction', 'overview', 'description/pages', 'description/errors', 'error-codes'],
    ['things', 'listThings', 'addThing'],
    ['pages', 'listPages'],
    ['Schemas', 'schema/Thing', 'schema/Error'],
  ]);
  expect(groups[1]?.entries.map(({ method, isDeprecated }) => [method, isDeprecated])).toEqual([
    ['GET', false],
    ['POST', true],
  ]);
});

test.each([
  ['', 9],
  ['   ', 9],
  ['thing_lost', 1],
  ['POST', 1],
  ['/things', 2],
  ['listthings', 1],
  ['things get', 1],
  ['page', 2],
  ['nothing like this', 0],
])('a search for "%s" finds the entries that contain every word: %i', (text, count) => {
  expect(anchors(text).length).toBe(count);
});
