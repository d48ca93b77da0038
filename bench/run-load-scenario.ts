import { join } from 'node:path';
import { prepareSlowDisk, type SlowDisk } from './host/slow-disk.ts';
import { type Answer, isSameAnswer, takeAnswer } from './load/answer.ts';
import type { IdRange, Load } from './load/load.ts';
import type { Loader } from './load/run-load.ts';
import type { Options } from './options.ts';
import type { LoadOutcome, Round, SkippedOutcome } from './outcome.ts';
import { runRound } from './run-round.ts';
import type { LoadScenario } from './scenarios/scenario.ts';
import type { SeededFolders } from './seeded-folders.ts';
import { answerFileName, type Server, startServer } from './server.ts';
import { reference } from './targets/table.ts';
import type { Target } from './targets/target.ts';

const longestWarmUpSeconds = 2;

export interface Bench extends Loader {
  readonly options: Options;
  readonly seededFolders: SeededFolders;
  readonly progress: (text: string) => void;
}

/** Starts all targets, warms them up, and measures them in turn: A B A B. */
export async function runLoadScenario(bench: Bench, scenario: LoadScenario): Promise<LoadOutcome | SkippedOutcome> {
  const disk = scenario.disk.kind === 'plain' ? undefined : prepareSlowDisk(bench.scratchFolder);
  if (disk && 'reason' in disk) return { kind: 'skipped', scenario, reason: disk.reason };
  // A limit stores nothing: a slow disk means nothing to it.
  const targets = bench.options.targets.filter((target) => target.kind === 'service' || disk === undefined);
  if (targets.length === 0) return { kind: 'skipped', scenario, reason: 'none of the targets uses a disk' };
  const contestants = await startAll(bench, scenario, targets, disk);
  const rounds = await measure(bench, scenario, contestants);
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return {
    kind: 'load',
    scenario,
    targets: contestants.map(({ server: { target } }, index) => ({
      name: target.name,
      isLimit: target.kind === 'limit',
      rounds: rounds[index] ?? [],
    })),
  };
}

interface Contestant {
  readonly server: Server;
  readonly load: Load;
  readonly countFlushes: () => number | null;
}

async function measure(bench: Bench, scenario: LoadScenario, contestants: readonly Contestant[]): Promise<Round[][]> {
  const { rounds, seconds } = bench.options;
  const plan = (contestant: Contestant) => ({ ...contestant, background: scenario.background });
  for (const contestant of contestants) {
    bench.progress(`${scenario.name}: warming up ${contestant.server.target.name}`);
    const load = { ...contestant.load, seconds: Math.min(seconds, longestWarmUpSeconds) };
    await runRound(bench, { ...plan(contestant), load });
  }
  const measured: Round[][] = contestants.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      bench.progress(`${scenario.name}: round ${round} of ${rounds}, ${contestant.server.target.name}`);
      measured[index]?.push(await runRound(bench, plan(contestant)));
    }
  }
  return measured;
}

async function startAll(bench: Bench, scenario: LoadScenario, targets: readonly Target[], disk?: SlowDisk) {
  const contestants: Contestant[] = [];
  let answer: Answer | undefined;
  for (const target of targets) {
    if (target.kind === 'service') {
      contestants.push(await startService(bench, scenario, target, disk));
    } else {
      answer ??= await takeReferenceAnswer(bench, scenario);
      contestants.push(await startLimit(bench, scenario, target, answer));
    }
  }
  return contestants;
}

async function startService(
  bench: Bench,
  scenario: LoadScenario,
  target: Target,
  disk?: SlowDisk,
): Promise<Contestant> {
  const { folder, ids } = await bench.seededFolders.copy(target, scenario.animals);
  const countFile = join(folder, 'flushes');
  const environment = disk && scenario.disk.kind === 'slow' ? disk.environment(scenario.disk.delayMs, countFile) : {};
  const server = await startServer({ ...bench, target, dataFolder: folder, environment });
  const load = loadOn(bench, scenario, server, ids);
  // A measurement of wrong answers is worth nothing: the first one is looked at before.
  await takeAnswer(load);
  return { server, load, countFlushes: () => disk?.flushes(countFile) ?? null };
}

async function startLimit(bench: Bench, scenario: LoadScenario, target: Target, answer: Answer): Promise<Contestant> {
  const folder = join(bench.scratchFolder, crypto.randomUUID());
  await Bun.write(join(folder, answerFileName), JSON.stringify(answer));
  const server = await startServer({ ...bench, target, dataFolder: folder, environment: {} });
  const load = loadOn(bench, scenario, server, { first: 1, last: scenario.animals });
  if (!isSameAnswer(answer, await takeAnswer(load)))
    throw new Error(`${target.name} does not send what ${reference.name} sent`);
  return { server, load, countFlushes: () => null };
}

/** Takes it from a server of its own, so that it is the same whichever targets are chosen. */
async function takeReferenceAnswer(bench: Bench, scenario: LoadScenario): Promise<Answer> {
  const { folder, ids } = await bench.seededFolders.copy(reference, scenario.animals);
  const server = await startServer({ ...bench, target: reference, dataFolder: folder, environment: {} });
  const answer = await takeAnswer(loadOn(bench, scenario, server, ids));
  await server.stop();
  return answer;
}

function loadOn({ options }: Bench, { request }: LoadScenario, { place }: Server, ids: IdRange): Load {
  const { host, port, apiKey } = place;
  return { host, port, apiKey, request, ids, connections: options.connections, seconds: options.seconds };
}
