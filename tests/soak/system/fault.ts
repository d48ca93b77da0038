import type { Random } from '../../../src/lib/seeded-random.ts';

/** Something that goes wrong while clients work. */
export interface Fault {
  readonly name: string;
  /** How often it is chosen relative to others; 1 by default. */
  readonly weight?: number;
  /**
   * Causes the fault. The returned function ends it, unless it has ended by itself; the service must then recover.
   */
  inject(random: Random): Promise<() => Promise<void>>;
}

export function pickFault(faults: readonly Fault[], random: Random): Fault {
  const weighted = faults.flatMap((fault) => Array.from({ length: fault.weight ?? 1 }, () => fault));
  return random.pick(weighted);
}
