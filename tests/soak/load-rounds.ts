import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScratchDatabase } from '../support/engines.ts';
import { Figures } from './figures.ts';
import type { Violation } from './history/rules.ts';
import { SoakNode } from './system/node.ts';
import type { TrialContext, TrialResult } from './trial.ts';

export interface LoadRound {
  /** Restarts and other things that were done to the service. */
  readonly faults?: number;
  readonly acknowledged: number;
  readonly violations: readonly Violation[];
}

export interface LoadContext extends TrialContext {
  readonly figures: Figures;
  /** Runs this when the round is over, also after an error, the last one first. */
  onEnd(end: () => unknown): void;
}

/** A round shorter than this says little. */
const minRoundMs = 5_000;

/**
 * Runs rounds of load, each on an empty database and for `roundMs` at most, until the time is over or a rule is violated.
 * What a round does after its load, such as reading everything back, comes on top.
 */
export async function runLoadRounds(
  context: TrialContext,
  roundMs: number,
  runRound: (context: LoadContext) => Promise<LoadRound>,
): Promise<TrialResult> {
  const figures = new Figures();
  const rounds: LoadRound[] = [];
  while (rounds.length === 0 || context.endAt - performance.now() > minRoundMs) {
    context.signal.throwIfAborted();
    const number = rounds.length + 1;
    const folder = join(context.folder, `round-${number}`);
    mkdirSync(folder, { recursive: true });
    const random = context.random.fork(`round ${number}`);
    const endAt = Math.min(context.endAt, performance.now() + roundMs);
    const round = await runToEnd({ ...context, folder, random, endAt, figures }, runRound);
    rounds.push(round);
    context.progress(`round ${number}: ${round.acknowledged} acknowledged, ${round.violations.length} violations`);
    if (round.violations.length > 0) {
      writeFileSync(join(folder, 'violations.json'), JSON.stringify(round.violations, undefined, 1));
      break;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    rounds: rounds.length,
    faults: rounds.reduce((sum, { faults = 0 }) => sum + faults, 0),
    acknowledged: rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    recoveriesMs: [],
    violations: rounds.flatMap(({ violations }) => violations),
    figures: figures.list(),
  };
}

async function runToEnd(
  context: Omit<LoadContext, 'onEnd'>,
  runRound: (context: LoadContext) => Promise<LoadRound>,
): Promise<LoadRound> {
  const ends: (() => unknown)[] = [];
  try {
    return await runRound({ ...context, onEnd: (end) => void ends.unshift(end) });
  } finally {
    for (const end of ends) await end();
  }
}

/** Starts a node that is stopped when the round is over. */
export async function startNode(
  { folder, signal, onEnd }: LoadContext,
  database: ScratchDatabase,
  env: Record<string, string> = {},
): Promise<SoakNode> {
  const node = await SoakNode.start({ database, folder, signal, env });
  onEnd(() => node.kill('SIGTERM'));
  return node;
}
