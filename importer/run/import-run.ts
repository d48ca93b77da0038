import { type Answer, type Client, type ImportResults, PetstoreError } from '../../client/index.ts';
import { foldReference } from '../../contract/references.ts';
import type { Check } from '../check/check.ts';
import { withHistory } from '../check/stays.ts';
import type { Comparison } from '../known/compare.ts';
import type { KnownAnimal } from '../known/known-animals.ts';
import type { MappedAnimal, Mapping } from '../map/mapping.ts';
import type { RejectedRows } from '../report/rejected-rows.ts';
import type { SourceRow } from '../source/source.ts';
import { isReplayed, PhotoImport, type PhotoSource, type RowPhotos } from './import-photos.ts';
import type { ImportProgress } from './import-progress.ts';
import { bodyOf, type Row } from './row-body.ts';
import { SharedRetry } from './shared-retry.ts';

export interface ImportJob {
  client: Client;
  mapping: Mapping;
  /** Of all rows: those that are not the newest of their reference are earlier stays. */
  check: Pick<Check, 'newestLines' | 'histories' | 'conflicts'>;
  /** The rows after the header. The run closes it. */
  rows(signal: AbortSignal): AsyncGenerator<SourceRow, void, undefined>;
  fileName: string;
  /** How many rows there are. */
  rowCount: number;
  /** SHA-256 of the file's bytes, as hexadecimal digits. */
  contentHash: string;
  /** SHA-256 of a text in UTF-8, as base64url. */
  hash(text: string): string;
  rejectedRows: RejectedRows;
  /** Without it, the photos of rows are left out. */
  photos?: PhotoSource | undefined;
  /**
   * The animals that are known, and get what their rows say, but what is to be kept.
   * Without it, such rows are rejected.
   */
  updates?: Pick<Comparison, 'known' | 'kept'> | undefined;
  /** The number of photos in flight. */
  concurrency: number;
  /** Whether transient errors are repeated until the run is stopped, on top of what the client does. */
  outlastsOutages: boolean;
}

type Outcome = ImportResults['results'][number];

/** A row that tells of an animal. */
interface AnimalRow {
  source: SourceRow;
  /** What is sent of it; missing where it says nothing new of a known animal. */
  body: Row | undefined;
  known: KnownAnimal | undefined;
  /** That of its reference, or another one. */
  key: string;
  photos: Pick<RowPhotos, 'photos' | 'identity'>;
}

/** What a request may have, if it is not too large. */
const maxRows = 100;
/** Errors of a request because of one of its rows. */
const rowErrors: ReadonlySet<string> = new Set(['payload_too_large', 'invalid_json']);

/**
 * One import of a file: one act of the service, which can be taken back. A row has a key, derived from the file's bytes, its line and
 * the animal made of it: however often a run is interrupted and repeated, an animal is added once. Within 24 hours a repeated run goes
 * on with the import of the interrupted one.
 */
export class ImportRun {
  readonly #job: ImportJob;
  /** Aborted when no further row is to be sent. */
  readonly #stopped = new AbortController();
  /** Aborted when the requests in flight are to be cancelled, too. */
  readonly #aborted = new AbortController();
  readonly #retry = new SharedRetry(this.#stopped.signal);
  readonly #photos: PhotoImport | undefined;
  /** By the keys of their rows; `undefined` for one that needs no photos. */
  readonly #animals = new Map<string, Pick<RowPhotos, 'petId' | 'isThere'> | undefined>();
  /** The number by which it can be taken back, as soon as it has begun. */
  importId: bigint | undefined;
  /** Why it ended before the end of the file, unless it was stopped. */
  failure: Error | undefined;
  #rowsAtOnce = maxRows;
  readonly #counts = { added: 0, alreadyThere: 0, updated: 0, unchanged: 0, leftOut: 0, earlierStays: 0 };
  /** Those that had a name before. */
  readonly #categories = new Set<bigint>();
  readonly #namedCategories = new Set<bigint>();
  #pause: PromiseWithResolvers<void> | undefined;

