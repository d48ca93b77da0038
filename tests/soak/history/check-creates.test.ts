import { expect, test } from 'bun:test';
import { type Create, checkCreates } from './check-creates.ts';

const acknowledged = (name: string, id: number): Create => ({ name, outcome: { kind: 'acknowledged', id } });
const refused = (name: string): Create => ({ name, outcome: { kind: 'refused', code: 'overloaded' } });
const unknown = (name: string): Create => ({ name, outcome: { kind: 'unknown' } });

function rulesOf(creates: readonly Create[], stored: readonly (readonly [number, string])[]): string[] {
  const found: string[] = [];
  checkCreates(creates, stored, (rule) => void found.push(rule));
  return found;
}

test('creates that are stored as they were answered violate nothing', () => {
  const creates = [acknowledged('a', 1), acknowledged('b', 2), refused('c'), unknown('d'), unknown('e')];
  expect(
    rulesOf(creates, [
      [1, 'a'],
      [2, 'b'],
      [3, 'd'],
    ]),
  ).toEqual([]);
});

test.each([
  ['lost', [acknowledged('a', 1)], []],
  ['lost', [acknowledged('a', 1)], [[2, 'a']]],
  ['idTwice', [acknowledged('a', 1), acknowledged('b', 1)], [[1, 'a']]],
  [
    'repeated',
    [unknown('a')],
    [
      [1, 'a'],
      [2, 'a'],
    ],
  ],
  ['refused', [refused('a')], [[1, 'a']]],
  ['unknownOrigin', [], [[1, 'a']]],
  ['answers', [{ name: 'a', outcome: { kind: 'unexpected', status: 500, text: '{}' } }], []],
] as const)('a violation of "%s" is found', (rule, creates, stored) => {
  expect(rulesOf(creates, stored)).toContain(rule);
});
