import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { historyBegin, planHistory } from './plan-history.ts';
import { Random } from './seeded-random.ts';
import { pictureFile, species } from './species.ts';

const hourMs = 3_600_000;

test('at any time of day, the first animals arrive after the history begins, the last one now, and none later', () => {
  const midnight = Date.UTC(2026, 10, 22);
  for (let hour = 0; hour < 24; hour++) {
    const now = midnight + hour * hourMs;
    const lives = planHistory(new Random(1), now);
    expect(lives).toHaveLength(240);
    expect(lives.at(-1)?.animal.arrivedAt).toBe(now);
    for (const { animal, order, departure, askedAt = now } of lives) {
      const ends = [order?.end?.at ?? now, order?.returnedAt ?? now, departure?.at ?? now];
      const times = [animal.arrivedAt, order?.placedAt ?? now, ...ends, askedAt];
      expect(Math.min(...times)).toBeGreaterThan(historyBegin(now));
      expect(Math.max(...times)).toBeLessThanOrEqual(now);
    }
  }
});

test('there is a picture of each animal, and no other one', () => {
  const needed = species.flatMap((kind) =>
    kind.colors.flatMap((color) => [0, 1].map((number) => pictureFile(kind, color, number))),
  );
  expect(readdirSync(new URL('pictures/', import.meta.url)).sort()).toEqual([...new Set(needed)].sort());
});
