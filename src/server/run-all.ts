import { describeError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';

/**
 * Runs the steps that release what was begun, one after the other, also after one that fails. Returns what has failed first,
 * `cause` being what failed before them, and logs the other failures.
 */
export async function runAll(steps: readonly (() => Promise<unknown>)[], log: Log, cause?: unknown): Promise<unknown> {
  const failures: unknown[] = cause === undefined ? [] : [cause];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  const [first, ...others] = failures;
  for (const error of others) log.error('could not release everything', { cause: describeError(error) });
  return first;
}
