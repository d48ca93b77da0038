import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../host/processes.ts';
import type { Options } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import { drawChart } from './chart.ts';
import type { Machine } from './machine.ts';
import { summarize } from './summary.ts';

const folder = join(repositoryFolder, 'bench/results');

/** Writes every figure, of every round, and the chart, and says where they are. */
export async function writeResults(
  options: Options,
  machine: Machine,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const { generator, rounds, seconds, connections, chart } = options;
  const scenarios = outcomes.map((outcome) =>
    outcome.kind === 'load' ? { ...outcome, summaries: summarize(outcome) } : outcome,
  );
  const at = new Date().toISOString();
  const results = { at, machine, generator: generator.name, rounds, seconds, connections, scenarios };
  const resultsFile = join(folder, 'latest.json');
  await Bun.write(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  const lines = [`all figures: ${resultsFile}`];
  const chartFile = join(folder, 'latest.svg');
  const drawn = drawChart(outcomes, machine, `${describeLoad(options)}, ${at.slice(0, 10)}.`);
  // A chart of another run must not lie beside these figures.
  if (drawn === undefined) await rm(chartFile, { force: true });
  if (drawn === undefined) return [...lines, 'no chart: peers took part in no scenario'];
  const files = [chartFile, ...(chart === undefined ? [] : [chart])];
  for (const file of files) await Bun.write(file, drawn);
  return [...lines, `chart: ${files.join(', ')}`];
}

/** How the load was put on. */
export function describeLoad({ generator, rounds, seconds, connections }: Options): string {
  return `${generator.name}, ${connections} connections, ${rounds} rounds of ${seconds} s in turn; median`;
}

/** A scenario in which a target had errors proves nothing. */
export function isValid(outcome: Outcome): boolean {
  return outcome.kind !== 'load' || summarize(outcome).every((summary) => summary.isValid);
}
