/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'error' | 'repaired';
  /** What was found, and what to do about it. */
  readonly detail: string;
}

const maxListed = 5;

/** The first of many, for a detail of one line. */
export function listSome(items: readonly (bigint | string)[]): string {
  const listed = items.slice(0, maxListed).join(', ');
  return items.length > maxListed ? `${listed}, …` : listed;
}
