import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseQueryString } from './query.ts';

/** What stands in queries, and what may be cut wrongly. */
const piece = fc.constantFrom(
  'status',
  'id',
  'a',
  '',
  '=',
  '&',
  '&&',
  '==',
  '%20',
  '%',
  '+',
  '~',
  '-',
  '.',
  '_',
  'é',
  '#',
);
const query = fc.oneof(
  fc.string(),
  fc.array(piece).map((pieces) => pieces.join('')),
);

test('any query is read as the URL Standard has it', () => {
  fc.assert(
    fc.property(query, (text) => {
      const standard = new URLSearchParams(text);
      // A leading question mark is no part of a query that was cut out of a URL.
      fc.pre(!text.startsWith('?'));
      const names = [...new Set(standard.keys())];
      expect([...parseQueryString(text)]).toEqual(names.map((name) => [name, standard.getAll(name)]));
    }),
  );
});
