import type { Measurements } from '../../http/response/metrics.ts';
import { addFields, type Log } from '../../lib/log.ts';
import { unavailable } from '../../store/errors.ts';
import { openSharedStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { type ServiceClock, startServiceClock } from '../clock.ts';
import { type HttpServer, startHttpServer } from '../http-server.ts';
import { stopOnSignal } from '../stop-signals.ts';
import { storeOptions } from '../storage-monitor.ts';
import { type Channel, ChannelError } from './channel.ts';
import type { SupervisorRequests, WorkerRequests, WorkerStart } from './messages.ts';
import { openSharedMemory } from './shared-memory.ts';

type SupervisorChannel = Channel<SupervisorRequests, WorkerRequests>;

/** A worker that is killed takes with it what it has counted since its last report. */
const reportIntervalMs = 1_000;
const reportTimeoutMs = 2_000;
const measureTimeoutMs = 5_000;
const nothing: Measurements = {};

/** One of the processes that answer requests at one port. It does what its supervisor requests. */
export class Worker {
  readonly #start: WorkerStart;
  readonly #channel: SupervisorChannel;
  readonly #log: Log;
  readonly #store: Store;
  readonly #clock: ServiceClock;
  #server: HttpServer | undefined;
  #stopping: Promise<void> | undefined;

  private constructor(start: WorkerStart, channel: SupervisorChannel, log: Log, store: Store, clock: ServiceClock) {
    this.#start = start;
    this.#channel = channel;
    this.#log = log;
    this.#store = store;
    this.#clock = clock;
  }

  /** Opens the storage. @throws StorageError */
  static async prepare(start: WorkerStart, channel: SupervisorChannel, log: Log): Promise<Worker> {
    const { config } = start;
    const ownLog = addFields(log, { worker: start.number });
    const store = await openSharedStore(config.databaseUrl, {
      ...storeOptions(config, ownLog),
      fileId: start.fileId,
    });
    if (start.isDamaged) store.file?.noteDamage();
    const worker = new Worker(start, channel, ownLog, store, await startServiceClock(store, ownLog));
    // A terminal and a service manager signal all processes of a service, not only the one that was started.
    // Only the supervisor knows whether it was started to survive a hang-up, so a worker ignores that signal.
    stopOnSignal(() => worker.stop(), ownLog, 'ignore');
    return worker;
  }

  /** @throws StartError when the port cannot be had */
  listen(): void {
    const { config, cursorSecret, rateLimitMemory } = this.#start;
    this.#server = startHttpServer({
      config,
      store: this.#store,
      log: this.#log,
      clock: this.#clock.now,
      cursorSecret,
      shared: {
        rateLimitMemory: openSharedMemory(rateLimitMemory),
        measureAll: () => this.#measureAll(),
      },
    });
    setInterval(() => void this.#report(), reportIntervalMs);
  }

  open(): void {
    if (this.#stopping === undefined) this.#server?.open();
  }

  measure(): Measurements {
    return this.#server?.measure() ?? nothing;
  }

  /** Finishes what is under way. */
  stop(): Promise<void> {
    this.#stopping ??= this.#finish();
    return this.#stopping;
  }

  async #finish(): Promise<void> {
    await this.#server?.drain();
    await this.#report();
    await this.#clock.stop();
    await this.#store.close();
  }

  async #report(): Promise<void> {
    if (this.#server === undefined) return;
    const measured = this.#server.measure();
    const found = await this.#channel.request('report', measured, reportTimeoutMs).catch(() => undefined);
    if (found?.isDamaged) this.#store.file?.noteDamage();
  }

  async #measureAll(): Promise<Measurements> {
    try {
      return await this.#channel.request('measureAll', null, measureTimeoutMs);
    } catch (error) {
      throw error instanceof ChannelError ? unavailable(error) : error;
    }
  }
}
