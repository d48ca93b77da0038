import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDiskObstacle } from '../support/faults/disk.ts';
import { compareEngines, operationsPerRound } from '../support/fuzz/differential.ts';
import { maxSeed } from '../support/fuzz/search.ts';
import { consoleTrial } from './console-trial.ts';
import { checkDatabase } from './history/read-state.ts';
import type { Violation } from './history/rules.ts';
import { memoryTrial } from './memory-trial.ts';
import { record } from './power/record.ts';
import { replay } from './power/replay.ts';
import { runRounds } from './rounds.ts';
import { systemTrials } from './system-trials.ts';
import type { Trial, TrialContext, TrialResult } from './trial.ts';
import { yearTrials } from './year/year-trial.ts';

/** Bounds the trace, which is read into memory. */
const tracedMs = 5_000;
const cutsOfRound = 60;
/** How often the service's own check looks at a file, which takes longer. */
const cutsBetweenChecks = 10;

const power: Trial = {
  name: 'sqlite-power',
  group: 'power',
  engine: 'sqlite',
  description:
    'the file is rebuilt as power cuts would leave it, without, with torn and with reordered unflushed writes',
  findObstacle: findDiskObstacle,
  async run({ random, folder, endAt, signal, progress }: TrialContext): Promise<TrialResult> {
    const violations: Violation[] = [];
    let [rounds, cuts, acknowledged, checked] = [0, 0, 0, 0];
    while (violations.length === 0 && (rounds === 0 || performance.now() < endAt)) {
      rounds += 1;
      const own = random.fork(`round ${rounds}`);
      const roundFolder = join(folder, `round-${rounds}`);
      mkdirSync(roundFolder);
      const workers = own.pick([1, 1, 2]);
      const during = () => Bun.sleep(tracedMs);
      const recording = await record({ folder: roundFolder, random: own, signal, workers, during });
      acknowledged += recording.history.attempts.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
      for await (const cut of replay(recording, { cuts: cutsOfRound, random: own.fork('cuts'), folder: roundFolder })) {
        signal.throwIfAborted();
        cuts += 1;
        checked += cut.acknowledged;
        violations.push(...cut.violations);
        if (cuts % cutsBetweenChecks === 0) violations.push(...(await checkDatabase(`sqlite:${cut.path}`)));
        if (cut.violations.length > 0)
          writeFileSync(`${cut.path}.history.json`, JSON.stringify(cut.history, undefined, 1));
      }
      const traced = `${(recording.trace.length / 2 ** 20).toFixed(0)} MiB traced`;
      progress(`round ${rounds}: ${traced}, ${cuts} power cuts so far, ${checked} acknowledgements checked`);
      if (violations.length === 0) rmSync(roundFolder, { recursive: true, force: true });
    }
    return { rounds, faults: cuts, acknowledged, violations, recoveriesMs: [] };
  },
};

const differential: Trial = {
  name: 'differential',
  group: 'faults',
  engine: 'postgres',
  description: 'the same random steps on SQLite and on PostgreSQL, with writes that fail',
  async run({ random, endAt, signal, progress }) {
    let rounds = 0;
    let report: readonly string[] = [];
    while (report.length === 0 && (rounds === 0 || performance.now() < endAt)) {
      signal.throwIfAborted();
      report = await compareEngines(random.integer(0, maxSeed));
      rounds += 1;
      if (rounds % 20 === 0) progress(`${rounds} rounds of ${operationsPerRound} steps`);
    }
    const violations = report.length === 0 ? [] : [{ rule: 'engines', detail: report.join('\n') } as const];
    return { rounds, faults: 0, acknowledged: 0, recoveriesMs: [], violations };
  },
};

/** Every trial. */
export const trials: readonly Trial[] = [
  ...systemTrials.map(({ open, ...trial }) => ({
    ...trial,
    run: (context: TrialContext) => runRounds(context, open),
  })),
  power,
  memoryTrial,
  differential,
  consoleTrial,
  ...yearTrials,
];
