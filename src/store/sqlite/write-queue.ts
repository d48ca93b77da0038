import { toError } from '../../errors/outcome.ts';
import { messageOf } from '../../lib/errors.ts';
import { oncePerTick } from '../../lib/next-tick.ts';
import type { Assertions } from '../assertions.ts';
import { outcomeUnknown, tooManyWaiting, unavailable } from '../storage-errors.ts';
import { createCommitMetrics, StorageError } from '../store.ts';
import { damaged } from './failures.ts';
import type { MaintenanceTask } from './file-maintenance.ts';
import { Gathering } from './gathering.ts';
import type { OpenFiles } from './open-files.ts';
import type { Job } from './writer.ts';
import {
  type BatchResult,
  packJobs,
  type ToWriter,
  unpackOutcomes,
  type Writer,
  type WriterEvents,
} from './writer-thread.ts';

interface WaitingJob {
  work: Job | MaintenanceTask;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface WriteQueueOptions {
  /** Starts the writer, also again after it has died. */
  startWriter: (events: WriterEvents) => Writer;
  /** Further writes are refused with `overloaded`. */
  maxWaiting: number;
  /** After this time the writes of a batch fail with an unknown outcome. */
  batchTimeoutMs: number;
  /** Called when a batch has ended, before its writes are resolved. */
  onCommit: () => void;
  /** Whether the file is damaged: then whatever waits is refused. */
  isDamaged: () => boolean;
  onDamage: () => void;
  assertions: Assertions;
  /**
   * How long a batch waits, after the one before, for clients that were just answered: 0 where the writer has a processor core of
   * its own. A writer on the core of this thread works no sooner when a batch is sent sooner.
   */
  maxGatherMs: number;
}

/** A larger batch only makes its first write wait longer. */
const maxBatch = 1_024;
const noResponse = 'the writer thread does not respond';

/**
 * Sends writes to the writer thread in batches. Writes that arrive while a batch is being committed form the next batch,
 * so batches, and the writes that share a commit, grow with the load.
 */
export class WriteQueue {
  readonly #files: OpenFiles;
  readonly #options: WriteQueueOptions;
  #writer: StartedWriter | undefined;
  #waiting: WaitingJob[] = [];
  #committing: WaitingJob[] = [];
  #batchTimer: Timer | undefined;
  #batchSentAt = 0;
  readonly metrics = createCommitMetrics();
  checkpointFailures = 0;
  /** Writes of one event-loop tick share a batch. */
  readonly #scheduleSend: () => void = oncePerTick(() => this.#sendIfGathered());
  readonly #gathering: Gathering;
  /** While the thread is being restarted. */
  #restarting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #isStalled = false;
  #failure: Error | undefined;
  #onIdle: (() => void) | undefined;

  private constructor(files: OpenFiles, options: WriteQueueOptions) {
    this.#files = files;
    this.#options = options;
    this.#gathering = new Gathering(options.maxGatherMs);
  }

  /** Starts the thread, and resolves when it has opened the file. */
  static async start(files: OpenFiles, options: WriteQueueOptions): Promise<WriteQueue> {
    const queue = new WriteQueue(files, options);
    await queue.#startThread();
    return queue;
  }

  /** How many writes and tasks are not done. */
  get waiting(): number {
    return this.#waiting.length + this.#committing.length;
  }

