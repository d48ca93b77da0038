import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../host/processes.ts';
import type { Options } from '../options.ts';
import type { GrowthOutcome, Outcome, SteadyOutcome } from '../outcome.ts';
import { drawGrowthChart } from './growth-chart.ts';
import { summarizeGrowth } from './growth-summary.ts';
import { drawLoadChart } from './load-chart.ts';
import { type Machine, machineTitle } from './machine.ts';
import { drawSteadyChart } from './steady-chart.ts';
import { summarizeSteady } from './steady-summary.ts';
import { summarize } from './summary.ts';

const folder = join(repositoryFolder, 'bench/results');

/** The figures of some scenarios, and their chart. */
interface Results {
  /** Of both files. */
  readonly name: string;
  readonly scenarios: readonly object[];
  readonly chart: string | undefined;
}

/** Writes every figure, of every round, and the charts, and says where they are. */
export async function writeResults(
  options: Options,
  machine: Machine,
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const { generator, rounds, seconds, connections } = options;
  const at = new Date().toISOString();
  const lines: string[] = [];
  const charts: string[] = [];
  for (const { name, scenarios, chart } of resultsOf(options, machine, outcomes, at.slice(0, 10))) {
    const file = join(folder, `${name}.json`);
    const results = { at, machine, generator: generator.name, rounds, seconds, connections, scenarios };
    await Bun.write(file, `${JSON.stringify(results, null, 2)}\n`);
    const chartFile = join(folder, `${name}.svg`);
    // A chart of another run must not lie beside these figures.
    if (chart === undefined) await rm(chartFile, { force: true });
    else await Bun.write(chartFile, chart);
    if (chart !== undefined) charts.push(chart);
    lines.push(`all figures: ${file}`, chart === undefined ? noChart : `chart: ${chartFile}`);
  }
  return [...lines, ...(await writeOtherFile(options, charts[0]))];
}

const noChart = 'no chart: peers took part in no scenario';

async function writeOtherFile({ chart }: Options, drawn: string | undefined): Promise<string[]> {
  if (chart === undefined || drawn === undefined) return [];
  await Bun.write(chart, drawn);
  return [`chart: ${chart}`];
}

/** What is compared with others stands together; what takes minutes has files of its own, which last until its next run. */
function resultsOf(options: Options, machine: Machine, outcomes: readonly Outcome[], day: string): Results[] {
  const ground = machineTitle(machine);
  const usual = outcomes.filter(({ kind }) => kind !== 'growth' && kind !== 'steady');
  const results: Results[] = [];
  if (usual.length > 0) {
    results.push({
      name: 'latest',
      scenarios: usual.map((outcome) =>
        outcome.kind === 'load' ? { ...outcome, summaries: summarize(outcome) } : outcome,
      ),
      chart: drawLoadChart(usual, ground, `${describeLoad(options)}, ${day}.`),
    });
  }
  for (const outcome of outcomes) {
    if (outcome.kind === 'growth') results.push(growthResults(outcome, ground, `${describeLoad(options)}, ${day}.`));
    if (outcome.kind === 'steady')
      results.push(steadyResults(outcome, ground, `${describeSteadyLoad(options)}, ${day}.`));
  }
  return results;
}

function growthResults(outcome: GrowthOutcome, ground: string, circumstances: string): Results {
  const scenarios = [{ ...outcome, summary: summarizeGrowth(outcome) }];
  return { name: 'growth', scenarios, chart: drawGrowthChart(outcome, ground, circumstances) };
}

function steadyResults(outcome: SteadyOutcome, ground: string, circumstances: string): Results {
  const scenarios = [{ ...outcome, summary: summarizeSteady(outcome) }];
  return { name: outcome.scenario.name, scenarios, chart: drawSteadyChart(outcome, ground, circumstances) };
}

/** How the load was put on. */
export function describeLoad({ generator, rounds, seconds, connections }: Options): string {
  return `${generator.name}, ${connections} connections, ${rounds} rounds of ${seconds} s in turn; median`;
}

function describeSteadyLoad({ generator, connections }: Options): string {
  return `${generator.name}, ${connections} connections`;
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
