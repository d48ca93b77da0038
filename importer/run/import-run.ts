import { type Answer, type Client, type NewPet, PetstoreError, type Profile } from '../../client/index.ts';
import { stringifyJson } from '../../client/transport/json.ts';
import { isTransient } from '../../client/transport/retry.ts';
import { referenceKey } from '../check/check.ts';
import { type History, withHistory } from '../check/stays.ts';
import type { Comparison } from '../known/compare.ts';
import type { MappedAnimal, Mapping } from '../map/mapping.ts';
import type { RejectedRows } from '../report/rejected-rows.ts';
import type { SourceRow } from '../source/source.ts';
import { type AddedCounts, countAdded, PhotoImport, type PhotoSource } from './import-photos.ts';
import { UpdateImport } from './import-updates.ts';
import { SharedRetry } from './shared-retry.ts';

export interface ImportJob {
  client: Client;
  mapping: Mapping;
  /** The line of the newest row with each reference, as the check has found them: the others are earlier stays. */
  newestLines: ReadonlyMap<string, number>;
  /** What the rows tell of animals with several, by `referenceKey`. */
  histories?: ReadonlyMap<string, History> | undefined;
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
  /** The number of requests in flight. */
  concurrency: number;
  /** Whether transient errors are repeated until the run is stopped, on top of what the client does. */
  outlastsOutages: boolean;
}

/** The progress of an import. */
export interface ImportProgress extends Readonly<AddedCounts> {
  /** Animals that were known, and of which something has changed. */
  readonly updated: number;
  /** Rows that say nothing new of a known animal. */
  readonly unchanged: number;
  /** Rows that the mapping leaves out. */
  readonly leftOut: number;
  /** Rows of animals that came again later, by another row. */
  readonly earlierStays: number;
  readonly rejected: number;
  /** The sum of all these. */
  readonly done: number;
  /** Categories that were given the text of a row as their name. */
  readonly namedCategories: number;
  readonly photos: Readonly<AddedCounts & { rejected: number }>;
  /** `waiting`: the server is overloaded or down. */
  readonly state: 'running' | 'waiting' | 'paused';
}

/** Statuses of errors that concern one row. After any other error the next rows would fail as well. */
const rowErrorStatuses: ReadonlySet<number> = new Set([400, 409, 412, 413, 422]);

/**
 * One import of a file. The idempotency key of a row is derived from the file's bytes, the row's line and the animal made
 * of it: however often a run is interrupted and repeated within 24 hours, a row is added once.
 */
export class ImportRun {
  readonly #job: ImportJob;
  readonly #rows: AsyncGenerator<SourceRow, void, undefined>;
  readonly #namings = new Map<bigint, Promise<void>>();
  /** Aborted when no further row is to be started. */
  readonly #stopped = new AbortController();
  /** Aborted when the requests in flight are to be cancelled, too. */
  readonly #aborted = new AbortController();
  readonly #retry = new SharedRetry(this.#stopped.signal);
  readonly #updates: UpdateImport;
  readonly #photos: PhotoImport | undefined;
  #failure: Error | undefined;
  readonly #counts: AddedCounts = { added: 0, alreadyThere: 0 };
  readonly #others = { updated: 0, unchanged: 0, leftOut: 0, earlierStays: 0 };
  #namedCategories = 0;
  #pause: PromiseWithResolvers<void> | undefined;

  constructor(job: ImportJob) {
    this.#job = job;
    this.#rows = job.rows(this.#aborted.signal);
    const { client, photos: source } = job;
    const common = {
      client,
      signal: this.#aborted.signal,
      send: <Result>(call: () => Promise<Result>) => this.#send(call),
    };
    this.#updates = new UpdateImport({ ...job, ...common });
    if (source !== undefined) this.#photos = new PhotoImport({ ...common, source, hash: (text) => job.hash(text) });
  }

