import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { CursorCodec } from './cursor.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

test('a cursor decodes to its id, for its own list only', () => {
  const codec = new CursorCodec('secret');
  const foreign = new CursorCodec('other secret');
  fc.assert(
    fc.property(int64, fc.string(), fc.string(), (after, list, otherList) => {
      const cursor = codec.encode(list, after);
      expect(codec.decode(list, cursor)).toBe(after);
      expect(cursor).toMatch(/^[\w-]{32}$/);
      expect(() => foreign.decode(list, cursor)).toThrow();
      if (otherList !== list) expect(() => codec.decode(otherList, cursor)).toThrow();
    }),
  );
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
