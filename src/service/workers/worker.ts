import type { Measurements } from '../../http/response/metrics.ts';
import { addFields, type Log } from '../../lib/log.ts';
import { unavailable } from '../../store/errors.ts';
import { openSharedStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { type HttpServer, startHttpServer } from '../http-server.ts';
import { stopOnSignal } from '../stop-signals.ts';
import { type Channel, ChannelError } from './channel.ts';
import type { CommitCount } from './commit-count.ts';
import type { AskedOfSupervisor, AskedOfWorker, WorkerStart } from './messages.ts';
import { SupervisorRateLimiter } from './supervisor-rate-limiter.ts';
import { SupervisorWriter } from './supervisor-writer.ts';

type ToSupervisor = Channel<AskedOfSupervisor, AskedOfWorker>;

export interface WorkerOptions {
  channel: ToSupervisor;
  /** Missing where workers write by themselves. */
  commitCount: CommitCount | undefined;
  log: Log;
}

/** So much of what a worker has counted is lost at most when it is killed. */
const reportIntervalMs = 1_000;
const lastReportWithinMs = 2_000;
const measureWithinMs = 5_000;
const nothing: Measurements = { requests: new Map(), values: {} };

/** One of the processes that answer requests at one port. It does what its supervisor asks. */
export class Worker {
  readonly #start: WorkerStart;
  readonly #channel: ToSupervisor;
  readonly #log: Log;
  readonly #store: Store;
  #serving: HttpServer | undefined;
  #stopping: Promise<void> | undefined;

  private constructor(start: WorkerStart, channel: ToSupervisor, log: Log, store: Store) {
    this.#start = start;
    this.#channel = channel;
    this.#log = log;
    this.#store = store;
  }

  /** Opens the storage. @throws StorageError */
  static async prepare(start: WorkerStart, { channel, commitCount, log }: WorkerOptions): Promise<Worker> {
    const { databaseUrl, databaseConnections, readDatabaseUrl, databaseWaitSeconds } = start.config;
    const writer = commitCount && new SupervisorWriter(channel, commitCount);
    const connecting = {
      connections: databaseConnections,
      readUrl: readDatabaseUrl,
      waitMs: databaseWaitSeconds * 1_000,
    };
    const store = await openSharedStore(databaseUrl, connecting, writer);
    const ownLog = addFields(log, { worker: start.number });
    const worker = new Worker(start, channel, ownLog, store);
    // A terminal and a service manager signal all processes of a service, not only the one that was started.
    // Of a hang-up the supervisor decides, which alone knows whether it was started to survive one.
    stopOnSignal(() => worker.stop(), ownLog, 'ignore');
    return worker;
  }

  /** @throws StartError when the port cannot be had */
  listen(): void {
    const { config, cursorSecret } = this.#start;
    const channel = this.#channel;
    const serving = startHttpServer({
      config,
      store: this.#store,
      log: this.#log,
      cursorSecret,
      shared: {
        rateLimiter: config.rateLimit > 0 ? new SupervisorRateLimiter(config.rateLimit, channel) : undefined,
        measureAll: (own) => measureAll(channel, own),
      },
    });
    this.#serving = serving;
    setInterval(() => void this.#report(), reportIntervalMs);
  }

  open(): void {
    if (this.#stopping === undefined) this.#serving?.open();
  }

  measure(): Measurements {
    return this.#serving?.measure() ?? nothing;
  }

  /** Finishes what is under way. */
  stop(): Promise<void> {
    this.#stopping ??= this.#finish();
    return this.#stopping;
  }

  async #finish(): Promise<void> {
    await this.#serving?.drain();
    await this.#report(lastReportWithinMs);
    await this.#store.close();
  }

  async #report(withinMs?: number): Promise<void> {
    const measured = this.#serving?.measure();
    if (measured === undefined) return;
    await this.#channel.ask('report', measured, withinMs).catch(() => undefined);
  }
}

async function measureAll(channel: ToSupervisor, own: Measurements): Promise<Measurements> {
  try {
    return await channel.ask('measureAll', own, measureWithinMs);
  } catch (error) {
    throw error instanceof ChannelError ? unavailable(error) : error;
  }
}
