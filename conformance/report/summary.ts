import type { Group, Outcome } from '../case.ts';
import type { CaseResult, GroupResult, Verification } from '../run.ts';

export const interfaceVersion = '1.0.0';

/** What all formats of a report say about the run as a whole. */
export interface ReportHeader {
  readonly address: string;
  readonly programVersion: string;
  readonly startedAt: Date;
}

export type Counts = Readonly<Record<Outcome['kind'], number>>;

export function countCases(cases: readonly CaseResult[]): Counts {
  const count = (kind: Outcome['kind']) => cases.filter(({ outcome }) => outcome.kind === kind).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

export function allCases(groups: readonly GroupResult[]): readonly CaseResult[] {
  return groups.flatMap(({ cases }) => cases);
}

/** 0 when no case has failed, 1 when one has, 2 when the run was stopped before the end. */
export function exitCodeOf({ groups, stoppedBy }: Verification): number {
  if (countCases(allCases(groups)).failed > 0) return 1;
  return stoppedBy === undefined ? 0 : 2;
}

/** How many animals the groups create at most. */
export function maxCreated(groups: readonly Group[], mayFill: boolean): number {
  const filling = mayFill && groups.some(({ name }) => name === 'list-pets') ? fillingAnimals : 0;
  // Each group can be the first to need the animal that all share.
  return groups.reduce((sum, { creates }) => sum + creates, 1) + filling;
}

/** What `--fill` adds to an empty catalogue beyond what the cases need anyway. */
const fillingAnimals = 80;
