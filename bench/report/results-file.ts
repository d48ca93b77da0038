import { join } from 'node:path';
import { repositoryFolder } from '../host/processes.ts';
import type { Options } from '../options.ts';
import type { GrowthOutcome, Outcome, SteadyOutcome } from '../outcome.ts';
import { drawLoadChart } from './chart.ts';
import { summarizeGrowth } from './growth-summary.ts';
import { type Machine, machineTitle } from './machine.ts';
import { summarizeSteady } from './steady-summary.ts';
import { summarize } from './summary.ts';

const folder = join(repositoryFolder, 'bench/results');

/** The figures of some scenarios, and the chart of those in which peers took part. */
interface Results {
  readonly name: string;
  readonly scenarios: readonly object[];
  readonly chart?: string | undefined;
}

/** Writes every figure, of every round, and the chart that was asked for, and says where they are. */
export async function writeResults(
  options: Options,
  machine: Machine,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const { generator, rounds, seconds, connections } = options;
  const at = new Date().toISOString();
  const lines: string[] = [];
  for (const { name, scenarios, chart } of resultsOf(options, machine, outcomes, at.slice(0, 10))) {
    const file = join(folder, `${name}.json`);
    const results = { at, machine, generator: generator.name, rounds, seconds, connections, scenarios };
    await Bun.write(file, `${JSON.stringify(results, null, 2)}\n`);
    lines.push(`all figures: ${file}`);
    if (options.chart === undefined || chart === undefined) continue;
    await Bun.write(options.chart, chart);
    lines.push(`chart: ${options.chart}`);
  }
  return lines;
}

/** What is compared with others stands together; what takes minutes has files of its own, which last until its next run. */
function resultsOf(options: Options, machine: Machine, outcomes: readonly Outcome[], day: string): Results[] {
  const usual = outcomes.filter(({ kind }) => kind !== 'growth' && kind !== 'steady');
  const results: Results[] = [];
  if (usual.length > 0) {
    results.push({
      name: 'latest',
      scenarios: usual.map((outcome) =>
        outcome.kind === 'load' ? { ...outcome, summaries: summarize(outcome) } : outcome,
      ),
      chart: drawLoadChart(usual, machineTitle(machine), `${describeLoad(options)}, ${day}.`),
    });
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'growth') results.push(growthResults(outcome));
    if (outcome.kind === 'steady') results.push(steadyResults(outcome));
  }
  return results;
}

function growthResults(outcome: GrowthOutcome): Results {
  return { name: 'growth', scenarios: [{ ...outcome, summary: summarizeGrowth(outcome) }] };
}

function steadyResults(outcome: SteadyOutcome): Results {
  return { name: outcome.scenario.name, scenarios: [{ ...outcome, summary: summarizeSteady(outcome) }] };
}

/** How the load was put on. */
export function describeLoad({ generator, rounds, seconds, connections }: Options): string {
  return `${generator.name}, ${connections} connections, ${rounds} rounds of ${seconds} s in turn; median`;
}

/** A scenario in which a target had errors proves nothing. */
export function isValid(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'load':
      return summarize(outcome).every((summary) => summary.isValid);
    case 'growth':
      return Object.keys(summarizeGrowth(outcome).errors).length === 0;
    case 'steady':
      return Object.keys(outcome.round.errors).length === 0;
    default:
      return true;
  }
}
