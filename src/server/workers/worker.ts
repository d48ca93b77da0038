import type { Measurements } from '../../http/response/metrics.ts';
import { addFields, type Log } from '../../lib/log.ts';
import { openSharedStore } from '../../store/open-store.ts';
import { unavailable } from '../../store/storage-errors.ts';
import { startServiceClock } from '../clock.ts';
import { type HttpServer, startHttpServer } from '../listening/http-server.ts';
import { followTimeZone } from '../shelter-zone.ts';
import { stopOnSignal } from '../stop-signals.ts';
import { storeOptions } from '../storage-monitor.ts';
import { type Channel, ChannelError } from './channel.ts';
import {
  elsewhere,
  type Findings,
  type SupervisorRequests,
  type WorkerRequests,
  type WorkerStart,
} from './messages.ts';
import { openSharedMemory } from './shared-memory.ts';

/** A worker that is killed takes with it what it has counted since its last report. */
const reportIntervalMs = 1_000;
const reportTimeoutMs = 2_000;
const measureTimeoutMs = 5_000;

/** One of the processes that answer requests at one port. It does what its supervisor requests. */
export interface Worker {
  /** @throws StartError when the port cannot be had */
  listen(): void;
  open(): void;
  measure(): Measurements;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

/** Opens the storage. @throws StorageError */
export async function prepareWorker(
  { number, config, cursorSecret, rateLimitMemory, fileId, findings }: WorkerStart,
  channel: Channel<SupervisorRequests, WorkerRequests>,
  standardLog: Log,
): Promise<Worker> {
  const log = addFields(standardLog, { worker: number });
  const store = await openSharedStore(config.databaseUrl, { ...storeOptions(config, log), fileId });
  const note = ({ isDamaged, haveAssertionsFailed }: Findings) => {
    if (isDamaged) store.file?.noteDamage();
    if (haveAssertionsFailed) store.assertions.fail(elsewhere);
  };
  note(findings);
  const clock = await startServiceClock(store, log);
  const zone = await followTimeZone(store, log);
  let server: HttpServer | undefined;
  let stopping: Promise<void> | undefined;

  async function report(): Promise<void> {
    if (server === undefined) return;
    const found = await channel.request('report', server.measure(), reportTimeoutMs).catch(() => undefined);
    if (found !== undefined) note(found);
  }

  async function measureAll(): Promise<Measurements> {
    try {
      return await channel.request('measureAll', null, measureTimeoutMs);
    } catch (error) {
      throw error instanceof ChannelError ? unavailable(error) : error;
    }
  }

  async function finish(): Promise<void> {
    await server?.drain();
    await report();
    await Promise.all([clock.stop(), zone.stop()]);
    await store.close();
  }

  const worker: Worker = {
    listen() {
      const shared = { rateLimitMemory: openSharedMemory(rateLimitMemory), measureAll };
      const parts = { config, store, log, clock: clock.now, timeZone: zone.current };
      server = startHttpServer({ ...parts, cursorSecret, shared });
      setInterval(() => void report(), reportIntervalMs);
    },
    open() {
      if (stopping === undefined) server?.open();
    },
    measure: () => server?.measure() ?? {},
    stop() {
      stopping ??= finish();
      return stopping;
    },
  };
  // A terminal and a service manager signal all processes of a service, not only the one that was started.
  // Only the supervisor knows whether it was started to survive a hang-up, so a worker ignores that signal.
  stopOnSignal(() => worker.stop(), log, 'ignore');
  return worker;
}
