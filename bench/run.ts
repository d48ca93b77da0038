import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './contenders.ts';
import { Databases } from './databases.ts';
import { type Cores, findCores, moveToCore } from './host/cores.ts';
import { repositoryFolder } from './host/processes.ts';
import { nodeVersion } from './install.ts';
import { requireWrk } from './load/wrk.ts';
import { readOptions } from './options.ts';
import { isValid, report } from './report/report.ts';
import { summarize } from './report/summary.ts';
import { runScenario } from './run-scenario.ts';
import { worst } from './scenarios.ts';
import { measureWorst } from './worst/worst.ts';

const { scenarios, ...options } = readOptions(process.argv);
const cores = findCores();
const scratchFolder = await mkdtemp(join(tmpdir(), 'petstore-bench-'));
const databases = new Databases(scratchFolder, cores, progress);
const bench: Bench = { ...options, cores, scratchFolder, databases, progress };

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);

const machine = describeMachine(cores, scratchFolder);
const { rounds, seconds, connections } = options;
const conditions = `wrk, ${connections} connections, ${rounds} rounds of ${seconds} s in turn; median (min–max)`;
try {
  if (scenarios.some((scenario) => scenario !== worst)) requireWrk();
  // Out of the server's way.
  moveToCore(cores, 'generator');
  console.log([...machine, conditions, ''].join('\n'));
  for (const scenario of scenarios) {
    if (scenario === worst) {
      console.log(await measureWorst(scratchFolder, options.animals, progress));
      continue;
    }
    const outcome = await runScenario(bench, scenario);
    progress('');
    console.log(report(outcome));
    if (!isValid(outcome)) process.exitCode = 1;
    const file = join(repositoryFolder, 'bench/results', `${scenario.name}.json`);
    const results = { at: new Date(), machine, conditions, ...outcome, summaries: summarize(outcome) };
    await Bun.write(file, `${JSON.stringify(results, null, 2)}\n`);
  }
  console.log('all figures of all rounds: bench/results');
} catch (error) {
  // Whatever fails while an interrupt ends the processes fails because of it.
  if (isInterrupted) await new Promise(() => {});
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await cleanUp();
// Servers of a scenario that has failed are still there: `--no-orphans` ends them now.
process.exit();

async function interrupt(): Promise<void> {
  isInterrupted = true;
  await cleanUp();
  process.exit(130);
}

async function cleanUp(): Promise<void> {
  await databases.close();
  await rm(scratchFolder, { recursive: true, force: true });
}

/** One line that is written over by the next; nothing when nobody is watching. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

const memoryFileSystems = [0x01021994, 0x858458f6];

/** Where the figures come from: without it they mean nothing. */
function describeMachine(cores: Cores, scratchFolder: string): string[] {
  const isInMemory = process.platform === 'linux' && memoryFileSystems.includes(statfsSync(scratchFolder).type);
  return [
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, ${type()} ${release()}, Bun ${Bun.version}, Node ${nodeVersion}`,
    cores.kind === 'pinned'
      ? `server on core ${cores.server}, load generator and PostgreSQL on core ${cores.generator}`
      : `NOT PINNED (${cores.reason}): server and load generator get in each other's way`,
    // There is no disk to wait for: creates look faster than they are.
    ...(isInMemory ? ['NO DISK: the temporary folder is in memory; set TMPDIR to a folder on a disk'] : []),
  ];
}
