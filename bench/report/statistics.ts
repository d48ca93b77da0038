export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Undefined when there are no numbers. */
export function spreadOf(numbers: readonly (number | undefined)[]): Spread | undefined {
  const sorted = numbers.filter((number) => number !== undefined).sort((one, other) => one - other);
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  const upper = sorted[Math.floor(sorted.length / 2)];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (lower === undefined || upper === undefined || min === undefined || max === undefined) return undefined;
  return { median: (lower + upper) / 2, min, max };
}

type Numbers = readonly (number | undefined)[];

/** The spread of the ratios within each round, where both ran under the same conditions. */
export function ratioOf(numbers: Numbers, yardstick: Numbers): Spread | undefined {
  return spreadOf(
    numbers.map((number, round) => {
      const other = yardstick[round];
      return number === undefined || other === undefined || other === 0 ? undefined : number / other;
    }),
  );
}
