import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { anyCharacter } from '../../tests/support/data/any-character.ts';
import { Pets } from '../animals/pets/schemas.ts';
import { serializer } from './serialize.ts';

const pet = fc.record({
  id: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  name: fc.string({ unit: anyCharacter }),
  categoryId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  status: fc.constantFrom('available', 'pending', 'sold'),
});

test('writes exactly the members of the schema, with every digit and character', () => {
  const write = serializer(Pets);
  fc.assert(
    fc.property(fc.array(pet, { maxLength: 5 }), (pets) => {
      const text = write(pets.map((entry) => ({ ...entry, internal: 'never shown' })));
      expect(parse(text, null, { parseNumber: BigInt })).toEqual(pets);
    }),
  );
});
