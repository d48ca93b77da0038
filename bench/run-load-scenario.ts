import type { Bench } from './bench.ts';
import { type Contestant, startContestants } from './contestants.ts';
import { installPackages } from './host/install-packages.ts';
import { prepareSlowDisk } from './host/slow-disk.ts';
import type { LeftOut, LoadOutcome, Round, SkippedOutcome } from './outcome.ts';
import { runRound } from './run-round.ts';
import type { LoadScenario } from './scenarios/scenario.ts';
import type { Target } from './targets/target.ts';

const longestWarmUpSeconds = 2;

/** Starts all targets, warms them up, and measures them in turn: A B A B. */
export async function runLoadScenario(bench: Bench, scenario: LoadScenario): Promise<LoadOutcome | SkippedOutcome> {
  const disk = scenario.disk.kind === 'plain' ? undefined : prepareSlowDisk(bench.scratchFolder);
  if (disk && 'reason' in disk) return { kind: 'skipped', scenario, reason: disk.reason };
  const targets = bench.options.targets.filter((target) => takesPart(target, scenario));
  if (targets.length === 0) return { kind: 'skipped', scenario, reason: 'it says nothing about the chosen targets' };
  const reason = await startDatabase(bench, scenario);
  if (reason !== undefined) return { kind: 'skipped', scenario, reason };
  const leftOut = await install(bench, targets);
  const installed = targets.filter(({ name }) => leftOut.every((missing) => missing.name !== name));
  const contestants = await startContestants(bench, scenario, installed, disk);
  const rounds = await measure(bench, scenario, contestants);
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return {
    kind: 'load',
    scenario,
    targets: contestants.map(({ server: { target } }, index) => ({
      name: target.name,
      kind: target.kind,
      rounds: rounds[index] ?? [],
    })),
    leftOut,
  };
}

function takesPart({ kind, engines }: Target, { engine, disk, hasPeers }: LoadScenario): boolean {
  if (!engines.includes(engine)) return false;
  // A limit stores nothing: a slow disk means nothing to it.
  if (kind === 'limit') return disk.kind === 'plain';
  return kind === 'service' || hasPeers;
}

/** Tells why there is none, where this machine cannot have it. */
async function startDatabase(bench: Bench, { engine }: LoadScenario): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined;
  return await bench.storages.postgres.start().then(() => undefined, messageOf);
}

/** Installs the packages of the peers, and gives those that this machine cannot have. */
async function install(bench: Bench, targets: readonly Target[]): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = [];
  for (const { name, packageFolder } of targets) {
    if (packageFolder === undefined) continue;
    bench.progress(`installing the packages of ${name}, which takes minutes where something must be compiled`);
    const reason = await installPackages(bench.processes, packageFolder, bench.scratchFolder).catch(messageOf);
    if (reason !== undefined) leftOut.push({ name, reason });
  }
  return leftOut;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
