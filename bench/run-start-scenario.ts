import type { Bench } from './bench.ts';
import type { SkippedOutcome, StartOutcome } from './outcome.ts';
import type { StartScenario } from './scenarios/scenario.ts';
import { startServer } from './server.ts';

/** Starts and stops each service in turn, as often as there are rounds. */
export async function runStartScenario(bench: Bench, scenario: StartScenario): Promise<StartOutcome | SkippedOutcome> {
  const services = bench.options.targets.filter((target) => target.kind === 'service');
  if (services.length === 0) return { kind: 'skipped', scenario, reason: 'none of the targets has a database' };
  const targets = [];
  for (const target of services) {
    const { folder, databaseUrl } = await bench.storages.sqlite.copy(scenario.animals);
    const startedInMs: number[] = [];
    for (let round = 1; round <= bench.options.rounds; round += 1) {
      bench.progress(`${scenario.name}: round ${round} of ${bench.options.rounds}, ${target.name}`);
      const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl, environment: {} });
      startedInMs.push(server.startedInMs);
      await server.stop();
    }
    targets.push({ name: target.name, startedInMs });
  }
  return { kind: 'start', scenario, targets };
}
