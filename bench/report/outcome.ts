import type { Scenario } from '../scenario.ts';
import type { Target } from '../targets.ts';
import type { Round } from './figures.ts';

/** What a scenario came to, as it stands in the results file. */
export interface Outcome {
  readonly scenario: Scenario;
  readonly rows: readonly Row[];
  /** What could not be measured here, and why. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** All rounds of one load on one target. */
export interface Row {
  /** Of the target or the variant. */
  readonly name: string;
  readonly kind: Target['kind'];
  readonly load: string;
  /** It ran beside the load that is judged. */
  readonly isBeside?: boolean;
  readonly rounds: readonly Round[];
}
