import { describeError, StartError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { WorkerStart } from './messages.ts';
import type { Totals } from './totals.ts';
import { type SupervisorHandlers, WorkerProcess } from './worker-process.ts';

/** Between the end of a worker and the start of the next one: doubled each time, until one has lived for a while. */
const minDelayMs = 100;
const maxDelayMs = 5_000;
const steadyMs = 10_000;
/** Longer than a worker takes at most to finish what it has begun. */
const drainTimeoutMs = 45_000;
/** How often it is checked whether the workers respond. They report once a second. */
const checkIntervalMs = 1_000;
/** A worker that sends nothing for so many checks is ended: it can answer no requests either. */
const maxSilentChecks = 10;
/** After so many checks without any worker that serves, a new start by the service manager is the better attempt. */
const maxChecksWithoutWorkers = 15;

export interface SupervisorOptions {
  /** Where the workers listen. */
  address: string;
  command: readonly string[];
  start: Omit<WorkerStart, 'number' | 'rateLimitMemory'>;
  /** The file descriptor of the memory that workers inherit. */
  rateLimitMemory: number;
  handlers: (worker: WorkerProcess) => SupervisorHandlers;
  totals: Totals;
  log: Log;
}

/** Starts workers, replaces those that end or hang, and ends them. */
export function createSupervisor(options: SupervisorOptions) {
  const { address, command, start, rateLimitMemory, handlers, totals, log } = options;
  const running = new Map<number, WorkerProcess>();
  const stopping = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<StartError>();
  let checkTimer: Timer | undefined;
  let checksWithoutWorkers = 0;
  let isStopping = false;
  let kept: Promise<void>[] = [];
  // However this process ends, unless it is killed: then the workers find their channel closed.
  process.on('exit', killAll);

  function stop(): void {
    isStopping = true;
    stopping.resolve();
  }

  function check(): void {
    const workers = [...running.values()];
    for (const worker of workers) {
      if (worker.countSilence() !== maxSilentChecks) continue;
      const { number, pid } = worker;
      log.error(`worker ${number} does not respond, ending it`, { worker: number, pid });
      worker.kill();
    }
    checksWithoutWorkers = workers.some(({ isOpen }) => isOpen) ? 0 : checksWithoutWorkers + 1;
    if (checksWithoutWorkers >= maxChecksWithoutWorkers && !isStopping) {
      failed.resolve(new StartError('no worker could be started any more; the reasons are in the log'));
    }
  }

  function killAll(): void {
    for (const worker of running.values()) worker.kill();
  }

  async function all(work: (worker: WorkerProcess) => Promise<unknown>): Promise<void> {
    await Promise.all([...running.values()].map(work));
  }

  /** Sees to it that there is a worker in the place of this one until all are stopped. */
  async function keep(first: WorkerProcess): Promise<void> {
    let worker = first;
    let delayMs = minDelayMs;
    for (;;) {
      const how = await worker.ended;
      const { number, pid, ageMs } = worker;
      running.delete(number);
      if (isStopping) return;
      totals.end(worker);
      log.warn(`worker ${number} ended (${how}), starting another`, { worker: number, pid });
      if (ageMs > steadyMs) delayMs = minDelayMs;
      let next: WorkerProcess | undefined;
      while (next === undefined) {
        await Promise.race([Bun.sleep(delayMs), stopping.promise]);
        if (isStopping) return;
        delayMs = Math.min(2 * delayMs, maxDelayMs);
        next = await replace(number);
      }
      worker = next;
    }
  }

  /** Starts another worker; one that cannot be brought to where it serves is ended. */
  async function replace(number: number): Promise<WorkerProcess | undefined> {
    let worker: WorkerProcess | undefined;
    try {
      worker = spawn(number);
      await worker.prepare(start);
      await worker.listen();
      await worker.open();
      log.info(`worker ${number} serves`, { worker: number, pid: worker.pid });
    } catch (error) {
      worker?.kill();
      if (!isStopping) log.error(`worker ${number} cannot start`, { worker: number, cause: describeError(error) });
    }
    return worker;
  }

  function spawn(number: number): WorkerProcess {
    const worker = new WorkerProcess(command, number, rateLimitMemory, handlers);
    running.set(number, worker);
    totals.begin(worker);
    return worker;
  }

  return {
    address,
    /** Resolves when no worker could be had for a while. */
    failed: failed.promise,
    /** Starts all, up to where they only have to listen. @throws StartError */
    async prepare(): Promise<void> {
      const started = Array.from({ length: start.config.workers }, (_, index) => spawn(index + 1));
      await Promise.all(started.map((worker) => worker.prepare(start)));
    },
    /** @throws StartError */
    listen: () => all((worker) => worker.listen()),
    /** Makes all ready; from now on one that ends is replaced. @throws StartError */
    async open(): Promise<void> {
      await all((worker) => worker.open());
      kept = [...running.values()].map(keep);
      checkTimer = setInterval(check, checkIntervalMs);
    },
    /** Lets all finish what they have begun. */
    async drain(): Promise<void> {
      stop();
      for (const worker of running.values()) worker.drain();
      using _timer = setTimeout(killAll, drainTimeoutMs + start.config.drainSeconds * 1_000);
      await Promise.all(kept);
      clearInterval(checkTimer);
    },
    /** Ends all at once. */
    async end(): Promise<void> {
      stop();
      killAll();
      clearInterval(checkTimer);
      await all(({ ended }) => ended);
    },
  };
}
