import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NewPet } from '../src/animals/pets/schemas.ts';
import type { FieldError } from '../src/errors/faults.ts';
import { decodeJson } from '../src/http/request/decode.ts';
import { anyCharacter } from '../tests/support/data/any-character.ts';
import { findNameError } from './names.ts';

const isTaken = (name: string) => {
  const errors: FieldError[] = [];
  decodeJson(NewPet, { name, categoryId: 3 }, errors);
  return errors.length === 0;
};

test('accepts the names that the service accepts', () => {
  const character = fc.oneof(
    { weight: 4, arbitrary: anyCharacter },
    fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u0085', '\u2028', '\u200b', '\u202e', '\u2060', '\ufeff', '🐕', 'a'),
  );
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 6 }), (name) => {
      expect([name, findNameError(name) === undefined]).toEqual([name, isTaken(name)]);
    }),
    { numRuns: 2_000 },
  );
});

test('counts characters as the service does, and reports each error', () => {
  for (const name of ['x'.repeat(255), '🐕'.repeat(255), ' Padmé ', '\u202eevil']) {
    expect([findNameError(name), isTaken(name)]).toEqual([undefined, true]);
  }
  const faults = [
    ['', 'empty'],
    [' \u00a0', 'empty'],
    ['x'.repeat(256), 'tooLong'],
    ['🐕'.repeat(256), 'tooLong'],
    ['two\nlines', 'lineBreak'],
    ['a\tb', 'control'],
    ['a\ud83d', 'halfCharacter'],
  ] as const;
  for (const [name, fault] of faults) expect(findNameError(name)).toBe(fault);
});