  constructor(job: ImportJob) {
    this.#job = job;
    const { client, photos: source, concurrency } = job;
    const { signal } = this.#aborted;
    const send = <Result>(call: () => Promise<Result>) => this.#send(call);
    const [goesOn, hash] = [() => this.#goesOn(), (text: string) => job.hash(text)];
    if (source !== undefined)
      this.#photos = new PhotoImport({ client, source, concurrency, signal, send, goesOn, hash });
  }

  get progress(): ImportProgress {
    const { rejectedRows, photos } = this.#job;
    const rejected = rejectedRows.count;
    return {
      ...this.#counts,
      rejected,
      done: Object.values(this.#counts).reduce((sum, count) => sum + count, rejected),
      namedCategories: this.#namedCategories.size,
      photos: {
        ...(this.#photos?.counts ?? { added: 0, alreadyThere: 0 }),
        rejected: photos?.rejectedPhotos.count ?? 0,
      },
      state: this.#pause !== undefined ? 'paused' : this.#retry.isWaiting ? 'waiting' : 'running',
    };
  }

  /** Sends all rows. Resolves when they are done, or when the run was stopped or has failed. */
  async work(onProgress: () => void = () => undefined): Promise<void> {
    const batches = this.#batches(onProgress);
    try {
      // The next rows are read while those before them are under way.
      for (let sending: Promise<void> | undefined; ; ) {
        const [{ value: batch }] = await Promise.all([batches.next(), sending]);
        if (batch === undefined || !(await this.#goesOn())) break;
        sending = this.#import(batch).then(onProgress);
      }
      const { importId } = this;
      if (importId !== undefined && !this.#stopped.signal.aborted)
        await this.#send(() => this.#job.client.imports.finish(importId));
    } catch (error) {
      const wasStopped = this.#aborted.signal.aborted || error === this.#stopped.signal.reason;
      if (!wasStopped) this.failure = error instanceof Error ? error : new Error(String(error));
      this.abort();
    }
    await batches.return(undefined);
  }

  pause(): void {
    this.#pause ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#pause?.resolve();
    this.#pause = undefined;
  }

  /** Sends no further row. Requests in flight are finished, but not repeated. */
  stop(): void {
    this.#stopped.abort();
    this.resume();
  }

  /** Cancels everything at once. Requests in flight may have been carried out. */
  abort(): void {
    this.#aborted.abort();
    this.stop();
  }

  /** The rows that tell of animals, as many as a request may have. The others are counted. */
  async *#batches(onProgress: () => void): AsyncGenerator<AnimalRow[], undefined, undefined> {
    let batch: AnimalRow[] = [];
    for await (const source of this.#job.rows(this.#aborted.signal)) {
      if (!(await this.#goesOn())) return;
      batch.push(...this.#read(source));
      onProgress();
      if (batch.length < this.#rowsAtOnce) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  #read(source: SourceRow): AnimalRow[] {
    const { mapping, rejectedRows, check, updates, contentHash, hash } = this.#job;
    const { line } = source;
    const mapped = mapping(source);
    const conflict = check.conflicts.get(line);
    if (conflict !== undefined) {
      rejectedRows.add(source, [conflict]);
      return [];
    }
    if (mapped.kind === 'unusable') {
      rejectedRows.add(source, mapped.faults);
      return [];
    }
    const { reference = '' } = (mapped.kind === 'animal' ? mapped.profile : mapped.further) ?? {};
    // No reference begins with a blank.
    const key = foldReference(reference) || ` ${line}`;
    if (mapped.kind === 'leftOut') {
      this.#counts.leftOut += 1;
      const { photos = [] } = mapped.further ?? {};
      const further = { photos, identity: `${contentHash}\n${line}` };
      const isOfNone = this.#photos === undefined || photos.length === 0;
      return isOfNone ? [] : [{ source, body: undefined, known: undefined, key, photos: further }];
    }
    if ((check.newestLines.get(key) ?? line) !== line) {
      this.#counts.earlierStays += 1;
      return [];
    }
    const history = check.histories.get(key);
    const animal = withHistory(mapped, history);
    const known = updates?.known.get(key);
    const kept = updates?.kept.get(key);
    const { body, identity } = bodyOf(animal, { known, kept, history, line, contentHash, hash });
    const photos = known?.hasPhotos || this.#photos === undefined ? [] : this.#photosOf(animal);
    if (body === undefined) this.#counts.unchanged += 1;
    if (known !== undefined) this.#animals.set(key, known.hasPhotos ? undefined : { petId: known.id, isThere: false });
    return body === undefined && photos.length === 0
      ? []
      : [{ source, body, known, key, photos: { photos, identity } }];
  }

  #photosOf({ photos, profile: { reference } = {} }: MappedAnimal): readonly string[] {
    const named = reference === undefined ? undefined : this.#job.photos?.findPhotos?.(reference);
    return photos.length > 0 ? photos : (named ?? []);
  }

  async #import(batch: readonly AnimalRow[]): Promise<void> {
    const importId = await this.#begin();
    const outcomes = await this.#add(
      importId,
      batch.flatMap(({ body }) => body ?? []),
    );
    const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
    const withPhotos: RowPhotos[] = [];
    for (const { source, body, known, key, photos } of batch) {
      const outcome = body && byRow.get(body.row);
      if (body !== undefined) this.#animals.set(key, this.#count({ source, body, known }, outcome));
      const animal = this.#animals.get(key);
      if (animal !== undefined) withPhotos.push({ ...photos, ...animal, line: source.line });
      else if (!this.#animals.has(key))
        this.#photos?.reject(photos.photos, source.line, 'No row before has its animal.');
    }
    await this.#photos?.addAll(withPhotos, importId);
  }

  /** Counts a row that was sent. Returns its animal, if that may get photos. */
  #count({ source, body, known }: Pick<AnimalRow, 'source' | 'known'> & { body: Row }, outcome: Outcome | undefined) {
    const { result, petId, problem } = outcome ?? {};
    if (problem !== undefined) {
      this.#job.rejectedRows.refuse(source, problem);
      return undefined;
    }
    if (petId === undefined) throw new Error('The service has not told what has become of a row.');
    const isThere = known === undefined && result === 'unchanged';
    if (isThere) this.#counts.alreadyThere += 1;
    else if (result === 'added' || result === 'updated' || result === 'unchanged') this.#counts[result] += 1;
    const { categoryName, add } = body;
    const isNew = categoryName !== undefined && add !== undefined && !this.#categories.has(add.categoryId);
    if (result === 'added' && isNew) this.#namedCategories.add(add.categoryId);
    return known?.hasPhotos ? undefined : { petId, isThere };
  }

  /** Begins the import, or goes on with that of an interrupted run of the same file. */
  async #begin(): Promise<bigint> {
    if (this.importId !== undefined) return this.importId;
    const { client, fileName, rowCount, contentHash, hash } = this.#job;
    const { signal } = this.#aborted;
    const begin = async (options: { idempotencyKey?: string; onAnswer?: (answer: Answer) => void }) =>
      await this.#send(() => client.imports.create({ fileName, rows: BigInt(rowCount) }, { ...options, signal }));
    let isRepeated = false;
    const onAnswer = (answer: Answer) => {
      isRepeated = isReplayed(answer);
    };
    const idempotencyKey = hash(`${contentHash}\n${rowCount}\n${fileName}`);
    let { id } = await begin({ idempotencyKey, onAnswer });
    if (isRepeated) {
      const { state } = await this.#send(() => client.imports.get(id, { signal }));
      if (state !== 'running') ({ id } = await begin({}));
    }
    const categories = await this.#send(() => Array.fromAsync(client.categories.list({ signal })));
    for (const category of categories) this.#categories.add(category.id);
    this.importId = id;
    return id;
  }

  /** Adds rows. A request that the service does not take because of one of them is sent again in halves. */
  async #add(importId: bigint, rows: readonly Row[]): Promise<readonly Outcome[]> {
    const [first] = rows;
    if (first === undefined) return [];
    try {
      const { signal } = this.#aborted;
      const body = { rows: [...rows] };
      return (await this.#send(() => this.#job.client.imports.add(importId, body, { signal }))).results;
    } catch (error) {
      if (!(error instanceof PetstoreError) || !rowErrors.has(error.code)) throw error;
      const { code, message } = error;
      if (rows.length === 1) return [{ row: first.row, result: 'refused', problem: { code, message } }];
      const half = Math.ceil(rows.length / 2);
      if (code === 'payload_too_large') this.#rowsAtOnce = half;
      const earlier = await this.#add(importId, rows.slice(0, half));
      return [...earlier, ...(await this.#add(importId, rows.slice(half)))];
    }
  }

  /** Waits as long as the run is paused. */
  async #goesOn(): Promise<boolean> {
    await this.#pause?.promise;
    return !this.#stopped.signal.aborted;
  }

  #send<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#job.outlastsOutages ? this.#retry.run(call) : call();
  }
}
