import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPreloadObstacle } from '../../support/faults/preload.ts';
import type { Violation } from '../history/rules.ts';
import { record } from '../power/record.ts';
import { replay } from '../power/replay.ts';
import { checkDatabase } from '../system/read-state.ts';
import type { Trial, TrialContext, TrialResult } from '../trial.ts';

/** Bounds the trace, which is read into memory. */
const loadMs = 5_000;
const cutsOfRound = 60;
/** How often the service's own check looks at a file, which takes longer. */
const cutsBetweenChecks = 10;

async function run({ random, folder, endAt, signal, progress }: TrialContext): Promise<TrialResult> {
  const violations: Violation[] = [];
  let [rounds, cuts, acknowledged, checked] = [0, 0, 0, 0];
  while (violations.length === 0 && (rounds === 0 || performance.now() < endAt)) {
    rounds += 1;
    const own = random.fork(`round ${rounds}`);
    const roundFolder = join(folder, `round-${rounds}`);
    mkdirSync(roundFolder);
    const workers = own.pick([1, 1, 2]);
    const during = () => Bun.sleep(loadMs);
    const recording = await record({ folder: roundFolder, random: own, signal, workers, during });
    const { attempts } = recording.history;
    acknowledged += attempts.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
    for await (const cut of replay(recording, { cuts: cutsOfRound, random: own.fork('cuts'), folder: roundFolder })) {
      signal.throwIfAborted();
      cuts += 1;
      checked += cut.acknowledged;
      violations.push(...cut.violations);
      if (cuts % cutsBetweenChecks === 0) violations.push(...(await checkDatabase(`sqlite:${cut.path}`)));
      if (cut.violations.length > 0)
        writeFileSync(`${cut.path}.history.json`, JSON.stringify(cut.history, undefined, 1));
    }
    const mebibytes = (recording.trace.length / 2 ** 20).toFixed(0);
    progress(
      `round ${rounds}: ${mebibytes} MiB traced, ${cuts} power cuts so far, ${checked} acknowledgements checked`,
    );
    if (violations.length === 0) rmSync(roundFolder, { recursive: true, force: true });
  }
  return { rounds, faults: cuts, acknowledged, violations, recoveriesMs: [] };
}

export const sqlitePower: Trial = {
  name: 'sqlite-power',
  group: 'power',
  engine: 'sqlite',
  description:
    'the file is rebuilt as power cuts would leave it, without, with torn and with reordered unflushed writes',
  findObstacle: findPreloadObstacle,
  run,
};
