import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fault, nodeFaults, pickFault } from './faults.ts';
import { check } from './history/check.ts';
import { type History, type Outcome, Recorder, type Served } from './history/history.ts';
import { checkDatabase, readState } from './history/read-state.ts';
import type { Violation } from './history/rules.ts';
import type { State } from './history/state.ts';
import { type Load, startLoad } from './load/load.ts';
import type { OpenSystem, Outage, System, TrialContext, TrialResult } from './trial.ts';

/** Bounds the history that one round collects. */
const usualRoundMs = 40_000;
/** A shorter round proves little. */
const minRoundMs = 4_000;
const recoveryLimitMs = 60_000;
/** How many changes are acknowledged before the first fault, and after the last one. */
const fewChanges = 20;

export interface Round {
  readonly faults: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly refused: number;
  readonly recoveriesMs: readonly number[];
  readonly outages: readonly Outage[];
  readonly violations: readonly Violation[];
}

/** Runs rounds, each on an empty database, until the time is over or a rule is violated. */
export async function runRounds(context: TrialContext, open: OpenSystem): Promise<TrialResult> {
  const rounds: Round[] = [];
  while (rounds.length === 0 || context.endAt - performance.now() > minRoundMs) {
    const number = rounds.length + 1;
    const folder = join(context.folder, `round-${number}`);
    mkdirSync(folder, { recursive: true });
    const random = context.random.fork(`round ${number}`);
    const round = await runRound({ ...context, folder, random }, open);
    rounds.push(round);
    const { acknowledged, faults, violations } = round;
    const counts = `${faults} faults, ${acknowledged} acknowledged, ${round.unknown} with an unknown outcome`;
    context.progress(`round ${number}: ${counts}, ${round.refused} refused, ${violations.length} violations`);
    if (violations.length > 0) break;
    rmSync(folder, { recursive: true, force: true });
  }
  const sum = (value: (round: Round) => number) => rounds.reduce((total, round) => total + value(round), 0);
  return {
    rounds: rounds.length,
    faults: sum(({ faults }) => faults),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    recoveriesMs: rounds.flatMap(({ recoveriesMs }) => recoveriesMs),
    outages: rounds.flatMap(({ outages }) => outages),
    violations: rounds.flatMap(({ violations }) => violations),
  };
}

/**
 * Starts a service on an empty database, lets faults happen while clients work, and compares what they have observed with what
 * is stored.
 * @param script the names of the faults, in their order; without it, faults are chosen until the time is over
 */
export async function runRound(context: TrialContext, open: OpenSystem, script?: readonly string[]): Promise<Round> {
  const { folder, random, signal } = context;
  const system = await open({ folder, random: random.fork('system'), signal });
  const recorder = new Recorder();
  const load = startLoad(system.entrances ?? system.nodes, random.fork('load'), recorder, system.load);
  try {
    const round = await runFaults(context, system, { load, recorder }, script);
    await Promise.all(system.nodes.map((node) => node.kill('SIGTERM')));
    return round;
  } catch (error) {
    // Clients that keep running would write to the next service on the same port.
    load.abort();
    await Promise.allSettled(system.nodes.map((node) => node.killAll()));
    keep(folder, {}, system);
    throw error;
  } finally {
    await system.close();
  }
}