  /** Runs a command in a transaction, or a task, after what is in the queue. */
  push(work: Job | MaintenanceTask): Promise<unknown> {
    if (this.#options.isDamaged()) return Promise.reject(damaged());
    if (this.#isStalled) return Promise.reject(unavailable(noResponse));
    if (this.waiting >= this.#options.maxWaiting) return Promise.reject(tooManyWaiting());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#committing.length === 0) this.#scheduleSend();
    });
  }

  /** Returns whether all of the log is in the file. */
  async checkpoint(): Promise<boolean> {
    try {
      return (await this.push({ task: 'checkpoint' })) === true;
    } catch (error) {
      this.checkpointFailures++;
      throw error;
    }
  }

  /** @throws ServiceError `unavailable` when the thread does not respond, or the storage has failed the last write */
  check(): void {
    // While probes fail, a load balancer sends no writes, so a probe must restart the thread too.
    if (this.#writer === undefined) this.#restartThread();
    if (this.#isStalled || this.#writer === undefined) throw unavailable(noResponse);
    if (this.#failure !== undefined) throw unavailable(this.#failure.cause ?? this.#failure);
  }

  /** Waits for the writes in the queue, unless the thread no longer responds, and ends the thread. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    if (this.waiting > 0 && !this.#isStalled) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.#restarting;
    const writer = this.#writer;
    this.#writer = undefined;
    if (writer === undefined) return;
    if (!this.#isStalled) await ask(writer, 'close').catch(() => undefined);
    writer.terminate();
  }

  async #startThread(): Promise<void> {
    const events: WriterEvents = { onMessage: () => undefined, onFailure: () => undefined };
    const writer: StartedWriter = { ...this.#options.startWriter(events), events };
    try {
      await ask(writer, { open: this.#files });
    } catch (error) {
      writer.terminate();
      throw new StorageError(`the writer thread did not start: ${messageOf(error)}`);
    }
    this.#writer = writer;
    events.onMessage = (message) => this.#complete(unpackOutcomes(message));
    events.onFailure = (message) => this.#failThread(writer, message);
  }

  #sendIfGathered(): void {
    // This was scheduled for a batch that has been sent meanwhile, whose end schedules the next one.
    if (this.#committing.length > 0) return;
    if (this.#gathering.isOpen(this.#waiting.length)) this.#scheduleSend();
    else this.#send();
  }

  #send(): void {
    if (this.#committing.length > 0 || this.#waiting.length === 0) return;
    if (this.#options.isDamaged()) {
      for (const job of this.#waiting.splice(0)) job.reject(damaged());
      this.#onIdle?.();
      return;
    }
    if (this.#writer === undefined) {
      this.#restartThread();
      return;
    }
    const [message, size] = this.#next();
    this.#committing = this.#waiting.splice(0, size);
    this.#batchSentAt = performance.now();
    this.#batchTimer = setTimeout(() => this.#stall(), this.#options.batchTimeoutMs);
    this.#writer.post(message);
  }

  /** The next message, and how many of the waiting jobs it has: a task is by itself. */
  #next(): [ToWriter, size: number] {
    const jobs: Job[] = [];
    for (const { work } of this.#waiting) {
      if ('task' in work) {
        if (jobs.length === 0) return [work, 1];
        break;
      }
      if (jobs.push(work) === maxBatch) break;
    }
    return [{ groups: packJobs(jobs), watchesChanges: this.#failure !== undefined }, jobs.length];
  }

  #complete({ outcomes, hasChanged, isDamaged }: BatchResult): void {
    if (isDamaged) this.#options.onDamage();
    const batch = this.#takeBatch();
    if (batch.some(({ work }) => !('task' in work))) {
      this.metrics.commitSeconds.observe((performance.now() - this.#batchSentAt) / 1_000);
      this.metrics.commitWrites.observe(batch.length);
    }
    this.#isStalled = false;
    this.#options.onCommit();
    this.#gathering.begin(Math.min(batch.length + this.waiting, maxBatch));
    if (this.waiting > 0) this.#scheduleSend();
    for (const [index, job] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) job.reject(new Error('the writer thread returned no outcome'));
      else if ('output' in outcome) {
        // A batch that changed nothing does not show that the disk works again.
        if (hasChanged) this.#failure = undefined;
        job.resolve(outcome.output);
      } else this.#fail(job, toError(outcome));
    }
    if (this.waiting === 0) this.#onIdle?.();
  }

  #fail(job: WaitingJob, error: Error): void {
    const isWrite = !('task' in job.work);
    if (isWrite && 'code' in error && error.code === 'unavailable') this.#failure = error;
    this.#options.assertions.note(error);
    job.reject(error);
  }

  #takeBatch(): WaitingJob[] {
    clearTimeout(this.#batchTimer);
    const batch = this.#committing;
    this.#committing = [];
    return batch;
  }

  /** Fails all writes. The batch stays under way: when it ends after all, writing is possible again. */
  #stall(): void {
    this.#isStalled = true;
    for (const job of this.#committing) job.reject(outcomeUnknown(noResponse));
    for (const job of this.#waiting.splice(0)) job.reject(unavailable(noResponse));
    this.#onIdle?.();
  }

  /** Whether a thread that died has committed its batch is unknown. */
  #failThread(writer: StartedWriter, message: string): void {
    if (writer !== this.#writer) return;
    this.#writer = undefined;
    this.#isStalled = false;
    for (const job of this.#takeBatch()) job.reject(outcomeUnknown(`the writer thread died: ${message}`));
    writer.terminate();
    this.#restartThread();
  }

  #restartThread(): void {
    if (this.#closing !== undefined && this.waiting === 0) {
      this.#onIdle?.();
      return;
    }
    this.#restarting ??= this.#startThread()
      .catch((error) => {
        for (const job of this.#waiting.splice(0)) job.reject(unavailable(error));
      })
      .finally(() => {
        this.#restarting = undefined;
        this.#send();
        if (this.waiting === 0) this.#onIdle?.();
      });
  }
}

interface StartedWriter extends Writer {
  readonly events: WriterEvents;
}

/** Waits for the response to a message that is no batch. @throws Error when the writer fails */
function ask({ events, post }: StartedWriter, message: ToWriter): Promise<void> {
  return new Promise((resolve, reject) => {
    events.onMessage = () => resolve();
    events.onFailure = (reason) => reject(new Error(reason));
    post(message);
  });
}
