import type { Attempt, Change } from './history.ts';

/** All attempts to make one change. */
export interface Attempted {
  readonly change: Change;
  readonly attempts: readonly Attempt[];
  /** The ids in its acknowledgements; more than one if it was made more than once. */
  readonly ids: readonly number[];
  /** Whether it may have been made without being acknowledged, or be made later. */
  readonly isUncertain: boolean;
  readonly startedAt: number;
  /** The end of the first attempt that was acknowledged. */
  readonly acknowledgedAt: number;
}

/** Groups attempts by their change, in the order in which the changes began. */
export function groupChanges(attempts: readonly Attempt[]): Attempted[] {
  const groups = Map.groupBy(attempts, ({ client, change }) => identityOf(client, change));
  return [...groups.values()]
    .flatMap((group) => summarize(group))
    .sort((one, other) => one.startedAt - other.startedAt);
}

function summarize(attempts: readonly Attempt[]): Attempted[] {
  const [first] = attempts;
  if (first === undefined) return [];
  const ids = attempts.flatMap(({ outcome }) => (outcome.kind === 'acknowledged' ? [outcome.id] : []));
  const acknowledged = attempts.filter(({ outcome }) => outcome.kind === 'acknowledged');
  return [
    {
      change: first.change,
      attempts,
      ids: [...new Set(ids)],
      isUncertain: attempts.some(({ outcome }) => outcome.kind === 'unknown' || outcome.kind === 'unexpected'),
      startedAt: Math.min(...attempts.map(({ startedAt }) => startedAt)),
      acknowledgedAt: Math.min(...acknowledged.map(({ endedAt }) => endedAt)),
    },
  ];
}

function identityOf(client: string, change: Change): string {
  switch (change.kind) {
    case 'create':
      return `create ${change.name}`;
    case 'rename':
      return `rename ${change.petId} ${change.name}`;
    case 'remove':
      return `remove ${change.petId}`;
    case 'set':
      return `set ${change.key}`;
    default:
      return `${change.kind} ${client} ${change.key}`;
  }
}

/** Describes a change in words, for reports. */
export function describeChange({ change, attempts }: Attempted): string {
  const { kind, ...details } = change;
  const outcomes = attempts.map(({ outcome }) =>
    'code' in outcome ? `${outcome.kind} ${outcome.code}` : outcome.kind,
  );
  return `${kind} ${JSON.stringify(details)} (${outcomes.slice(-5).join(', ')})`;
}
