export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Undefined when there are no numbers. */
export function spreadOf(numbers: readonly (number | null)[]): Spread | undefined {
  const sorted = numbers.filter((number) => number !== null).sort((one, other) => one - other);
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  const upper = sorted[Math.floor(sorted.length / 2)];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (lower === undefined || upper === undefined || min === undefined || max === undefined) return undefined;
  return { median: (lower + upper) / 2, min, max };
}

/** The spread of the ratios within each round, where both ran under the same conditions. */
export function ratioOf(numbers: readonly (number | null)[], limits: readonly (number | null)[]): Spread | undefined {
  return spreadOf(
    numbers.map((number, round) => {
      const limit = limits[round] ?? null;
      return number === null || limit === null || limit === 0 ? null : number / limit;
    }),
  );
}
