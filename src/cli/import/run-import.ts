import { createHash } from 'node:crypto';
import type { Mapping } from '../../../client/import/mapping.ts';
import { rowIdentity } from '../../../client/import/row-identity.ts';
import { type Answer, type Client, type NewPet, PetstoreError } from '../../../client/index.ts';
import { RejectedRows } from './rejected-rows.ts';
import { readRows, type SourceFile, type SourceRow } from './source-file.ts';

export interface ImportJob {
  source: SourceFile;
  mapping: Mapping;
  client: Client;
  /** Requests that are under way at one time. */
  concurrency: number;
  /** Ends the import: no further row is begun, those under way are finished. */
  stop: AbortSignal;
  onProgress: (doneRows: number) => void;
}

export interface ImportOutcome {
  imported: number;
  /** Rows that an earlier run had imported. */
  alreadyThere: number;
  rejected: number;
  /** Categories that have got the text of a row for a name. */
  named: number;
  /** Where the rejected rows are, if there are any. */
  rejectedPath: string;
  durationMs: number;
  /** Why the import ended before the end of the file. */
  stoppedBy: Error | undefined;
}

/** Refusals that concern the row alone; after every other one the next rows would fare no better. */
const rowStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * Imports the rows of a file. The idempotency key of a row follows from the file's bytes, the row's place and the
 * animal made of it: however often a run is broken off and begun again, a row is added once.
 */
export async function runImport(job: ImportJob): Promise<ImportOutcome> {
  const startedAt = performance.now();
  const run = new ImportRun(job);
  await run.work();
  const { imported, alreadyThere, named, rejectedRows, doneRows, failure } = run;
  const interruption = doneRows < job.source.rowCount ? new Error('Interrupted.') : undefined;
  return {
    imported,
    alreadyThere,
    named,
    rejected: rejectedRows.count,
    rejectedPath: rejectedRows.path,
    durationMs: performance.now() - startedAt,
    stoppedBy: failure ?? interruption,
  };
}

class ImportRun {
  imported = 0;
  alreadyThere = 0;
  named = 0;
  failure: Error | undefined;
  readonly rejectedRows: RejectedRows;
  readonly #job: ImportJob;
  readonly #rows: AsyncGenerator<SourceRow, void, undefined>;
  readonly #named = new Map<bigint, Promise<void>>();
  readonly #failed = new AbortController();

  constructor(job: ImportJob) {
    this.#job = job;
    this.#rows = readRows(job.source);
    this.rejectedRows = new RejectedRows(job.source);
  }

  get doneRows(): number {
    return this.imported + this.alreadyThere + this.rejectedRows.count;
  }

  async work(): Promise<void> {
    await Promise.all(Array.from({ length: this.#job.concurrency }, () => this.#takeRows()));
    await this.#rows.return();
    this.rejectedRows.close();
  }

  /** One of the workers: takes the next row as soon as its last one is done. The first failure ends them all. */
  async #takeRows(): Promise<void> {
    try {
      while (!this.#job.stop.aborted && !this.#failed.signal.aborted) {
        const next = await this.#rows.next();
        if (next.done) return;
        await this.#importRow(next.value);
        this.#job.onProgress(this.doneRows);
      }
    } catch (error) {
      this.failure ??= error instanceof Error ? error : new Error(String(error));
      this.#failed.abort();
    }
  }

  async #importRow(row: SourceRow): Promise<void> {
    const mapped = this.#job.mapping(row.cells);
    if (mapped.kind === 'unusable') return this.rejectedRows.add(row, mapped.reason);
    const { newPet, categoryName } = mapped;
    try {
      if (categoryName !== undefined) await this.#nameCategory(newPet.categoryId, categoryName);
      await this.#create(newPet, this.#keyOf(row, newPet));
    } catch (error) {
      if (!isRowRefusal(error)) throw error;
      this.rejectedRows.add(row, `${error.message} (${error.code})`);
    }
  }

  /** Once for each number. One that has a name keeps it: somebody may have given it a better one. */
  #nameCategory(id: bigint, name: string): Promise<void> {
    const known = this.#named.get(id) ?? this.#nameUnlessNamed(id, name);
    this.#named.set(id, known);
    return known;
  }

  async #nameUnlessNamed(id: bigint, name: string): Promise<void> {
    try {
      if (await this.#hasName(id)) return;
      await this.#job.client.categories.put(id, { name }, { signal: this.#failed.signal });
      this.named += 1;
    } catch (error) {
      // Animals are what matters: a key that may only write, or a text that makes no name, does not stop them.
      if (!(error instanceof PetstoreError) || error.status >= 500) throw error;
    }
  }

  async #hasName(id: bigint): Promise<boolean> {
    try {
      await this.#job.client.categories.get(id, { signal: this.#failed.signal });
      return true;
    } catch (error) {
      if (error instanceof PetstoreError && error.code === 'category_not_found') return false;
      throw error;
    }
  }

  async #create(newPet: NewPet, idempotencyKey: string): Promise<void> {
    let isReplayed = false;
    const onAnswer = ({ headers }: Answer) => {
      isReplayed = headers.get('Idempotency-Replayed') === 'true';
    };
    await this.#job.client.pets.create(newPet, { idempotencyKey, onAnswer, signal: this.#failed.signal });
    if (isReplayed) this.alreadyThere += 1;
    else this.imported += 1;
  }

  #keyOf({ line }: SourceRow, newPet: NewPet): string {
    return createHash('sha256')
      .update(rowIdentity(this.#job.source.contentHash, line, newPet))
      .digest('base64url');
  }
}

function isRowRefusal(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && rowStatuses.has(error.status) && error.code !== 'unexpected_response';
}
