import { lastBackup, rotationObstacle } from '../catalogue/history-rules.ts';
import { maxOpen } from '../homes/inquiries/rules.ts';
import { countOpenInquiries } from '../homes/inquiries/sql.ts';
import { seriesOf } from '../http/response/metric-table.ts';
import { sqlitePath } from '../lib/addresses/database-url.ts';
import { Histogram } from '../lib/histogram.ts';
import { type PeriodicJob, startPeriodicJob } from '../lib/periodic-job.ts';
import { freeBytesAt } from '../lib/system/disk.ts';
import { programVersion } from '../lib/system/program-files.ts';
import { summarizeDeliveries } from '../notify/webhooks/delivery-sql.ts';
import { webhooksPaused } from '../notify/webhooks/sql.ts';
import type { PhotoFiles } from '../photo-files/photo-files.ts';
import { isClockSuspect } from '../record/clock.ts';
import { findFirstPendingEvent, findPendingEvents } from '../record/events/pending-sql.ts';
import { countInInventory } from '../record/inventory/sql.ts';
import type { JobContext } from '../store/jobs.ts';
import { findSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

type Values = Record<string, number>;

const lagIntervalMs = 500;
const lagBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const databaseIntervalMs = 5_000;
/** More pending events are not counted. */
const maxCountedEvents = 100_000;

export function measureBuild(databaseUrl: string): Values {
  const engine = sqlitePath(databaseUrl) === undefined ? 'postgresql' : 'sqlite';
  return { [seriesOf('petstore_build_info', { version: programVersion, engine, runtime: `bun ${Bun.version}` })]: 1 };
}

export function measureStore({
  waiting,
  file,
  metrics,
  assertions,
}: Pick<Store, 'waiting' | 'file' | 'metrics' | 'assertions'>): Values {
  const connections = metrics.connections?.();
  return {
    petstore_writes_waiting: waiting,
    petstore_assertion_failed: Number(assertions.haveFailed),
    ...metrics.commitSeconds.series('petstore_commit_duration_seconds'),
    ...metrics.commitWrites.series('petstore_commit_writes'),
    ...(file && {
      petstore_checkpoint_failures_total: file.checkpointFailures,
      petstore_database_damaged: Number(file.isDamaged),
    }),
    ...(connections && {
      [seriesOf('petstore_database_connections', { state: 'open' })]: connections.open,
      [seriesOf('petstore_database_connections', { state: 'used' })]: connections.used,
      petstore_database_requests_waiting: connections.waiting,
      petstore_database_connections_lost_total: connections.lost,
    }),
  };
}

/** What this process has done with photos. */
export function measurePhotos({ metrics }: PhotoFiles): Values {
  const uploads = [...metrics.uploads].map(
    ([outcome, count]) => [seriesOf('petstore_photo_uploads_total', { outcome }), count] as const,
  );
  return {
    ...Object.fromEntries(uploads),
    ...metrics.decodeSeconds.series('petstore_photo_decode_duration_seconds'),
    petstore_photos_waiting: metrics.waiting,
    petstore_photos_decoding: metrics.decoding,
    petstore_photo_bytes_stored_total: metrics.bytesStored,
    petstore_photo_bytes_served_total: metrics.bytesServed,
  };
}

/** Measures how late timers of this process run. */
export function startLagMeasurement() {
  const histogram = new Histogram(lagBounds);
  let due = performance.now() + lagIntervalMs;
  const timer = setInterval(() => {
    const now = performance.now();
    histogram.observe(Math.max(0, now - due) / 1_000);
    due = now + lagIntervalMs;
  }, lagIntervalMs);
  return { measure: () => histogram.series('petstore_event_loop_lag_seconds'), stop: () => clearInterval(timer) };
}

/** The values that describe the database and not a process. */
export interface DatabaseMetrics extends PeriodicJob {
  /** What was read last. Does not read the database. */
  measure(): Values;
}

export interface DatabaseMetricsOptions extends JobContext {
  databaseUrl: string;
  intervalMs?: number;
}

/** Reads them at intervals, so that a request for metrics does not need the database. */
export function startDatabaseMetrics({
  store,
  databaseUrl,
  log,
  clock,
  intervalMs = databaseIntervalMs,
}: DatabaseMetricsOptions): DatabaseMetrics {
  let values: Values = {};
  const run = async () => {
    values = await readDatabase(store, clock(), sqlitePath(databaseUrl));
  };
  const failure = 'could not read the metrics of the database';
  const job = startPeriodicJob(run, { intervalMs, log, failure, startsAtOnce: true });
  return { measure: () => values, stop: () => job.stop() };
}

async function readDatabase(store: Store, now: number, path: string | undefined): Promise<Values> {
  const { reader } = store;
  const machine = Date.now();
  const [backupAt, pausedBy] = [await findSetting(reader, lastBackup), await findSetting(reader, webhooksPaused)];
  const obstacle = await findSetting(reader, rotationObstacle);
  const pending = await findPendingEvents(reader, maxCountedEvents);
  const oldest = await findFirstPendingEvent(reader);
  const { waiting, failing, dead, oldestDueAt } = await summarizeDeliveries(reader);
  const deliveries = (state: string) => seriesOf('petstore_webhook_deliveries', { state });
  return {
    petstore_database_measured_timestamp_seconds: machine / 1_000,
    petstore_animals: Number(await countInInventory(reader, {})),
    ...(await readSizes(store, path)),
    petstore_events_pending: Number(pending?.count ?? 0n),
    petstore_event_lag_seconds: oldest === undefined ? 0 : Math.max(0, now - Number(oldest.at)) / 1_000,
    ...(backupAt !== undefined && { petstore_last_backup_timestamp_seconds: Number(backupAt) / 1_000 }),
    petstore_clock_suspect: (await isClockSuspect(store, now, machine)) ? 1 : 0,
    petstore_backup_rotation_held: obstacle === undefined ? 0 : 1,
    petstore_inquiries_open: await countOpenInquiries(reader, maxOpen),
    petstore_webhooks_paused: pausedBy === undefined ? 0 : 1,
    [deliveries('waiting')]: waiting,
    [deliveries('dead')]: dead,
    petstore_webhook_deliveries_failing: failing,
    petstore_webhook_oldest_due_seconds: oldestDueAt === undefined ? 0 : Math.max(0, now - oldestDueAt) / 1_000,
  };
}

async function readSizes({ reader, size, file }: Store, path: string | undefined): Promise<Values> {
  const [row] = size === undefined ? [] : await reader.query(size, []);
  if (row !== undefined) return { petstore_database_bytes: Number(row[0]) };
  if (file === undefined || path === undefined) return {};
  const { sizeBytes, freeBytes, walBytes } = file.measure();
  return {
    petstore_database_bytes: sizeBytes,
    petstore_database_free_bytes: freeBytes,
    petstore_wal_bytes: walBytes,
    petstore_database_disk_free_bytes: freeBytesAt(path),
  };
}
