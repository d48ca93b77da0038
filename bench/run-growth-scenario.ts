import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { takeAnswers } from './load/answer.ts';
import type { Load } from './load/load.ts';
import type { GrowthOutcome, Lap, Round, SkippedOutcome } from './outcome.ts';
import { prepareLoad } from './prepare-load.ts';
import { runRound } from './run-round.ts';
import type { GrowthScenario } from './scenarios/scenario.ts';
import { databaseFileName } from './seeded-folders.ts';
import { type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';

const warmUpSeconds = 1;
/** Of the original, the copy of a lap, and what is added to it. */
const bytesPerAnimal = 300;

/** One size, with the loads that fit every copy of its database. */
interface Size {
  readonly animals: number;
  readonly databaseBytes: number;
  readonly loads: readonly Load[];
}

/**
 * In each lap all sizes start on fresh copies, and then get each load in turn: A B C with the one, A B C with the next;
 * in every other lap C B A. So a slow moment of the machine meets all sizes, and each server has got all loads when its memory is read.
 */
export async function runGrowthScenario(
  bench: Bench,
  scenario: GrowthScenario,
): Promise<GrowthOutcome | SkippedOutcome> {
  const reason = await reasonToSkip(bench, scenario);
  if (reason !== undefined) return { kind: 'skipped', scenario, reason };
  const sizes: Size[] = [];
  for (const animals of scenario.sizes) sizes.push(await prepareSize(bench, scenario, animals));
  const laps: Map<Size, Lap>[] = [];
  for (let lap = 1; lap <= bench.options.rounds; lap += 1) {
    const doing = `${scenario.name}: lap ${lap} of ${bench.options.rounds}`;
    const ofLap = { ...bench, progress: (text: string) => bench.progress(`${doing}, ${text}`) };
    // Whoever comes first or last meets another disk: they change places.
    const order = lap % 2 === 1 ? sizes : sizes.toReversed();
    laps.push(await runLap(ofLap, scenario, order));
  }
  return {
    kind: 'growth',
    scenario,
    sizes: sizes.map((size) => ({
      animals: size.animals,
      databaseBytes: size.databaseBytes,
      laps: laps.flatMap((lap) => lap.get(size) ?? []),
    })),
  };
}

async function reasonToSkip({ options, scratchFolder }: Bench, { sizes }: GrowthScenario): Promise<string | undefined> {
  if (!options.targets.includes(reference)) return 'it says nothing about the chosen targets';
  const { bavail, bsize } = await statfs(scratchFolder);
  const neededBytes = Math.max(...sizes) * bytesPerAnimal;
  if (bavail * bsize >= neededBytes) return undefined;
  return `it needs ${(neededBytes / 1e9).toFixed(0)} GB in the temporary folder; set TMPDIR to another one`;
}

/** A cursor that one copy gives is good for all of them, and walking through millions for new ones takes a minute. */
async function prepareSize(bench: Bench, { loads }: GrowthScenario, animals: number): Promise<Size> {
  const { folder, databaseUrl, ids } = await bench.storages.sqlite.copy(animals);
  const { size } = await stat(join(folder, databaseFileName));
  const server = await startServer({ ...bench, target: reference, dataFolder: folder, databaseUrl, environment: {} });
  const prepared: Load[] = [];
  for (const { name, request } of loads) {
    const purpose = { name: `${animals.toLocaleString('en-US')} animals, ${name}`, request };
    const load = await prepareLoad(bench, purpose, server, ids);
    await takeAnswers(load);
    prepared.push(load);
  }
  await server.remove();
  return { animals, databaseBytes: size, loads: prepared };
}

async function runLap(bench: Bench, { loads }: GrowthScenario, sizes: readonly Size[]): Promise<Map<Size, Lap>> {
  const runners: { readonly server: Server; readonly size: Size; readonly rounds: Round[] }[] = [];
  for (const size of sizes) {
    bench.progress(`starting on ${size.animals.toLocaleString('en-US')} animals`);
    const { folder, databaseUrl } = await bench.storages.sqlite.copy(size.animals);
    const server = await startServer({ ...bench, target: reference, dataFolder: folder, databaseUrl, environment: {} });
    runners.push({ server, size, rounds: [] });
  }
  for (const [index, { name }] of loads.entries()) {
    for (const { server, size, rounds } of runners) {
      bench.progress(`${name}, ${size.animals.toLocaleString('en-US')} animals`);
      const prepared = size.loads[index];
      if (prepared === undefined) continue;
      const load = { ...prepared, host: server.place.host, port: server.place.port };
      await runRound(bench, { server, load: { ...load, seconds: warmUpSeconds } });
      rounds.push(await runRound(bench, { server, load }));
    }
  }
  for (const { server } of runners) await server.remove();
  return new Map(runners.map(({ size, server: { startedInMs }, rounds }) => [size, { startedInMs, rounds }]));
}
