import { type Outcome, toError } from '../../model/outcome.ts';
import { outcomeUnknown, tooManyWaiting, unavailable } from '../errors.ts';
import { StorageError } from '../store.ts';
import type { Job } from './writer.ts';
import type { ToWriter } from './writer-thread.ts';

interface WaitingJob extends Job {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface WriteQueueOptions {
  /** The program of the writer thread. */
  script: string;
  /** How many writes may wait before further ones are refused. */
  maxWaiting: number;
  /** How long a batch may take; then its writes are answered that their outcome is unknown. Nobody waits for ever. */
  batchTimeoutMs: number;
  /** Called when a batch is done, before those who wait for it are told. */
  onCommit: () => void;
}

/** More than this in one transaction only makes the first of them wait longer. */
const maxBatch = 1_024;
/** How long a batch is held open for those who were just answered, of the time that the batch before took, and at most. */
const gatherShare = 0.5;
const maxGatherMs = 0.5;
/** How long a failed batch speaks against the storage. */
const doubtMs = 10_000;

/**
 * Hands writes to the writer thread. While one batch is being committed, all that arrive wait and become the next
 * one, so that a commit is shared by as many writes as there are at that moment. Whoever was just answered often writes
 * again at once: the next batch waits for them a little, or clients would end up in two halves that take turns, and pay
 * for twice as many commits.
 */
export class WriteQueue {
  readonly #path: string;
  readonly #options: WriteQueueOptions;
  #worker: Worker | undefined;
  #waiting: WaitingJob[] = [];
  #committing: WaitingJob[] = [];
  #batchTimer: Timer | undefined;
  #sendIsDue = false;
  #sentAt = 0;
  /** Of how many writes the next batch would be if all came back that were under way, and until when it waits for that. */
  #expected = 0;
  #gatherUntil = 0;
  /** Under way while the thread is started anew. */
  #restarting: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #isStalled = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #onIdle: (() => void) | undefined;

  private constructor(path: string, options: WriteQueueOptions) {
    this.#path = path;
    this.#options = options;
  }

  /** Starts the thread and waits until it has opened the file. */
  static async start(path: string, options: WriteQueueOptions): Promise<WriteQueue> {
    const queue = new WriteQueue(path, options);
    await queue.#startThread();
    return queue;
  }

  get waiting(): number {
    return this.#waiting.length + this.#committing.length;
  }

  push(name: string, input: unknown): Promise<unknown> {
    if (this.#isStalled) throw unavailable('the writer thread does not answer');
    if (this.waiting >= this.#options.maxWaiting) throw tooManyWaiting();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, input, resolve, reject });
      this.#scheduleSend();
    });
  }

  /** @throws ServiceError `unavailable` when writes do not get through now, or did not a moment ago. */
  check(): void {
    // A probe brings the thread back, too: while it fails, a load balancer sends no write that would.
    if (this.#worker === undefined) this.#restartThread();
    if (this.#isStalled || this.#worker === undefined) throw unavailable('the writer thread does not answer');
    if (performance.now() - this.#failedAt < doubtMs) throw unavailable('the last write failed');
  }

  /** Waits for the writes that were pushed before, then ends the thread; also one that no longer answers. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    if (this.waiting > 0 && !this.#isStalled) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.#restarting;
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    if (!this.#isStalled) {
      await new Promise<void>((resolve) => {
        worker.onmessage = () => resolve();
        worker.addEventListener('close', () => resolve());
        post(worker, 'close');
      });
    }
    worker.terminate();
  }

  async #startThread(): Promise<void> {
    const worker = new Worker(this.#options.script);
    try {
      await new Promise<void>((resolve, reject) => {
        worker.onerror = ({ message }) => reject(new StorageError(`the writer thread did not start: ${message}`));
        worker.onmessage = () => resolve();
        post(worker, { open: this.#path });
      });
    } catch (error) {
      worker.terminate();
      throw error;
    }
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Outcome[]>) => this.#settle(data);
    worker.onerror = ({ message }) => this.#failThread(worker, message);
    worker.addEventListener('close', () => this.#failThread(worker, 'it has ended'));
  }

  /** Waits for the end of the event loop's turn: what arrived in the same turn travels together. */
  #scheduleSend(): void {
    if (this.#sendIsDue || this.#committing.length > 0) return;
    this.#sendIsDue = true;
    setImmediate(() => {
      this.#sendIsDue = false;
      if (this.#isGathering()) this.#scheduleSend();
      else this.#send();
    });
  }

  #isGathering(): boolean {
    return this.#waiting.length < this.#expected && performance.now() < this.#gatherUntil;
  }

  #send(): void {
    if (this.#committing.length > 0 || this.#waiting.length === 0) return;
    if (this.#worker === undefined) {
      this.#restartThread();
      return;
    }
    this.#committing = this.#waiting.splice(0, maxBatch);
    this.#sentAt = performance.now();
    this.#batchTimer = setTimeout(() => this.#stall(), this.#options.batchTimeoutMs);
    post(this.#worker, { jobs: this.#committing.map(({ name, input }) => ({ name, input })) });
  }

  #settle(outcomes: readonly Outcome[]): void {
    const settled = this.#takeBatch();
    this.#isStalled = false;
    this.#options.onCommit();
    this.#gather(settled.length + this.#waiting.length);
    for (const [index, job] of settled.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) job.reject(new Error('the writer thread returned no outcome'));
      else if ('output' in outcome) job.resolve(outcome.output);
      else this.#fail(job, toError(outcome));
    }
    if (this.waiting === 0) this.#onIdle?.();
  }

  #gather(expected: number): void {
    const now = performance.now();
    this.#expected = expected;
    this.#gatherUntil = now + Math.min(maxGatherMs, gatherShare * (now - this.#sentAt));
    if (this.#waiting.length > 0) this.#scheduleSend();
  }

  #fail(job: WaitingJob, error: Error): void {
    if ('code' in error && error.code === 'unavailable') this.#failedAt = performance.now();
    job.reject(error);
  }

  #takeBatch(): WaitingJob[] {
    clearTimeout(this.#batchTimer);
    const batch = this.#committing;
    this.#committing = [];
    return batch;
  }

  /** Answers everyone who waits. The batch itself stays under way: its late end shows that writing is possible again. */
  #stall(): void {
    this.#isStalled = true;
    for (const job of this.#committing) job.reject(outcomeUnknown('the writer thread does not answer'));
    for (const job of this.#waiting.splice(0)) job.reject(unavailable('the writer thread does not answer'));
    this.#onIdle?.();
  }

  /** A thread that died takes its batch with it: whether that was committed is unknown to everyone. */
  #failThread(worker: Worker, message: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    this.#isStalled = false;
    for (const job of this.#takeBatch()) job.reject(outcomeUnknown(`the writer thread died: ${message}`));
    worker.terminate();
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

function post(worker: Worker, message: ToWriter): void {
  worker.postMessage(message);
}
