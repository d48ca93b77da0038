import { useForceUpdate, useInterval, useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { PetstoreError } from '../../../client/index.ts';
import { SharedRetry } from '../../../importer/run/shared-retry.ts';
import type { Animal } from '../../lib/animals.ts';
import { ChangedMeanwhileError } from '../change-status.ts';

type Send = <Result>(call: () => Promise<Result>) => Promise<Result>;

interface BulkJob {
  read(options: { signal: AbortSignal; send: Send }): AsyncGenerator<Animal, void, undefined>;
  /** Is repeated after no answer: it must have its effect once. */
  act(animal: Animal): unknown;
  concurrency: number;
}

/** Does the same with many animals, each by a request of its own, and goes on after those for which it is refused. */
export class BulkRun {
  done = 0;
  readonly refusals: { readonly animal: Animal; readonly error: Error }[] = [];
  isOver = false;
  /** Why it ended early, unless it was stopped. */
  failure: unknown;
  readonly #job: BulkJob;
  readonly #stopped = new AbortController();
  readonly #retry = new SharedRetry(this.#stopped.signal);

  constructor(job: BulkJob) {
    this.#job = job;
  }

  get isWaiting(): boolean {
    return this.#retry.isWaiting;
  }

  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Begins nothing more. What is under way is finished. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Resolves when it is over, however it has ended. */
  async work(): Promise<void> {
    const send: Send = (call) => this.#retry.run(call);
    const animals = this.#job.read({ signal: this.#stopped.signal, send });
    const worker = async () => {
      for (let next = await animals.next(); !next.done && !this.isStopped; next = await animals.next()) {
        const animal = next.value;
        await send(async () => this.#job.act(animal)).then(
          () => {
            this.done += 1;
          },
          (error: unknown) => {
            if (!isAboutOne(error)) throw error;
            this.refusals.push({ animal, error });
          },
        );
      }
    };
    const fail = (error: unknown) => {
      if (!this.isStopped) this.failure = error;
      this.stop();
    };
    await Promise.all(Array.from({ length: this.#job.concurrency }, () => worker().catch(fail)));
    this.isOver = true;
  }
}

/** Statuses of errors that concern one animal. After any other error the next ones would fail as well. */
const refusalStatuses: ReadonlySet<number> = new Set([400, 404, 409, 412, 422]);

function isAboutOne(error: unknown): error is Error {
  if (error instanceof ChangedMeanwhileError) return true;
  return error instanceof PetstoreError && refusalStatuses.has(error.status) && error.code !== 'unexpected_response';
}

/** How often somebody sees how far it is, in milliseconds. */
const lookMs = 200;

/** Such a run while a dialog is open. What is not begun when that closes is left out. */
export function useBulkRun() {
  const [run, setRun] = useState<BulkRun>();
  const look = useForceUpdate();
  const isRunning = run !== undefined && !run.isOver;
  useInterval(() => isRunning && look(), lookMs, { autoInvoke: true });
  useEffect(() => () => run?.stop(), [run]);
  useWindowEvent('beforeunload', (event) => {
    if (isRunning) event.preventDefault();
  });
  const begin = async (job: BulkJob) => {
    const next = new BulkRun(job);
    setRun(next);
    await next.work();
    look();
    return next;
  };
  return { run, isRunning, begin };
}
