import { join } from 'node:path';
import type { Bench } from './bench.ts';
import type { SlowDisk } from './host/slow-disk.ts';
import { type Answer, areSameAnswers, findDifference, readAnswers, takeAnswers } from './load/answer.ts';
import type { Load } from './load/load.ts';
import type { Prepared } from './load/prepare.ts';
import { loadOn, prepareLoad } from './prepare-load.ts';
import type { LoadScenario } from './scenarios/scenario.ts';
import type { SeededCopy } from './seeded-folders.ts';
import { answersFileName, type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';
import type { Target } from './targets/target.ts';

/** A target that runs, and the load for it. */
export interface Contestant {
  readonly server: Server;
  readonly load: Load;
  /** What it answered first, in the shares in which it is asked. */
  readonly answers: readonly Answer[];
  readonly databaseProcessId: number | undefined;
  readonly countFlushes: () => number | null;
}

/** Starts the targets, and makes sure that they give the answers they are measured for. */
export async function startContestants(
  bench: Bench,
  scenario: LoadScenario,
  targets: readonly Target[],
  disk?: SlowDisk,
): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  let source: Source | undefined;
  for (const target of targets) {
    if (target.kind === 'limit') {
      source ??= await askReference(bench, scenario);
      contestants.push(await startLimit(bench, scenario, target, source));
    } else {
      contestants.push(await startService(bench, scenario, target, disk));
    }
  }
  requireSameWork(contestants);
  return contestants;
}

/** A peer that left something out would be faster for it. */
function requireSameWork(contestants: readonly Contestant[]): void {
  const service = contestants.find(({ server }) => server.target.kind === 'service');
  for (const { server, answers } of contestants) {
    if (server.target.kind !== 'peer' || service === undefined) continue;
    const difference = findDifference(service.answers, answers);
    if (difference === undefined) continue;
    throw new Error(`${server.target.name} does not answer as ${service.server.target.name} does: ${difference}`);
  }
}

async function startService(
  bench: Bench,
  scenario: LoadScenario,
  target: Target,
  disk?: SlowDisk,
): Promise<Contestant> {
  const { folder, databaseUrl, databaseProcessId, ids } = await copySeeded(bench, scenario);
  const countFile = join(folder, 'flushes');
  const environment = disk && scenario.disk.kind === 'slow' ? disk.environment(scenario.disk.delayMs, countFile) : {};
  const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl, environment });
  const load = await prepareLoad(bench, scenario, server, ids);
  // A measurement of wrong answers is worth nothing: the first ones are looked at before.
  const answers = await takeAnswers(load);
  return { server, load, answers, databaseProcessId, countFlushes: () => disk?.flushes(countFile) ?? null };
}

/** Where a limit has its answers from, and the requests they belong to. */
interface Source extends Prepared {
  readonly answers: readonly Answer[];
}

async function startLimit(bench: Bench, scenario: LoadScenario, target: Target, source: Source): Promise<Contestant> {
  const { answers } = source;
  const folder = join(bench.scratchFolder, crypto.randomUUID());
  await Bun.write(join(folder, answersFileName), JSON.stringify(answers));
  const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl: '', environment: {} });
  const load = { ...loadOn(bench, source.request, server, { first: 1, last: scenario.animals }), pages: source.pages };
  if (!areSameAnswers(answers, await readAnswers(load, answers.length)))
    throw new Error(`${target.name} does not send what ${reference.name} sent`);
  return { server, load, answers, databaseProcessId: undefined, countFlushes: () => null };
}

/** Asks a server of its own, so that the answers are the same whichever targets are chosen. */
async function askReference(bench: Bench, scenario: LoadScenario): Promise<Source> {
  const { folder, databaseUrl, ids } = await copySeeded(bench, scenario);
  const server = await startServer({ ...bench, target: reference, dataFolder: folder, databaseUrl, environment: {} });
  const load = await prepareLoad(bench, scenario, server, ids);
  const answers = await takeAnswers(load);
  await server.remove();
  return { request: load.request, pages: load.pages, answers };
}

function copySeeded({ storages }: Bench, { engine, animals, hasListings }: LoadScenario): Promise<SeededCopy> {
  return storages[engine].copy(animals, hasListings);
}
