import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseQueryString } from './query.ts';

/** Fragments of queries that are easily split wrongly. */
const piece = fc.constantFrom('', ...'status id a = & && == %20 % + ~ - . _ é # ?'.split(' '));
const query = fc.oneof(
  fc.string(),
  fc.array(piece).map((pieces) => pieces.join('')),
);

test('parses any query as the URL Standard specifies', () => {
  fc.assert(
    fc.property(query, (text) => {
      const standard = new URLSearchParams(`?${text}`);
      const names = [...new Set(standard.keys())];
      expect([...parseQueryString(text)]).toEqual(names.map((name) => [name, standard.getAll(name)]));
    }),
  );
});
