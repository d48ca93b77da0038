import { ServiceError } from '../../errors.ts';
import { StorageError } from '../store.ts';
import type { Job, Outcome } from './writer.ts';
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
  /** Called when a batch is done, before those who wait for it are told. */
  onCommit: () => void;
}

/** More than this in one transaction only makes the first of them wait longer. */
const maxBatch = 1_024;

/**
 * Hands writes to the writer thread. While one batch is being committed, all that arrive wait and become the next
 * one, so that a commit is shared by as many writes as there are at that moment.
 */
export class WriteQueue {
  readonly #path: string;
  readonly #script: string;
  readonly #maxWaiting: number;
  readonly #onCommit: () => void;
  #worker: Worker | undefined;
  #waiting: WaitingJob[] = [];
  #committing: WaitingJob[] = [];
  #sendIsDue = false;
  #isRestarting = false;
  #onIdle: (() => void) | undefined;

  private constructor(path: string, { script, maxWaiting, onCommit }: WriteQueueOptions) {
    this.#path = path;
    this.#script = script;
    this.#maxWaiting = maxWaiting;
    this.#onCommit = onCommit;
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
    if (this.waiting >= this.#maxWaiting) throw tooManyWaiting();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, input, resolve, reject });
      this.#scheduleSend();
    });
  }

  /** Waits for the writes that were pushed before, then ends the thread. */
  async close(): Promise<void> {
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    await new Promise<void>((resolve) => {
      worker.onmessage = () => resolve();
      post(worker, 'close');
    });
    worker.terminate();
  }

  async #startThread(): Promise<void> {
    const worker = new Worker(this.#script);
    await new Promise<void>((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new StorageError(`the writer thread did not start: ${message}`));
      worker.onmessage = () => resolve();
      post(worker, { open: this.#path });
    });
    worker.onmessage = ({ data }: MessageEvent<Outcome[]>) => this.#settle(data);
    worker.onerror = ({ message }) => this.#failThread(message);
    this.#worker = worker;
  }

  /** Waits for the end of the event loop's turn: what arrived in the same turn travels together. */
  #scheduleSend(): void {
    if (this.#sendIsDue || this.#committing.length > 0) return;
    this.#sendIsDue = true;
    setImmediate(() => {
      this.#sendIsDue = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#committing.length > 0 || this.#waiting.length === 0) return;
    if (this.#worker === undefined) {
      this.#restartThread();
      return;
    }
    this.#committing = this.#waiting.splice(0, maxBatch);
    post(this.#worker, { jobs: this.#committing.map(({ name, input }) => ({ name, input })) });
  }

  #settle(outcomes: readonly Outcome[]): void {
    const settled = this.#committing;
    this.#committing = [];
    this.#onCommit();
    this.#send();
    for (const [index, job] of settled.entries()) {
      const outcome = outcomes[index];
      if (outcome?.ok) job.resolve(outcome.output);
      else job.reject(toError(outcome));
    }
    if (this.waiting === 0) this.#onIdle?.();
  }

  /** A thread that died takes its batch with it: whether that was committed is unknown to everyone. */
  #failThread(message: string): void {
    const lost = this.#committing;
    this.#committing = [];
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const job of lost) job.reject(outcomeUnknown(message));
    this.#restartThread();
  }

  #restartThread(): void {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    this.#startThread()
      .then(
        () => this.#send(),
        (error) => {
          for (const job of this.#waiting.splice(0)) job.reject(noThread(error));
        },
      )
      .finally(() => {
        this.#isRestarting = false;
        if (this.waiting === 0) this.#onIdle?.();
      });
  }
}

function post(worker: Worker, message: ToWriter): void {
  worker.postMessage(message);
}

function toError(outcome: Outcome | undefined): Error {
  if (outcome === undefined || outcome.ok) return new Error('the writer thread gave no outcome');
  if ('defect' in outcome) return new Error(`a write command failed: ${outcome.defect}`);
  return new ServiceError(outcome.refusal.code, outcome.refusal.message, { headers: { ...outcome.refusal.headers } });
}

function tooManyWaiting(): ServiceError {
  const message = 'Too many writes are waiting. Nothing was changed; try again shortly.';
  return new ServiceError('overloaded', message, { headers: { 'Retry-After': '1' } });
}

function noThread(cause: unknown): ServiceError {
  const message = 'The storage is not available. Nothing was changed; try again later.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '5' }, cause });
}

function outcomeUnknown(cause: string): ServiceError {
  const message =
    'The storage failed during the write, and whether it was kept is unknown. ' +
    'Repeat the request with the same Idempotency-Key: it is then done exactly once.';
  return new ServiceError('unavailable', message, { headers: { 'Retry-After': '1' }, cause: new Error(cause) });
}
