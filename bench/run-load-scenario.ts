import type { Bench } from './bench.ts';
import { type Contestant, startContestants } from './contestants.ts';
import { shareCores } from './host/cores.ts';
import { prepareSlowDisk } from './host/slow-disk.ts';
import { install, messageOf } from './install.ts';
import type { LoadOutcome, Round, SkippedOutcome } from './outcome.ts';
import { runRound } from './run-round.ts';
import type { LoadScenario } from './scenarios/scenario.ts';
import type { Target } from './targets/target.ts';

const longestWarmUpSeconds = 2;

/** Starts all targets, warms them up, and measures them in turn: A B A B. */
export async function runLoadScenario(given: Bench, scenario: LoadScenario): Promise<LoadOutcome | SkippedOutcome> {
  const bench = scenario.variants === undefined ? given : { ...given, cores: shareCores(given.cores) };
  const disk = scenario.disk.kind === 'plain' ? undefined : prepareSlowDisk(bench.scratchFolder);
  if (disk && 'reason' in disk) return { kind: 'skipped', scenario, reason: disk.reason };
  const targets = bench.options.targets.filter((target) => takesPart(target, scenario));
  if (targets.length === 0) return { kind: 'skipped', scenario, reason: 'it says nothing about the chosen targets' };
  const reason = await startDatabase(bench, scenario);
  if (reason !== undefined) return { kind: 'skipped', scenario, reason };
  const { installed, leftOut } = await install(bench, targets);
  const contenders = installed.flatMap((target) => variantsOf(target, scenario));
  const contestants = await startContestants(bench, scenario, contenders, disk);
  const rounds = await measure(bench, scenario, contestants);
  await Promise.all(contestants.map(({ server }) => server.remove()));
  return {
    kind: 'load',
    scenario,
    targets: contestants.map(({ server: { target, startedInMs } }, index) => ({
      name: target.name,
      kind: target.kind,
      startedInMs,
      rounds: rounds[index] ?? [],
    })),
    leftOut,
  };
}

function takesPart({ kind, engines, features }: Target, { engine, disk, feature, variants }: LoadScenario): boolean {
  if (!engines.includes(engine) || features?.includes(feature) === false) return false;
  if (variants !== undefined) return kind === 'service';
  // A limit stores nothing: a slow disk means nothing to it.
  return kind !== 'limit' || disk.kind === 'plain';
}

/** The target once with each of the settings that are compared, or as it is. */
function variantsOf(target: Target, { variants }: LoadScenario): Target[] {
  if (variants === undefined) return [target];
  return variants.map(({ name, environment }) => ({
    ...target,
    name: `${target.name}, ${name}`,
    environment: (place) => ({ ...target.environment(place), ...environment }),
  }));
}

/** Tells why there is none, where this machine cannot have it. */
async function startDatabase(bench: Bench, { engine }: LoadScenario): Promise<string | undefined> {
  if (engine === 'sqlite') return undefined;
  return await bench.storages.postgres.start().then(() => undefined, messageOf);
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
