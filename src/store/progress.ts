/** How far one of the tasks of a long command is. */
export interface Progress {
  /** Such as `checking the file`. */
  readonly task: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'rows' | 'photos' | 'MiB' | 'locks';
}

export type OnProgress = (progress: Progress) => void;

/** From this total on, a task is announced when it begins. A smaller one takes some seconds. */
const longFrom: Readonly<Record<Progress['unit'], number>> = { rows: 100_000, photos: 1_000, MiB: 16, locks: 1 };
const defaultIntervalMs = 10_000;

/** Passes on when a long task begins, and then how far it is at intervals, of all that it is told. */
export function limitProgress(
  print: OnProgress,
  { clock = () => performance.now(), intervalMs = defaultIntervalMs } = {},
): OnProgress {
  let current = '';
  let printedAt = clock();
  return (progress) => {
    const { task, total, unit } = progress;
    const isNew = task !== current;
    current = task;
    const now = clock();
    if (!(isNew && total >= longFrom[unit]) && now - printedAt < intervalMs) return;
    printedAt = now;
    print(progress);
  };
}

/** In one line. */
export function describeProgress({ task, done, total, unit }: Progress): string {
  return unit === 'MiB' ? `${task}: ${total} MiB` : `${task}: ${done} of ${total} ${unit}`;
}

/** A task that is one step: SQLite and PostgreSQL say nothing until it is done. */
export function oneStep(task: string, bytes: number): Progress {
  return { task, done: 0, total: Math.round(bytes / 2 ** 20), unit: 'MiB' };
}