async function runFaults(
  context: TrialContext,
  system: System,
  { load, recorder }: { load: Load; recorder: Recorder },
  script: readonly string[] | undefined,
): Promise<Round> {
  const { folder, random, signal } = context;
  const { faults: possible, lastFaults = [], forbids = [] } = system;
  const violations: Violation[] = [];
  const recoveriesMs: number[] = [];
  const outages: Outage[] = [];
  const endAt = Math.min(context.endAt, performance.now() + (system.roundMs ?? usualRoundMs));
  const schedule = random.fork('faults');
  let faults = 0;

  async function happen(fault: Fault): Promise<void> {
    signal.throwIfAborted();
    context.progress(`  ${fault.name}`);
    const startedAt = recorder.clock();
    const lift = await fault.inject(schedule, load);
    const liftedAt = performance.now();
    await lift();
    faults += 1;
    const recovered = await recover(system, load);
    if (recovered) recoveriesMs.push(performance.now() - liftedAt);
    else
      violations.push({ rule: 'recovery', detail: `no write for ${recoveryLimitMs / 1_000} s after "${fault.name}"` });
    const nodes = (system.entrances ?? system.nodes).length;
    const without = (kind: Served['kind']) => longestGap(recorder, kind, nodes, startedAt);
    outages.push({ fault: fault.name, writesMs: without('write'), readsMs: without('read') });
  }

  async function happenByChance(): Promise<void> {
    do {
      const fault = pickFault(possible, schedule);
      await Bun.sleep(schedule.between(50, 900));
      await happen(fault);
    } while (performance.now() < endAt && violations.length === 0);
  }

  await load.untilMore(fewChanges);
  if (script === undefined) await happenByChance();
  else for (const name of script) await happen(findFault([...possible, ...nodeFaults(system.nodes)], name));
  for (const fault of lastFaults) await happen(fault);
  await load.untilMore(fewChanges);
  const { history, state } = await finish(system, load);
  violations.push(
    ...findForbidden(recorder, ['unexpected', ...forbids]),
    ...check(history, state),
    ...((await system.check?.(state)) ?? []),
    ...(await checkDatabase(system.databaseUrl())),
  );
  if (violations.length > 0) keep(folder, { history, state, violations }, system);
  const count = (kind: string) => history.attempts.filter(({ outcome }) => outcome.kind === kind).length;
  const [acknowledged, unknown, refused] = [count('acknowledged'), count('unknown'), count('refused')];
  return { faults, acknowledged, unknown, refused, recoveriesMs, outages, violations };
}

/** The longest time, since a fault has begun, in which one of the nodes has served nothing of this kind. */
function longestGap({ served, clock }: Recorder, kind: Served['kind'], nodes: number, since: number): number {
  const gaps = Array.from({ length: nodes }, (_, node) => {
    const times = served.filter((one) => one.kind === kind && one.node === node && one.at > since).map(({ at }) => at);
    return [...times, clock()].map((at, index) => at - (times[index - 1] ?? since));
  });
  return Math.max(...gaps.flat());
}

function findFault(faults: readonly Fault[], name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault "${name}"`);
  return fault;
}

/** Whether every node accepts a write in time. */
async function recover({ entrances, nodes }: System, load: Load): Promise<boolean> {
  const probes = Promise.all((entrances ?? nodes).map((_, node) => load.probe(node))).then(() => true);
  return await Promise.race([probes, Bun.sleep(recoveryLimitMs).then(() => false)]);
}

/** Refusals that are nobody's failure: the animal is taken, the link is used, or the same request is in progress. */
const usualRefusals: ReadonlySet<string> = new Set(['pet_not_available', 'invalid_api_key', 'idempotency_in_progress']);

/** The outcomes of writes and reads that must not be; the checker reports the unexpected outcomes of writes. */
export function findForbidden({ attempts, failedReads }: Recorder, kinds: readonly Outcome['kind'][]): Violation[] {
  const writes = attempts.flatMap(({ client, change, outcome }) => {
    if (!kinds.includes(outcome.kind) || outcome.kind === 'unexpected') return [];
    if (outcome.kind === 'refused' && usualRefusals.has(outcome.code)) return [];
    return [`${client}: ${JSON.stringify(change)} was ${outcome.kind}`];
  });
  const reads = failedReads.filter(({ kind }) => kinds.includes(kind)).map(({ detail }) => detail);
  return [...writes, ...reads].map((detail) => ({ rule: 'answers', detail }));
}

async function finish({ nodes }: System, load: Load): Promise<{ history: History; state: State }> {
  const [node] = nodes;
  if (node === undefined) throw new Error('there is no node');
  let state: State | undefined;
  const history = await load.stop(async () => {
    await node.untilSettled();
    state = await readState(node.fetch);
    return state.events.at(-1)?.id ?? 0;
  });
  if (state === undefined) throw new Error('the state was not read');
  return { history, state };
}

function keep(folder: string, contents: Record<string, unknown>, { nodes }: System): void {
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, undefined, 1));
  }
  for (const [index, { log }] of nodes.entries()) writeFileSync(join(folder, `node-${index + 1}.log`), log);
}
