import type { TestContext } from './context.ts';

/** One promise. */
export interface Case {
  /** The promise in a sentence that begins with what it is about. Unique: reports and their readers identify the case by it. */
  readonly name: string;
  /** The rule that it checks, as the interface or the documentation states it. */
  readonly rule: string;
  /** @throws Mismatch when the promise is broken, Skipped when it cannot be checked */
  run(t: TestContext): Promise<void>;
}

/** The cases of one rule, each by its name. */
export function casesUnder(rule: string, cases: Readonly<Record<string, Case['run']>>): Case[] {
  return Object.entries(cases).map(([name, run]) => ({ name, rule, run }));
}

/** Cases about one subject. */
export interface Group {
  /** For `--group` and reports. */
  readonly name: string;
  readonly title: string;
  /** The interface itself, or what only some servers have. */
  readonly kind: 'interface' | 'extension';
  /** The most animals that its cases create. */
  readonly creates: number;
  /** Of an extension: why the server does not have it, or `undefined` if it does. */
  absence?(t: TestContext): Promise<string | undefined>;
  readonly cases: readonly Case[];
}

export type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'failed'; readonly expected: string; readonly received: string };
