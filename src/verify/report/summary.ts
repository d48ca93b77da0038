import type { Group, Outcome } from '../case.ts';
import { type Created, createdKinds } from '../created.ts';
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

/** The most that the groups create, as in `up to 20 animals and 2 keys`. */
export function announceCreated(groups: readonly Group[], mayFill: boolean): string {
  const sum = (kind: Created) => groups.reduce((total, { creates }) => total + (creates[kind] ?? 0), 0);
  // Every group can be the first to need the shared animal.
  const shared = groups.length > 0 ? 1 : 0;
  const filling = mayFill && groups.some(({ name }) => name === 'list-pets') ? 80 : 0;
  const parts = createdKinds
    .map((kind) => [kind, sum(kind) + (kind === 'animals' ? shared + filling : 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? 'nothing' : `up to ${new Intl.ListFormat('en-GB').format(parts)}`;
}
