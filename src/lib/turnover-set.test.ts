import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { TurnoverSet } from './turnover-set.ts';

const action = fc.record({ kind: fc.constantFrom('add', 'delete', 'clear'), value: fc.nat(20) });

test('is like a Set, however many values come and go', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 500, size: 'max' }), (actions) => {
      const [set, model] = [new TurnoverSet<number>(), new Set<number>()];
      for (const { kind, value } of actions) {
        // Rarely: else it would never have many deletions.
        if (kind === 'clear') (value === 0 ? [set, model] : []).map((each) => each.clear());
        else [set, model].map((each) => (kind === 'add' ? each.add(value) : each.delete(value)));
        expect(set.has(value)).toBe(model.has(value));
      }
      expect([...set]).toEqual([...model]);
      expect(set.size).toBe(model.size);
    }),
  );
});

test('an iteration may delete what it has reached', () => {
  const set = new TurnoverSet<number>();
  for (let value = 0; value < 1_000; value++) set.add(value);
  const seen: number[] = [];
  for (const value of set) {
    seen.push(value);
    set.delete(value);
  }
  expect(seen).toHaveLength(1_000);
  expect(set.size).toBe(0);
});
