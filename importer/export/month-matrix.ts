import type { StatisticsMatrix } from '../../client/types.gen.ts';
import { protectFromFormulas } from './formulas.ts';

/** A label, and the types that are counted; `undefined` for none. */
type Line = readonly [label: string, types: readonly (string | undefined)[]];

/** The lines of the Intake and Outcome Data Matrix of Shelter Animals Count, with the types that each of them counts. */
const intakeLines: readonly Line[] = [
  ['Stray/at large', ['stray']],
  ['Relinquished by owner', ['owner_surrender']],
  ['Transferred in from agency', ['transfer_in']],
  ['Seized/impounded', ['seized']],
  ['Other intakes', ['other', 'born_here']],
  ['Intake type not recorded', [undefined]],
];
const liveLines: readonly Line[] = [
  ['Adoption', ['adoption']],
  ['Returned to owner', ['return_to_owner']],
  ['Transferred to agency', ['transfer_out']],
];
const otherLines: readonly Line[] = [
  ['Died in care', ['died']],
  ['Shelter euthanasia', ['euthanised']],
];
/** A record does not tell whether these lived. */
const untoldLines: readonly Line[] = [
  ['Other live outcome or lost in care', ['other']],
  ['Outcome type not recorded', [undefined]],
];

const ages = { adult: 'adult', juvenile: 'up to 5 months', unknown: 'age unknown' } as const;

/**
 * A month as the rows of a table: a line for each kind of intake and outcome, three columns for each species. The counts of the
 * beginning and the end, which have no age, stand in the first of them.
 */
export function matrixRows({ start, species }: StatisticsMatrix): (string | bigint)[][] {
  const columns = species.flatMap((of) =>
    (Object.keys(ages) as (keyof typeof ages)[]).map((age, index) => ({ of, age, isFirst: index === 0 })),
  );
  const count = (label: string, member: 'beginning' | 'unknownOutcomeDay' | 'ending') => [
    label,
    ...columns.map(({ of, isFirst }) => (isFirst ? (of[member] ?? 0n) : '')),
  ];
  const total = (label: string, member: 'intakes' | 'outcomes', types?: Line[1]) => [
    label,
    ...columns.map(({ of, age }) =>
      of[member]
        .filter(({ type, ageGroup }) => ageGroup === age && (types === undefined || types.includes(type)))
        .reduce((sum, { animals }) => sum + animals, 0n),
    ),
  ];
  const lines = (of: readonly Line[], member: 'intakes' | 'outcomes') =>
    of.map(([label, types]) => total(label, member, types));
  const typesOf = (of: readonly Line[]) => of.flatMap(([, types]) => types);
  return [
    [
      start.slice(0, 7),
      ...columns.map(({ of, age }) => protectFromFormulas(`${of.species ?? 'Other or unknown species'}, ${ages[age]}`)),
    ],
    count('Beginning animal count', 'beginning'),
    ...lines(intakeLines, 'intakes'),
    total('Total intakes', 'intakes'),
    ...lines(liveLines, 'outcomes'),
    total('Subtotal: live outcomes', 'outcomes', typesOf(liveLines)),
    ...lines(otherLines, 'outcomes'),
    total('Subtotal: other outcomes', 'outcomes', typesOf(otherLines)),
    ...lines(untoldLines, 'outcomes'),
    total('Total outcomes', 'outcomes'),
    count('Left on an unknown day', 'unknownOutcomeDay'),
    count('Ending animal count', 'ending'),
  ];
}
