import { rateLimitMemoryBytes } from '../../http/auth/rate-limit.ts';
import { describeError, StartError } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import { workerCommand } from '../../lib/system/program-files.ts';
import { type HttpServerOptions, reserveAddress } from '../listening/http-server.ts';
import { measureStore } from '../metrics.ts';
import { elsewhere, type WorkerStart } from './messages.ts';
import { makeSharedMemory } from './shared-memory.ts';
import { Totals } from './totals.ts';
import { type SupervisorHandlers, WorkerProcess } from './worker-process.ts';

type SuperviseOptions = Required<Omit<HttpServerOptions, 'clock' | 'timeZone' | 'shared'>>;

/** Starts workers that answer requests at one port; this process answers none. @throws StartError */
export async function supervise({ config, store, log, cursorSecret, measureDatabase }: SuperviseOptions) {
  const reserved = reserveAddress(config, log);
  const totals = new Totals();
  const findings = () => ({
    isDamaged: store.file?.isDamaged === true,
    haveAssertionsFailed: store.assertions.haveFailed,
  });
  const supervisor = new Supervisor({
    address: reserved.address,
    command: workerCommand,
    start: {
      config: { ...config, port: reserved.port, presetApiKey: undefined },
      cursorSecret,
      fileId: store.file?.id,
      // Asked at the start of each worker.
      get findings() {
        return findings();
      },
    },
    rateLimitMemory: makeSharedMemory(rateLimitMemoryBytes),
    handlers: (worker) => ({
      report(measured) {
        totals.note(worker, measured);
        if (measured['petstore_database_damaged'] === 1) store.file?.noteDamage();
        if (measured['petstore_assertion_failed'] === 1) store.assertions.fail(elsewhere);
        return findings();
      },
      measureAll: () => totals.measureAll({ ...measureStore(store), ...measureDatabase() }),
    }),
    totals,
    log,
  });
  try {
    await supervisor.prepare();
    await reserved.release();
    await supervisor.listen();
  } catch (error) {
    await supervisor.end();
    await reserved.release();
    throw error;
  }
  return supervisor;
}

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

interface SupervisorOptions {
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
class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #running = new Map<number, WorkerProcess>();
  readonly #stopping = Promise.withResolvers<void>();
  readonly #failing = Promise.withResolvers<StartError>();
  #checkTimer: Timer | undefined;
  #checksWithoutWorkers = 0;
  #isStopping = false;
  #kept: Promise<void>[] = [];
  readonly address: string;
  /** Resolves when no worker could be had for a while. */
  readonly failed = this.#failing.promise;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.address = options.address;
    // However this process ends, unless it is killed: then the workers find their channel closed.
    process.on('exit', () => this.#killAll());
  }

  /** Starts all, up to where they only have to listen. @throws StartError */
  async prepare(): Promise<void> {
    const started = Array.from({ length: this.#options.start.config.workers }, (_, index) => this.#spawn(index + 1));
    await Promise.all(started.map((worker) => worker.prepare(this.#options.start)));
  }

  /** @throws StartError */
  async listen(): Promise<void> {
    await this.#all((worker) => worker.listen());
  }

  /** Makes all ready; from now on one that ends is replaced. @throws StartError */
  async open(): Promise<void> {
    await this.#all((worker) => worker.open());
    this.#kept = [...this.#running.values()].map((worker) => this.#keep(worker));
    this.#checkTimer = setInterval(() => this.#check(), checkIntervalMs);
  }

  /** Lets all finish what they have begun. */
  async drain(): Promise<void> {
    this.#stop();
    for (const worker of this.#running.values()) worker.drain();
    using _timer = setTimeout(() => this.#killAll(), drainTimeoutMs + this.#options.start.config.drainSeconds * 1_000);
    await Promise.all(this.#kept);
    clearInterval(this.#checkTimer);
  }

  /** Ends all at once. */
  async end(): Promise<void> {
    this.#stop();
    this.#killAll();
    clearInterval(this.#checkTimer);
    await this.#all(({ ended }) => ended);
  }

  #stop(): void {
    this.#isStopping = true;
    this.#stopping.resolve();
  }

  #check(): void {
    const workers = [...this.#running.values()];
    for (const worker of workers) {
      if (worker.countSilence() !== maxSilentChecks) continue;
      const { number, pid } = worker;
      this.#options.log.error(`worker ${number} does not respond, ending it`, { worker: number, pid });
      worker.kill();
    }
    this.#checksWithoutWorkers = workers.some(({ isOpen }) => isOpen) ? 0 : this.#checksWithoutWorkers + 1;
    if (this.#checksWithoutWorkers >= maxChecksWithoutWorkers && !this.#isStopping) {
      this.#failing.resolve(new StartError('no worker could be started any more; the reasons are in the log'));
    }
  }

  #killAll(): void {
    for (const worker of this.#running.values()) worker.kill();
  }

  async #all(work: (worker: WorkerProcess) => Promise<unknown>): Promise<void> {
    await Promise.all([...this.#running.values()].map(work));
  }

  /** Sees to it that there is a worker in the place of this one until all are stopped. */
  async #keep(first: WorkerProcess): Promise<void> {
    let worker = first;
    let delayMs = minDelayMs;
    for (;;) {
      const how = await worker.ended;
      const { number, pid, ageMs } = worker;
      this.#running.delete(number);
      if (this.#isStopping) return;
      this.#options.totals.end(worker);
      this.#options.log.warn(`worker ${number} ended (${how}), starting another`, { worker: number, pid });
      if (ageMs > steadyMs) delayMs = minDelayMs;
      let next: WorkerProcess | undefined;
      while (next === undefined) {
        await Promise.race([Bun.sleep(delayMs), this.#stopping.promise]);
        if (this.#isStopping) return;
        delayMs = Math.min(2 * delayMs, maxDelayMs);
        next = await this.#replace(number);
      }
      worker = next;
    }
  }

  /** Starts another worker; one that cannot be brought to where it serves is ended. */
  async #replace(number: number): Promise<WorkerProcess | undefined> {
    let worker: WorkerProcess | undefined;
    try {
      worker = this.#spawn(number);
      await worker.prepare(this.#options.start);
      await worker.listen();
      await worker.open();
      this.#options.log.info(`worker ${number} serves`, { worker: number, pid: worker.pid });
    } catch (error) {
      worker?.kill();
      if (!this.#isStopping)
        this.#options.log.error(`worker ${number} cannot start`, { worker: number, cause: describeError(error) });
    }
    return worker;
  }

  #spawn(number: number): WorkerProcess {
    const worker = new WorkerProcess(
      this.#options.command,
      number,
      this.#options.rateLimitMemory,
      this.#options.handlers,
    );
    this.#running.set(number, worker);
    this.#options.totals.begin(worker);
    return worker;
  }
}
