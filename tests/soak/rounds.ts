import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src/lib/seeded-random.ts';
import { check } from './history/check.ts';
import { type History, Recorder } from './history/history.ts';
import type { Violation } from './history/rules.ts';
import type { State } from './history/state.ts';
import { type Load, startLoad } from './load/load.ts';
import { type Fault, pickFault } from './system/fault.ts';
import type { SoakNode } from './system/node.ts';
import { checkDatabase, readState } from './system/read-state.ts';
import type { TrialContext, TrialResult } from './trial.ts';

/** A service, and what can happen to it. */
export interface System {
  readonly nodes: readonly SoakNode[];
  /** The URL of its database, for `petstore check`. */
  databaseUrl(): string;
  readonly faults: readonly Fault[];
  /** How long these happen; 40 seconds by default. */
  readonly roundMs?: number;
  /** Faults that happen once, after the others. */
  readonly lastFaults?: readonly Fault[];
  /** Removes everything that is outside the folder. */
  close(): Promise<void>;
}

export type OpenSystem = (options: { folder: string; random: Random; signal: AbortSignal }) => Promise<System>;

/** Bounds the history that one round collects. */
const usualRoundMs = 40_000;
/** A shorter round proves little. */
const minRoundMs = 4_000;
const recoveryLimitMs = 60_000;

interface Round {
  readonly faults: number;
  readonly acknowledged: number;
  readonly unknown: number;
  readonly refused: number;
  readonly recoveriesMs: readonly number[];
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
    violations: rounds.flatMap(({ violations }) => violations),
  };
}

async function runRound(context: TrialContext, open: OpenSystem): Promise<Round> {
  const { folder, random, signal } = context;
  const system = await open({ folder, random: random.fork('system'), signal });
  const load = startLoad(system.nodes, random.fork('load'), new Recorder());
  try {
    return await runFaults(context, system, load);
  } catch (error) {
    // Clients that keep running would write to the next service on the same port.
    load.abort();
    await Promise.allSettled([...system.nodes.map((node) => node.killAll()), system.close()]);
    throw error;
  }
}

async function runFaults(context: TrialContext, system: System, load: Load): Promise<Round> {
  const { folder, random, signal } = context;
  const violations: Violation[] = [];
  const recoveriesMs: number[] = [];
  const endAt = Math.min(context.endAt, performance.now() + (system.roundMs ?? usualRoundMs));
  const schedule = random.fork('faults');
  let faults = 0;

  async function happen(fault: Fault): Promise<void> {
    signal.throwIfAborted();
    await Bun.sleep(schedule.between(50, 900));
    context.progress(`  ${fault.name}`);
    const lift = await fault.inject(schedule);
    const liftedAt = performance.now();
    await lift();
    faults += 1;
    const recovered = await recover(system.nodes, load);
    if (recovered) recoveriesMs.push(performance.now() - liftedAt);
    else
      violations.push({ rule: 'recovery', detail: `no write for ${recoveryLimitMs / 1_000} s after "${fault.name}"` });
  }

  await load.untilMore(20);
  while (performance.now() < endAt && violations.length === 0) await happen(pickFault(system.faults, schedule));
  for (const fault of system.lastFaults ?? []) await happen(fault);
  const { history, state } = await finish(system, load);
  violations.push(...check(history, state), ...(await checkDatabase(system.databaseUrl())));
  if (violations.length > 0) keep(folder, history, state, violations);
  await Promise.all(system.nodes.map((node) => node.kill('SIGTERM')));
  if (violations.length === 0) await system.close();
  const count = (kind: string) => history.attempts.filter(({ outcome }) => outcome.kind === kind).length;
  const [acknowledged, unknown, refused] = [count('acknowledged'), count('unknown'), count('refused')];
  return { faults, acknowledged, unknown, refused, recoveriesMs, violations };
}

/** Whether every node accepts a write in time. */
async function recover(nodes: readonly SoakNode[], load: Load): Promise<boolean> {
  const probes = Promise.all(nodes.map((_, node) => load.probe(node))).then(() => true);
  return await Promise.race([probes, Bun.sleep(recoveryLimitMs).then(() => false)]);
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

function keep(folder: string, history: History, state: State, violations: readonly Violation[]): void {
  for (const [name, content] of Object.entries({ history, state, violations })) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, undefined, 1));
  }
}
