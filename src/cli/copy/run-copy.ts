import {
  beginCopy,
  type CopyEnd,
  copyRows,
  finishCopy,
  rewindCopy,
  tablesFrom,
  trimCopy,
} from '../../domain/copies.ts';
import type { CopyCheckpoint } from '../../store/copy-checkpoint.ts';
import { countRows, findRows } from '../../store/rows.ts';
import type { Queryable } from '../../store/statement.ts';
import type { Source, Store } from '../../store/store.ts';
import { keyOf, type Row, type Table, tables } from '../../store/tables.ts';
import { CommandError } from '../exit.ts';
import { type Comparison, compareTable, differing } from './comparisons.ts';
import { Progress } from './progress.ts';

export interface CopyJob {
  source: Source;
  /** How the target calls its source, as long as it is not complete. */
  sourceName: string;
  target: Store;
  /** How the target is called in messages. */
  targetUrl: string;
  /** Ends the copy behind the batch that is under way. */
  stop: AbortSignal;
}

interface Pace {
  rows: number;
  durationMs: number;
}

export interface CopyOutcome {
  /** One for each table. The copy is finished if they all are equal on both sides. */
  comparisons: readonly Comparison[];
  /** What this run has copied. An earlier one may have copied other rows. */
  copied: Pace;
  verified: Pace;
}

export const goOnAdvice = 'Run the same command again: it goes on where it stopped.';

/** Rows that are committed together. */
const batchRows = 5_000;

/**
 * Copies what is not yet copied, compares everything, and finishes the copy if both sides are equal.
 * @throws CommandError when the target holds something else, or when the copy was stopped
 */
export async function runCopy(job: CopyJob): Promise<CopyOutcome> {
  const run = new CopyRun(job, await beginOrResume(job));
  const copied = await timed(() => run.copy());
  const verified = await timed(() => run.verify());
  await run.finish();
  return { comparisons: run.comparisons, copied, verified };
}

class CopyRun {
  comparisons: Comparison[] = [];
  readonly #job: CopyJob;
  #mark: CopyCheckpoint;

  constructor(job: CopyJob, mark: CopyCheckpoint) {
    this.#job = job;
    this.#mark = mark;
  }

  /** Gives the number of rows that it has copied. */
  async copy(): Promise<number> {
    const { source, target } = this.#job;
    // Whoever may not read this should learn it now, and not when all the rest is done.
    await this.#findIds();
    while (this.#sole(await target.write(trimCopy, { mark: this.#mark, limit: batchRows })) > 0) this.#goOn();
    const progress = new Progress('copied', await countAll(source.reader), await countAll(target.reader));
    try {
      let copied = 0;
      for (const table of tablesFrom(this.#mark.table)) copied += await this.#copyTable(table, progress);
      return copied;
    } finally {
      progress.end();
    }
  }

  /** Reads all rows of both sides, and gives how many it were on one of them. */
  async verify(): Promise<number> {
    const { source, target } = this.#job;
    const total = await countAll(source.reader);
    const progress = new Progress('verified', total, 0);
    const onRows = (rows: number) => {
      progress.add(rows);
      this.#goOn();
    };
    try {
      for (const table of tables) {
        this.comparisons.push(await compareTable(table, source.reader, target.reader, onRows));
      }
      return total;
    } finally {
      progress.end();
    }
  }

  /** Opens the copy to the servers, or leaves it so that the next run begins again where it differs. */
  async finish(): Promise<void> {
    const { target } = this.#job;
    const [table] = differing(this.comparisons);
    if (table !== undefined) this.#sole(await target.write(rewindCopy, { mark: this.#mark, table }));
    else this.#sole(await target.write(finishCopy, { mark: this.#mark, ids: await this.#findIds() }));
  }

  /** While one batch is written the next one is read. */
  async #copyTable(table: Table, progress: Progress): Promise<number> {
    let copied = 0;
    let rows = await this.#read(table, this.#mark.table === table.name ? this.#mark.after : undefined);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      const [next] = await Promise.all([this.#read(table, keyOf(table, last)), this.#add(table, rows)]);
      copied += rows.length;
      progress.add(rows.length);
      this.#goOn();
      rows = next;
    }
    return copied;
  }

  async #read(table: Table, after: Row | undefined): Promise<Row[]> {
    return await findRows(this.#job.source.reader, table, after, batchRows);
  }

  async #add({ name }: Table, rows: readonly Row[]): Promise<void> {
    this.#mark = this.#sole(await this.#job.target.write(copyRows, { mark: this.#mark, table: name, rows }));
  }

  async #findIds(): Promise<CopyEnd['ids']> {
    const { source, target } = this.#job;
    const ids: CopyEnd['ids'][number][] = [];
    for (const { name, givesIds } of tables) {
      if (!givesIds) continue;
      const [highest] = await source.reader.query(source.ids.highest(name), []);
      if (highest !== undefined) ids.push({ raise: target.ids.raise(name), highest: highest[0] });
    }
    return ids;
  }

  /** What a write has given. @throws CommandError when there was nothing, because another copy has moved the mark */
  #sole<Output>(output: Output | undefined | false): Output {
    if (output !== undefined && output !== false) return output;
    throw new CommandError(`another "petstore copy" is at work on ${this.#job.targetUrl}; this one has ended`);
  }

  /** @throws CommandError when the copy is to stop */
  #goOn(): void {
    if (this.#job.stop.aborted) throw new CommandError(`stopped. ${goOnAdvice}`);
  }
}

async function countAll(db: Queryable): Promise<number> {
  let count = 0;
  for (const table of tables) count += await countRows(db, table);
  return count;
}

async function timed(work: () => Promise<number>): Promise<Pace> {
  const startedAt = performance.now();
  const rows = await work();
  return { rows, durationMs: performance.now() - startedAt };
}

/** @throws CommandError when the target is neither empty nor an unfinished copy of this source */
export async function beginOrResume({ target, sourceName, targetUrl }: CopyJob): Promise<CopyCheckpoint> {
  const start = await target.write(beginCopy, { source: sourceName });
  switch (start.kind) {
    case 'begun':
    case 'resumed':
      return start.mark;
    case 'other copy':
      throw new CommandError(
        `${targetUrl} holds an unfinished copy of ${start.source}; finish that one first, or copy into another database`,
      );
    case 'not empty': {
      const counts = tables
        .filter(({ name }) => start.tables.includes(name))
        .map(async (table) => {
          return `${table.name} (${await countRows(target.reader, table)})`;
        });
      throw new CommandError(
        `${targetUrl} is not empty: there are rows in ${(await Promise.all(counts)).join(', ')}. ` +
          'Nothing was changed; copy into an empty database',
      );
    }
  }
}
