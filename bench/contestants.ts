import { join } from 'node:path';
import type { Bench } from './bench.ts';
import type { SlowDisk } from './host/slow-disk.ts';
import { type Answer, isSameAnswer, isSameWork, takeAnswer } from './load/answer.ts';
import type { IdRange, Load } from './load/load.ts';
import type { LoadScenario } from './scenarios/scenario.ts';
import type { SeededCopy } from './seeded-storage.ts';
import { answerFileName, type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';
import type { Target } from './targets/target.ts';

/** A target that runs, and the load for it. */
export interface Contestant {
  readonly server: Server;
  readonly load: Load;
  /** What it answered first. */
  readonly answer: Answer;
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
  let answer: Answer | undefined;
  for (const target of targets) {
    if (target.kind === 'limit') {
      answer ??= await takeReferenceAnswer(bench, scenario);
      contestants.push(await startLimit(bench, scenario, target, answer));
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
  for (const { server, answer } of contestants) {
    if (server.target.kind !== 'peer' || service === undefined || isSameWork(service.answer, answer)) continue;
    const texts = [service.answer, answer].map((one) => JSON.stringify(one)).join('\n');
    throw new Error(`${server.target.name} does not answer as ${service.server.target.name} does:\n${texts}`);
  }
}

async function startService(
  bench: Bench,
  scenario: LoadScenario,
  target: Target,
  disk?: SlowDisk,
): Promise<Contestant> {
  const { folder, databaseUrl, databaseProcessId, ids } = await copySeeded(bench, scenario, target);
  const countFile = join(folder, 'flushes');
  const environment = disk && scenario.disk.kind === 'slow' ? disk.environment(scenario.disk.delayMs, countFile) : {};
  const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl, environment });
  const load = loadOn(bench, scenario, server, ids);
  // A measurement of wrong answers is worth nothing: the first one is looked at before.
  const answer = await takeAnswer(load);
  return { server, load, answer, databaseProcessId, countFlushes: () => disk?.flushes(countFile) ?? null };
}

async function startLimit(bench: Bench, scenario: LoadScenario, target: Target, answer: Answer): Promise<Contestant> {
  const folder = join(bench.scratchFolder, crypto.randomUUID());
  await Bun.write(join(folder, answerFileName), JSON.stringify(answer));
  const server = await startServer({ ...bench, target, dataFolder: folder, databaseUrl: '', environment: {} });
  const load = loadOn(bench, scenario, server, { first: 1, last: scenario.animals });
  if (!isSameAnswer(answer, await takeAnswer(load)))
    throw new Error(`${target.name} does not send what ${reference.name} sent`);
  return { server, load, answer, databaseProcessId: undefined, countFlushes: () => null };
}

/** Takes it from a server of its own, so that it is the same whichever targets are chosen. */
async function takeReferenceAnswer(bench: Bench, scenario: LoadScenario): Promise<Answer> {
  const { folder, databaseUrl, ids } = await copySeeded(bench, scenario, reference);
  const server = await startServer({ ...bench, target: reference, dataFolder: folder, databaseUrl, environment: {} });
  const answer = await takeAnswer(loadOn(bench, scenario, server, ids));
  await server.stop();
  return answer;
}

function copySeeded({ storages }: Bench, { engine, animals }: LoadScenario, target: Target): Promise<SeededCopy> {
  return storages[engine].copy(target, animals);
}

function loadOn({ options }: Bench, { request }: LoadScenario, { place }: Server, ids: IdRange): Load {
  const { host, port, apiKey } = place;
  return { host, port, apiKey, request, ids, connections: options.connections, seconds: options.seconds };
}