  get progress(): ImportProgress {
    const { added, alreadyThere } = this.#counts;
    const { updated, unchanged, leftOut, earlierStays } = this.#others;
    const rejected = this.#job.rejectedRows.count;
    const done = added + alreadyThere + updated + unchanged + leftOut + earlierStays + rejected;
    const state = this.#pause !== undefined ? 'paused' : this.#retry.isWaiting ? 'waiting' : 'running';
    const photos = {
      ...(this.#photos?.counts ?? { added: 0, alreadyThere: 0 }),
      rejected: this.#job.photos?.rejectedPhotos.count ?? 0,
    };
    return {
      added,
      alreadyThere,
      ...this.#others,
      rejected,
      done,
      namedCategories: this.#namedCategories,
      photos,
      state,
    };
  }

  /** The number of the import by which its updates can be taken back, if there are any. */
  get importId(): bigint | undefined {
    return this.#updates.id;
  }

  /** Why it ended before the end of the file, unless it was stopped. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Sends all rows. Resolves when they are done, or when the run was stopped or has failed. */
  async work(onRowDone?: () => void): Promise<void> {
    await Promise.all(Array.from({ length: this.#job.concurrency }, () => this.#takeRows(onRowDone)));
    await this.#rows.return();
    if (!this.#stopped.signal.aborted) await this.#updates.finish().catch((error) => this.#fail(error));
  }

  pause(): void {
    this.#pause ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#pause?.resolve();
    this.#pause = undefined;
  }

  /** Starts no further row. Requests in flight are finished, but not repeated. */
  stop(): void {
    this.#stopped.abort();
    this.resume();
  }

  /** Cancels everything at once. Requests in flight may have been carried out. */
  abort(): void {
    this.#aborted.abort();
    this.stop();
  }

  /** One of the workers: takes the next row as soon as its last one is done. The first failure ends them all. */
  async #takeRows(onRowDone: (() => void) | undefined): Promise<void> {
    try {
      for (;;) {
        await this.#pause?.promise;
        if (this.#stopped.signal.aborted) return;
        const next = await this.#rows.next();
        if (next.done) return;
        await this.#importRow(next.value);
        onRowDone?.();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const wasStopped = this.#aborted.signal.aborted || error === this.#stopped.signal.reason;
    if (!wasStopped) this.#failure = error instanceof Error ? error : new Error(String(error));
    this.abort();
  }

  async #importRow(row: SourceRow): Promise<void> {
    const { mapping, rejectedRows, newestLines } = this.#job;
    const mapped = mapping(row);
    if (mapped.kind === 'unusable') return rejectedRows.add(row, mapped.faults);
    if (mapped.kind === 'leftOut') {
      this.#others.leftOut += 1;
      const { reference = '', photos = [] } = mapped.further ?? {};
      const identity = `${this.#job.contentHash}\n${row.line}`;
      return await this.#photos?.addFurther(referenceKey(reference), { line: row.line, photos, identity });
    }
    const reference = mapped.profile?.reference;
    const key = reference === undefined ? undefined : referenceKey(reference);
    if (key !== undefined && (newestLines.get(key) ?? row.line) !== row.line) {
      this.#others.earlierStays += 1;
      return;
    }
    const importing = this.#importAnimal(row, mapped, key);
    if (key !== undefined) this.#photos?.note(key, importing);
    await importing;
  }

  /** Returns the animal if its photos were added. */
  async #importAnimal(row: SourceRow, mapped: MappedAnimal, key: string | undefined): Promise<bigint | undefined> {
    const { rejectedRows } = this.#job;
    const reference = mapped.profile?.reference;
    const history = key === undefined ? undefined : this.#job.histories?.get(key);
    const animal = withHistory(mapped, history);
    const { newPet, profile, categoryName, note } = animal;
    const identity = rowIdentity(
      this.#job.contentHash,
      row.line,
      profile === undefined ? newPet : { ...newPet, profile },
    );
    const named = reference === undefined ? undefined : this.#job.photos?.findPhotos?.(reference);
    const photos = mapped.photos.length > 0 ? mapped.photos : (named ?? []);
    const known = key === undefined ? undefined : this.#job.updates?.known.get(key);
    let petId: bigint | undefined;
    try {
      if (known !== undefined) {
        const updated = await this.#updates.update(animal, { known, history, line: row.line });
        if (updated.problem) rejectedRows.refuse(row, updated.problem);
        else this.#others[updated.isChanged ? 'updated' : 'unchanged'] += 1;
        if (!updated.problem && !known.hasPhotos) petId = known.id;
      } else {
        if (categoryName !== undefined) await this.#nameCategory(newPet.categoryId, categoryName);
        const added = await this.#create(newPet, profile, identity);
        if (note !== undefined) await this.#addNote(added, note, identity);
        petId = added;
        const { earlierStays = [] } = history ?? {};
        if (earlierStays.length > 0) await this.#updates.addStays(petId, row.line, earlierStays);
      }
    } catch (error) {
      if (!isRowError(error)) throw error;
      rejectedRows.refuse(row, { code: error.code, message: error.message, errors: error.validationErrors });
      return undefined;
    }
    if (petId !== undefined) await this.#photos?.addAll({ petId, line: row.line, photos, identity });
    return petId;
  }

  /** Returns the animal's id, also if an earlier run has added it. */
  async #create(newPet: NewPet, profile: Profile | undefined, identity: string): Promise<bigint> {
    const { client, hash } = this.#job;
    const onAnswer = (answer: Answer) => countAdded(this.#counts, answer);
    const options = { idempotencyKey: hash(identity), onAnswer, signal: this.#aborted.signal };
    const { id } = await this.#send<{ id: bigint }>(() =>
      profile === undefined
        ? client.pets.create(newPet, options)
        : client.listings.create({ ...newPet, profile }, options),
    );
    return id;
  }

  #addNote(petId: bigint, text: string, identity: string) {
    const { client, hash } = this.#job;
    const options = { idempotencyKey: hash(`${identity} note`), signal: this.#aborted.signal };
    return this.#send(() => client.notes.create(petId, { text }, options));
  }

  /** Once for each category. A category that has a name keeps it: somebody may have chosen a better one. */
  #nameCategory(id: bigint, name: string): Promise<void> {
    const naming = this.#namings.get(id) ?? this.#nameUnlessNamed(id, name);
    this.#namings.set(id, naming);
    return naming;
  }

  async #nameUnlessNamed(id: bigint, name: string): Promise<void> {
    const { categories } = this.#job.client;
    const options = { signal: this.#aborted.signal };
    try {
      if (await this.#send(() => categories.get(id, options).then(() => true, unlessNotFound))) return;
      await this.#send(() => categories.put(id, { name }, options));
      this.#namedCategories += 1;
    } catch (error) {
      // A key without the right to name categories, or a text that is no valid name, must not keep the animals out.
      if (!(error instanceof PetstoreError) || error.status >= 500) throw error;
    }
  }

  #send<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#job.outlastsOutages ? this.#retry.run(call) : call();
  }
}

function unlessNotFound(error: unknown): false {
  if (error instanceof PetstoreError && error.code === 'category_not_found') return false;
  throw error;
}

/** A transient error tells nothing about the row: one whose first attempt is still under way may yet be added by it. */
function isRowError(error: unknown): error is PetstoreError {
  if (!(error instanceof PetstoreError) || isTransient(error)) return false;
  return (rowErrorStatuses.has(error.status) || error.code === 'pet_not_found') && error.code !== 'unexpected_response';
}

/**
 * What a row is known by: the file's bytes (their SHA-256 in hexadecimal digits), its line, and the animal made of it.
 * The SHA-256 of this text in base64url is its idempotency key: however often, and by whichever program with the same
 * API key, a file is imported within 24 hours, a row is added once.
 */
export function rowIdentity(contentHash: string, line: number, newPet: NewPet & { profile?: Profile }): string {
  return `${contentHash}\n${line}\n${stringifyJson(newPet)}`;
}
