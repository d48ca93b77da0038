import { expect, test } from 'bun:test';
import { foldTerms } from '../../lib/fold-text.ts';
import { indexKinds, readKinds } from './kind-rules.ts';

const categories = ['Cats & friends', 'Hunde', 'Guinea pigs', 'Big dogs'].map((name, id) => ({ id: BigInt(id), name }));
const index = indexKinds(categories, ['Cat', 'Vögel', 'Hamster', 'Hen']);
const read = (q: string) => readKinds(foldTerms(q), index);

test.each([
  ['Cat', [0n], ['Cat'], false],
  ['katzen', [0n], ['Cat'], false],
  ['Kätzchen', [0n], ['Cat'], true],
  ['puppies', [3n, 1n], [], true],
  ['chiots', [3n, 1n], [], true],
  ['gatas', [0n], ['Cat'], false],
  ['pig', [2n], [], false],
  ['vogel', [], ['Vögel'], false],
  ['hamsters', [], ['Hamster'], false],
  ['hens', [], ['Hen'], false],
])('%s is a kind', (q, categoryIds, species, isYoung) => {
  expect(read(q)).toEqual({ kinds: [{ categoryIds, species }], isYoung, terms: [] });
});

test('a word of many endings is read in one way, and not in thousands', () => {
  const terms = Array<string>(200).fill(`abc${'en'.repeat(24)}x`);
  expect(readKinds(terms, index).terms).toEqual(terms);
});

test('other words, and young of a kind that nobody has, are words', () => {
  expect(read('catalan henry dogo Luna')).toEqual({
    kinds: [],
    isYoung: false,
    terms: ['catalan', 'henry', 'dogo', 'luna'],
  });
  expect(readKinds(['kitten'], new Map())).toEqual({ kinds: [], isYoung: false, terms: ['kitten'] });
});
