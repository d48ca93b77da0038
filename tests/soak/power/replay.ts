import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../../../cli/demo/seeded-random.ts';
import { check } from '../history/check.ts';
import { type History, historyUntil } from '../history/history.ts';
import type { Violation } from '../history/rules.ts';
import { DiskModel, type Remains } from './disk-model.ts';
import { findDamage, readFileState } from './read-file.ts';
import { readTrace } from './trace.ts';

export interface Recording {
  /** The path of the database file that was traced. */
  readonly path: string;
  readonly trace: Uint8Array;
  /** Its clock is the size of the trace. */
  readonly history: History;
}

export interface ReplayOptions {
  readonly cuts: number;
  readonly random: Random;
  /** Where files are rebuilt. A file with a violation stays. */
  readonly folder: string;
  /** Whether flushes of the write-ahead log are ignored, to prove that the losses are detected. */
  readonly ignoresFlushes?: boolean;
}

/** A database as a power cut left it. */
export interface PowerCut {
  readonly path: string;
  /** The position in the trace. */
  readonly at: number;
  /** What clients knew. */
  readonly history: History;
  readonly acknowledged: number;
  readonly violations: readonly Violation[];
}

/**
 * Cuts the power at random points of a recording, and compares each rebuilt file with what clients knew at that point:
 * everything acknowledged is there, no event that a follower has seen is gone, and the file is intact.
 */
export async function* replay(recording: Recording, options: ReplayOptions): AsyncGenerator<PowerCut> {
  const { path, trace, history } = recording;
  const { random, folder, ignoresFlushes = false } = options;
  const disk = new DiskModel(dirname(path), ignoresFlushes);
  const records = readTrace(trace);
  let next = records.next();
  for (const [index, at] of chooseCuts(recording, options).entries()) {
    for (; !next.done && next.value.end <= at; next = records.next()) disk.apply(next.value);
    const remains = chooseRemains(random);
    const own = join(folder, `cut-${index + 1}`);
    const rebuilt = join(own, basename(path));
    mkdirSync(own, { recursive: true });
    for (const [file, contents] of disk.cut(random, remains)) writeFileSync(join(own, basename(file)), contents);
    const known = historyUntil(history, at);
    const violations = await checkFile(rebuilt, known);
    const acknowledged = known.attempts.filter(({ outcome }) => outcome.kind === 'acknowledged').length;
    yield { path: rebuilt, at, history: known, acknowledged, violations };
    if (violations.length === 0) rmSync(own, { recursive: true, force: true });
  }
}

async function checkFile(path: string, history: History): Promise<Violation[]> {
  const damage = findDamage(path);
  if (damage !== undefined) return [{ rule: 'damage', detail: `${path}: ${damage}` }];
  return check(history, await readFileState(path));
}

/** Random points, half of them right after an acknowledgement, when least time is left to flush it. */
function chooseCuts({ trace, history }: Recording, { cuts, random }: ReplayOptions): number[] {
  const acknowledgements = history.attempts.filter(({ outcome }) => outcome.kind === 'acknowledged');
  const points = Array.from({ length: cuts }, () =>
    random.chance(0.5) && acknowledgements.length > 0
      ? random.pick(acknowledgements).endedAt
      : random.integer(0, trace.length),
  );
  return points.sort((one, other) => one - other);
}

function chooseRemains(random: Random): Remains {
  return {
    keep: random.pick([0, 0.1, 0.5, 0.9, 1]),
    isTorn: random.chance(0.7),
    sectorBytes: random.pick([512, 4096]),
  };
}
