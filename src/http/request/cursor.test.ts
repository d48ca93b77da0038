import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CursorCodec } from './cursor.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('a cursor decodes to its id, and to the key of a list in another order, for its own list only, unchanged', () => {
  const codec = new CursorCodec('secret');
  const foreign = new CursorCodec('other secret');
  const key = fc.oneof(fc.constant(undefined), int64, fc.string({ unit: 'grapheme', maxLength: 100 }));
  fc.assert(
    fc.property(int64, key, fc.string(), fc.string(), fc.nat(), (id, key, list, otherList, at) => {
      const cursor = codec.encode(list, { id, key });
      expect(codec.decode(list, cursor)).toEqual({ id, key });
      if (key === undefined) expect(cursor).toMatch(/^[\w-]{32}$/);
      expect(() => foreign.decode(list, cursor)).toThrow();
      for (const other of [`${list}x`, otherList])
        if (other !== list) expect(() => codec.decode(other, cursor)).toThrow();
      const bytes = Buffer.from(cursor, 'base64url');
      const changed = bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte));
      expect(() => codec.decode(list, Buffer.from(changed).toString('base64url'))).toThrow();
      expect(() => codec.decode(list, bytes.subarray(0, -1).toString('base64url'))).toThrow();
      if (bytes.length > 24) expect(() => codec.decode(list, bytes.subarray(0, 24).toString('base64url'))).toThrow();
    }),
  );
});

test('the cursor of an earlier release is valid', () => {
  expect(new CursorCodec('secret').decode('listPets?', 'AAAAAAAAACqo118e3O4T0Uty8Z3kWEk-')).toEqual({ id: 42n });
});

test('rejects any other text with invalid_cursor', () => {
  const codec = new CursorCodec('secret');
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        codec.decode('list', text);
        return false;
      } catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'invalid_cursor';
      }
    }),
  );
});

test('a sealed cursor is the same for the same position, shows nothing of it, and is none of the other kind', () => {
  const [sealed, plain] = [new CursorCodec('secret', { isSealed: true }), new CursorCodec('secret')];
  const key = fc.oneof(fc.constant(undefined), int64, fc.string({ minLength: 8, maxLength: 100 }));
  fc.assert(
    fc.property(int64, key, fc.nat(), (id, value, at) => {
      const cursor = sealed.encode('list', { id, key: value });
      expect(sealed.encode('list', { id, key: value })).toBe(cursor);
      expect(sealed.decode('list', cursor)).toEqual({ id, key: value });
      const bytes = Buffer.from(cursor, 'base64url');
      const shown = Buffer.from(plain.encode('list', { id, key: value }), 'base64url');
      expect(bytes.subarray(8, 24)).toEqual(shown.subarray(8, 24));
      expect(bytes.subarray(0, 8)).not.toEqual(shown.subarray(0, 8));
      if (value !== undefined) expect(bytes.subarray(24)).not.toEqual(shown.subarray(24));
      expect(() => plain.decode('list', cursor)).toThrow();
      expect(() => sealed.decode('list', shown.toString('base64url'))).toThrow();
      const changed = Buffer.from(bytes);
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ 1;
      expect(() => sealed.decode('list', changed.toString('base64url'))).toThrow();
    }),
  );
});
