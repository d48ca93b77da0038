import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { findCores, leaveServerCore } from './host/cores.ts';
import { Processes } from './host/processes.ts';
import { readOptions } from './options.ts';
import type { Outcome } from './outcome.ts';
import { describeMachine, machineLines } from './report/machine.ts';
import { report } from './report/report.ts';
import { describeLoad, isValid, writeResults } from './report/results-file.ts';
import { runGrowthScenario } from './run-growth-scenario.ts';
import { runLoadScenario } from './run-load-scenario.ts';
import { runStartScenario } from './run-start-scenario.ts';
import { runSteadyScenario } from './run-steady-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { SeededDatabases } from './seeded-databases.ts';
import { SeededFolders } from './seeded-folders.ts';

const options = readOptions(process.argv);
const cores = findCores();
const scratchFolder = await mkdtemp(join(tmpdir(), 'petstore-bench-'));
const machine = describeMachine(cores, scratchFolder);
const processes = new Processes();
const { generator } = options;
const storages = {
  sqlite: new SeededFolders(scratchFolder, processes, cores, { progress, print: (line) => print([line]) }),
  postgres: new SeededDatabases(scratchFolder, processes, cores),
};
const bench: Bench = { options, processes, cores, generator, scratchFolder, storages, progress };

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);

leaveServerCore(cores);
print([...machineLines(machine), `${describeLoad(options)} (min–max)`, '']);
try {
  const outcomes = await runAll();
  print(await writeResults(options, machine, outcomes));
  if (!outcomes.every(isValid)) process.exitCode = 1;
} catch (error) {
  // Whatever fails while an interrupt ends the processes fails because of it.
  if (isInterrupted) await new Promise(() => {});
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function runAll(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const scenario of options.scenarios) {
    const outcome = await runScenario(scenario);
    progress('');
    print([report(outcome)]);
    outcomes.push(outcome);
  }
  return outcomes;
}

async function runScenario(scenario: Scenario): Promise<Outcome> {
  switch (scenario.kind) {
    case 'load':
      return await runLoadScenario(bench, scenario);
    case 'start':
      return await runStartScenario(bench, scenario);
    case 'growth':
      return await runGrowthScenario(bench, scenario);
    case 'steady':
      return await runSteadyScenario(bench, scenario);
  }
}

async function interrupt(): Promise<void> {
  isInterrupted = true;
  await cleanUp();
  process.exit(130);
}

async function cleanUp(): Promise<void> {
  await processes.close();
  await storages.postgres.close();
  await rm(scratchFolder, { recursive: true, force: true });
}

function print(lines: readonly string[]): void {
  console.log(lines.join('\n'));
}

/** One line that is written over by the next; nothing when nobody is watching. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
