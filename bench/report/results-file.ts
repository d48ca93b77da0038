import { join } from 'node:path';
import { repositoryFolder } from '../host/processes.ts';
import type { Options } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import type { Machine } from './machine.ts';
import { summarize } from './summary.ts';

/** Writes every figure, of every round, and returns where. */
export async function writeResults(options: Options, machine: Machine, outcomes: readonly Outcome[]): Promise<string> {
  const file = join(repositoryFolder, 'bench/results/latest.json');
  const { generator, rounds, seconds, connections } = options;
  const scenarios = outcomes.map((outcome) =>
    outcome.kind === 'load' ? { ...outcome, summaries: summarize(outcome) } : outcome,
  );
  const at = new Date().toISOString();
  const results = { at, machine, generator: generator.name, rounds, seconds, connections, scenarios };
  await Bun.write(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
}

/** A scenario in which a target had errors proves nothing. */
export function isValid(outcome: Outcome): boolean {
  return outcome.kind !== 'load' || summarize(outcome).every((summary) => summary.isValid);
}
