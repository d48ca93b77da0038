export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'error' | 'repaired';
  /** What was found, and what to do about it. */
  readonly detail: string;
}
