import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { TurnoverSet } from './turnover-set.ts';

const kind = fc.oneof(
  { weight: 500, arbitrary: fc.constantFrom('add' as const, 'delete' as const) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);
const actions = fc.array(fc.record({ kind, value: fc.nat(20) }), { maxLength: 500, size: 'max' });

test('is like a Set, whatever comes and goes', () => {
  fc.assert(
    fc.property(actions, (steps) => {
      const [set, model] = [new TurnoverSet<number>(), new Set<number>()];
      for (const { kind, value } of steps) {
        set[kind](value);
        model[kind](value);
        expect(set.has(value)).toBe(model.has(value));
      }
      expect([...set]).toEqual([...model]);
      expect(set.size).toBe(model.size);
    }),
  );
});

test('keeps its values and their order when it is replaced by a copy', () => {
  const set = new TurnoverSet<number>();
  for (let value = 0; value < 1_000; value++) {
    set.add(value);
    set.delete(value - 10);
    expect(set.size).toBe(Math.min(value + 1, 10));
  }
  expect([...set]).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
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
