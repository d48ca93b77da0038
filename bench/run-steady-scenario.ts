import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { shareCores } from './host/cores.ts';
import { readState, readWal } from './host/process-usage.ts';
import { takeAnswers } from './load/answer.ts';
import type { Sample, SkippedOutcome, SteadyOutcome } from './outcome.ts';
import { prepareLoad } from './prepare-load.ts';
import { measureRound } from './run-round.ts';
import type { SteadyScenario } from './scenarios/scenario.ts';
import { databaseFileName } from './seeded-folders.ts';
import { type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';

/** One server under one load for minutes, which is looked at shortly before the end of each interval. */
export async function runSteadyScenario(
  given: Bench,
  scenario: SteadyScenario,
): Promise<SteadyOutcome | SkippedOutcome> {
  if (process.platform !== 'linux') return { kind: 'skipped', scenario, reason: 'looking at a process needs Linux' };
  const { animals, intervalSeconds, variant } = scenario;
  const bench = variant === undefined ? given : { ...given, cores: shareCores(given.cores) };
  if (!bench.options.targets.includes(reference)) {
    return { kind: 'skipped', scenario, reason: 'it says nothing about the chosen targets' };
  }
  const { minutes } = bench.options;
  const { folder, databaseUrl, ids } = await bench.storages.sqlite.copy(animals);
  const environment = variant?.environment ?? {};
  const server = await startServer({ ...bench, target: reference, dataFolder: folder, databaseUrl, environment });
  const load = await prepareLoad(bench, scenario, server, ids);
  await takeAnswers(load);
  const [{ round, measured }, samples] = await Promise.all([
    measureRound(bench, { server, load: { ...load, seconds: 60 * minutes, intervalSeconds } }),
    takeSamples(bench, scenario, server),
  ]);
  await server.remove();
  // What is answered behind the last moment lies in an interval that hardly began.
  const intervals = (measured.intervals ?? []).slice(0, samples.length);
  return { kind: 'steady', scenario, minutes, samples, intervals, round };
}

async function takeSamples(bench: Bench, { name, intervalSeconds }: SteadyScenario, server: Server): Promise<Sample[]> {
  const seconds = 60 * bench.options.minutes;
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let atSeconds = 0.9 * intervalSeconds; atSeconds < seconds; atSeconds += intervalSeconds) {
    bench.progress(`${name}: ${Math.round(atSeconds)} of ${seconds} s`);
    await Bun.sleep(startedAt + 1_000 * atSeconds - performance.now());
    const state = await readState(server.processId);
    const wal = await readWal(join(server.place.dataFolder, databaseFileName));
    samples.push({ atSeconds, ...state, ...wal });
  }
  return samples;
}
