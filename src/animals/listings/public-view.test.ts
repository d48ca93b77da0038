import { expect, test } from 'bun:test';
import { narrowToVisible } from './public-view.ts';

test('filters leave only statuses that the public may see, and none of the fields that it does not', () => {
  const today = 20_000n;
  const usual = { statuses: ['available', 'pending'], today } as const;
  const cats = { species: ['Cat'], statuses: ['available', 'pending'], publicOn: today };
  expect<object>(narrowToVisible({ species: ['Cat'], status: undefined }, usual)).toEqual(cats);
  expect(narrowToVisible({ status: ['pending', 'pending'] }, usual)).toEqual({ status: 'pending', publicOn: today });
  expect(narrowToVisible({}, { statuses: ['available'], today })).toEqual({ status: 'available', publicOn: today });
  expect(narrowToVisible({}, { statuses: ['available', 'pending', 'sold'], today })).toEqual({ publicOn: today });
  expect(narrowToVisible({ status: ['sold', 'available'] })).toEqual({ statuses: ['available', 'sold'] });
  expect<object>(narrowToVisible({ reference: 'A1' } as object)).toEqual({ reference: 'A1' });
  expect(() => narrowToVisible({ status: ['available', 'sold'], reference: 'A1' }, usual)).toThrow(
    'Invalid query. status must be available or pending for a public API key. reference must be omitted with a public API key.',
  );
});
