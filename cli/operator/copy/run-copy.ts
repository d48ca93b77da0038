import {
  beginCopy,
  clearCopy,
  copyRows,
  findFilledTables,
  finishCopy,
  takenOver,
} from '../../../src/catalogue/copy-rules.ts';
import { findGivenIds } from '../../../src/catalogue/history-rules.ts';
import { randomBase62 } from '../../../src/lib/random.ts';
import { countRows, findRows } from '../../../src/store/rows.ts';
import { findUnfinishedCopy, type UnfinishedCopy } from '../../../src/store/settings.ts';
import type { Queryable } from '../../../src/store/statement.ts';
import type { Source, Store } from '../../../src/store/store.ts';
import { keyOf, type Row, requireTable, type Table, tables } from '../../../src/store/tables.ts';
import { CommandError } from '../../exit.ts';
import { startProgressBar } from '../../progress.ts';
import { type Comparison, compareTable, differing } from './comparisons.ts';

export interface CopyJob {
  source: Source;
  /** How the target names the run until it is complete. */
  copy: UnfinishedCopy;
  target: Store;
  targetUrl: string;
  /** Runs when both sides are equal. The target stays an unfinished copy until it has resolved. */
  beforeFinish?: () => Promise<void>;
}

export interface Timing {
  rows: number;
  durationMs: number;
}

export interface CopyResult {
  /** One for each table. The copy is complete if all are equal on both sides. */
  comparisons: readonly Comparison[];
  copied: Timing;
  verified: Timing;
}

const batchRows = 5_000;

/**
 * Copies all tables into an empty target, compares them, and completes the copy if both sides are equal. An unfinished
 * copy in the target is deleted first.
 * @throws CommandError when the target has rows of its own
 * @throws StartError when another run takes the target over
 */
export async function runCopy(job: CopyJob): Promise<CopyResult> {
  const { copy } = job;
  // Reading ids needs a right that reading tables does not: if it is missing, nothing is copied.
  await findGivenIds(job.source, job.target);
  await beginRun(job);
  const copied = await timed(() => copyAll(job, copy));
  const comparisons: Comparison[] = [];
  const verified = await timed(() => compareAll(job, comparisons));
  if (differing(comparisons).length === 0) {
    await job.beforeFinish?.();
    await job.target.write(finishCopy, { copy, ids: await findGivenIds(job.source, job.target) });
  } else if ((await findUnfinishedCopy(job.target.reader))?.runId !== copy.runId) throw takenOver();
  return { comparisons, copied, verified };
}

/** @param source the source without user and password */
export function newRun(source: string): UnfinishedCopy {
  return { source, runId: randomBase62(22) };
}

/**
 * Marks the target as unfinished, so that no service starts on it, and deletes what an earlier run has left.
 * @throws CommandError when the target is neither empty nor an unfinished copy
 */
export async function beginRun({ target, targetUrl, copy }: CopyTarget & Pick<CopyJob, 'copy'>): Promise<void> {
  const start = await target.write(beginCopy, copy);
  if (start.kind === 'not empty') throw await notEmpty({ target, targetUrl }, start.tables);
  if (start.kind === 'empty') return;
  process.stderr.write(
    `petstore: deleting an unfinished copy of ${start.source} from ${targetUrl} and starting over\n`,
  );
  while ((await target.write(clearCopy, { copy, limit: batchRows })) > 0);
}

type CopyTarget = Pick<CopyJob, 'target' | 'targetUrl'>;

/** Checks, without a change, whether `runCopy` can begin. @throws CommandError as `runCopy` does */
export async function requireVacantTarget(job: CopyTarget): Promise<void> {
  const { reader } = job.target;
  if ((await findUnfinishedCopy(reader)) !== undefined) return;
  const filled = await findFilledTables(reader);
  if (filled.length > 0) throw await notEmpty(job, filled);
}

async function notEmpty({ target, targetUrl }: CopyTarget, filled: readonly string[]): Promise<CommandError> {
  const counts = filled.map(async (name) => `${name} (${await countRows(target.reader, requireTable(name))})`);
  return new CommandError(
    `${targetUrl} is not empty: there are rows in ${(await Promise.all(counts)).join(', ')}. ` +
      'Nothing was changed; use an empty database',
  );
}

/** Returns how many rows it has copied. */
async function copyAll(job: CopyJob, copy: UnfinishedCopy): Promise<number> {
  using bar = startProgressBar('copying', await countAll(job.source.reader));
  let copied = 0;
  const onRows = (rows: number) => {
    copied += rows;
    bar.update(copied);
  };
  for (const table of tables()) await copyTable(job, copy, table, onRows);
  return copied;
}

/** Reads the next batch while one is being written. */
async function copyTable(
  job: CopyJob,
  copy: UnfinishedCopy,
  table: Table,
  onRows: (rows: number) => void,
): Promise<void> {
  const read = (after: Row | undefined) => findRows(job.source.reader, table, after, batchRows);
  let rows = await read(undefined);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    const written = job.target.write(copyRows, { copy, table: table.name, rows });
    const [next] = await Promise.all([read(keyOf(table, last)), written]);
    onRows(rows.length);
    rows = next;
  }
}

/** Adds a comparison for each table, and returns how many rows the source has. */
async function compareAll({ source, target }: CopyJob, comparisons: Comparison[]): Promise<number> {
  const total = await countAll(source.reader);
  using bar = startProgressBar('comparing', total);
  for (const table of tables()) {
    comparisons.push(await compareTable(table, source.reader, target.reader, (rows) => bar.increment(rows)));
  }
  return total;
}

async function countAll(db: Queryable): Promise<number> {
  let count = 0;
  for (const table of tables()) count += await countRows(db, table);
  return count;
}

async function timed(work: () => Promise<number>): Promise<Timing> {
  const startedAt = performance.now();
  const rows = await work();
  return { rows, durationMs: performance.now() - startedAt };
}
