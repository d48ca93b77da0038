import type { Mapping } from '../../client/import/mapping.ts';
import { type Answer, type Client, type NewPet, PetstoreError } from '../../client/index.ts';
import { readRows, type SourceRow } from './csv-rows.ts';
import { Patience } from './patience.ts';
import { RejectedRows } from './rejected-rows.ts';
import { rowKey } from './row-key.ts';
import type { SourceFile } from './source-file.ts';

interface ImportJob {
  source: SourceFile;
  mapping: Mapping;
  client: Client;
}

/** How far an import has come. */
export interface ImportProgress {
  readonly rowCount: number;
  readonly added: number;
  /** Rows that an earlier run had added. */
  readonly alreadyThere: number;
  readonly rejected: number;
  /** Categories that have got the text of a row for a name. */
  readonly namedCategories: number;
  /** `waiting`: the server is busy or away, and is asked again and again. */
  readonly state: 'running' | 'waiting' | 'paused';
}

/** Requests that are under way at one time. */
const concurrency = 8;
/** Refusals that concern the row alone; after every other one the next rows would fare no better. */
const rowStatuses: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * One import of a file. The idempotency key of a row follows from the file's bytes, the row's place and the animal made
 * of it: however often a run is broken off and begun again, a row is added once.
 */
export class ImportRun {
  readonly rejectedRows: RejectedRows;
  /** Why it ended before the end of the file. */
  failure: unknown;
  readonly #job: ImportJob;
  readonly #rows: AsyncGenerator<SourceRow, void, undefined>;
  readonly #named = new Map<bigint, Promise<void>>();
  /** Aborted when no further row is to be begun. */
  readonly #stopped = new AbortController();
  /** Aborted when those under way are to be given up, too. */
  readonly #left = new AbortController();
  readonly #patience = new Patience(this.#stopped.signal);
  #added = 0;
  #alreadyThere = 0;
  #namedCategories = 0;
  #pause: PromiseWithResolvers<void> | undefined;

  constructor(job: ImportJob) {
    this.#job = job;
    this.rejectedRows = new RejectedRows(job.source);
    this.#rows = readRows(job.source.file, { delimiter: job.source.delimiter, signal: this.#left.signal });
  }

  get progress(): ImportProgress {
    return {
      rowCount: this.#job.source.rowCount,
      added: this.#added,
      alreadyThere: this.#alreadyThere,
      rejected: this.rejectedRows.count,
      namedCategories: this.#namedCategories,
      state: this.#pause !== undefined ? 'paused' : this.#patience.isTried ? 'waiting' : 'running',
    };
  }

  /** Whether it ended because the key opens nothing any more. */
  get isKeyRefused(): boolean {
    return this.failure instanceof PetstoreError && this.failure.status === 401;
  }

  /** Sends the rows of the file; done when all are, or when it was cancelled or has failed. */
  async work(): Promise<void> {
    await this.#rows.next().catch((error) => this.#fail(error));
    await Promise.all(Array.from({ length: concurrency }, () => this.#takeRows()));
    await this.#rows.return();
  }

  pause(): void {
    this.#pause ??= Promise.withResolvers<void>();
  }

  goOn(): void {
    this.#pause?.resolve();
    this.#pause = undefined;
  }

  /** Begins no further row. Those under way are finished; a server that is away is not waited for. */
  cancel(): void {
    this.#stopped.abort();
    this.goOn();
  }

  /** Gives everything up at once. What was sent may have been carried out. */
  leave(): void {
    this.#left.abort();
    this.cancel();
  }

  /** One of the workers: takes the next row as soon as its last one is done. The first failure ends them all. */
  async #takeRows(): Promise<void> {
    try {
      while (!this.#stopped.signal.aborted) {
        await this.#pause?.promise;
        if (this.#stopped.signal.aborted) return;
        const next = await this.#rows.next();
        if (next.done) return;
        await this.#importRow(next.value);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    // What was given up is no failure.
    if (this.#stopped.signal.aborted) return;
    this.failure = error;
    this.leave();
  }

  async #importRow(row: SourceRow): Promise<void> {
    const mapped = this.#job.mapping(row.cells);
    if (mapped.kind === 'unusable') return this.rejectedRows.add(row, mapped.reason);
    const { newPet, categoryName } = mapped;
    try {
      if (categoryName !== undefined) await this.#nameCategory(newPet.categoryId, categoryName);
      await this.#create(newPet, rowKey(this.#job.source.contentHash, row.line, newPet));
    } catch (error) {
      if (!isRowRefusal(error)) throw error;
      this.rejectedRows.add(row, `${error.message} (${error.code})`);
    }
  }

  async #create(newPet: NewPet, idempotencyKey: string): Promise<void> {
    let isReplayed = false;
    const onAnswer = ({ headers }: Answer) => {
      isReplayed = headers.get('Idempotency-Replayed') === 'true';
    };
    const options = { idempotencyKey, onAnswer, signal: this.#left.signal };
    await this.#patience.run(async () => void (await this.#job.client.pets.create(newPet, options)));
    if (isReplayed) this.#alreadyThere += 1;
    else this.#added += 1;
  }

  /** Once for each number. One that has a name keeps it: somebody may have given it a better one. */
  #nameCategory(id: bigint, name: string): Promise<void> {
    const known = this.#named.get(id) ?? this.#nameUnlessNamed(id, name);
    this.#named.set(id, known);
    return known;
  }

  async #nameUnlessNamed(id: bigint, name: string): Promise<void> {
    const { categories } = this.#job.client;
    const options = { signal: this.#left.signal };
    try {
      await this.#patience.run(async () => {
        if (await hasName(() => categories.get(id, options))) return;
        await categories.put(id, { name }, options);
        this.#namedCategories += 1;
      });
    } catch (error) {
      // Animals are what matters: a key that may only write, or a text that makes no name, does not stop them.
      if (!(error instanceof PetstoreError) || error.status >= 500) throw error;
    }
  }
}

async function hasName(get: () => Promise<unknown>): Promise<boolean> {
  try {
    await get();
    return true;
  } catch (error) {
    if (error instanceof PetstoreError && error.code === 'category_not_found') return false;
    throw error;
  }
}

function isRowRefusal(error: unknown): error is PetstoreError {
  return error instanceof PetstoreError && rowStatuses.has(error.status) && error.code !== 'unexpected_response';
}
