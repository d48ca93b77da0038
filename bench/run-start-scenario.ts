import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { install } from './install.ts';
import type { SkippedOutcome, StartOutcome } from './outcome.ts';
import type { StartScenario } from './scenarios/scenario.ts';
import { answersFileName, startServer } from './server.ts';
import type { Target } from './targets/target.ts';

/** Starts and stops each target in turn, as often as there are rounds: A B A B. */
export async function runStartScenario(bench: Bench, scenario: StartScenario): Promise<StartOutcome | SkippedOutcome> {
  const targets = bench.options.targets.filter(({ engines }) => engines.includes('sqlite'));
  if (targets.length === 0) return { kind: 'skipped', scenario, reason: 'it says nothing about the chosen targets' };
  const { installed, leftOut } = await install(bench, targets);
  const starters: Starter[] = [];
  for (const target of installed) starters.push(await prepareStarter(bench, scenario, target));
  for (let round = 1; round <= bench.options.rounds; round += 1) {
    for (const { target, folder, databaseUrl, startedInMs } of starters) {
      bench.progress(`${scenario.name}: round ${round} of ${bench.options.rounds}, ${target.name}`);
      const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl, environment: {} });
      startedInMs.push(server.startedInMs);
      await server.stop();
    }
  }
  for (const { folder } of starters) await rm(folder, { recursive: true, force: true });
  const results = starters.map(({ target: { name, kind }, startedInMs }) => ({ name, kind, startedInMs }));
  return { kind: 'start', scenario, targets: results, leftOut };
}

interface Starter {
  readonly target: Target;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly startedInMs: number[];
}

async function prepareStarter(bench: Bench, { animals }: StartScenario, target: Target): Promise<Starter> {
  const { folder, databaseUrl } = await bench.storages.sqlite.copy(animals);
  // What a limit repeats means nothing here; it must only be there.
  if (target.kind === 'limit') {
    await Bun.write(join(folder, answersFileName), JSON.stringify([{ status: 200, headers: [], body: '' }]));
  }
  const starter = { target, folder, databaseUrl, startedInMs: [] };
  // The first start of a program reads it from the disk.
  const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl, environment: {} });
  await server.stop();
  return starter;
}
