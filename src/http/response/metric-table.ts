interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** How the values of several processes become one; they are added by default. */
  readonly across?: 'min' | 'max';
}

/** Every metric, in the order of the page. docs/operating.md lists the same. */
export const metrics = {
  petstore_build_info: { type: 'gauge', help: 'The release, the database engine and the runtime.', across: 'max' },
  petstore_http_requests_total: { type: 'counter', help: 'Requests by operation and status.' },
  petstore_http_request_duration_seconds: { type: 'histogram', help: 'Time to answer a request, by operation.' },
  petstore_errors_total: { type: 'counter', help: 'Requests that were refused or failed, by error code.' },
  petstore_response_cache_hits_total: { type: 'counter', help: 'Lists answered from the response cache.' },
  petstore_response_cache_misses_total: { type: 'counter', help: 'Lists that had to be read.' },
  petstore_streams_open: { type: 'gauge', help: 'Open event streams.' },
  petstore_photo_uploads_total: {
    type: 'counter',
    help: 'Photos that were processed, by outcome: stored, aborted by the client, or an error code.',
  },
  petstore_photo_decode_duration_seconds: {
    type: 'histogram',
    help: 'Time to decode a photo and to encode its files, without waiting.',
  },
  petstore_photos_waiting: { type: 'gauge', help: 'Photos that wait to be decoded.' },
  petstore_photos_decoding: { type: 'gauge', help: 'Photos that are being decoded.' },
  petstore_photo_bytes_stored_total: { type: 'counter', help: 'Bytes of the files of photos that were stored.' },
  petstore_photo_bytes_served_total: { type: 'counter', help: 'Bytes of the files of photos that were sent.' },
  petstore_storage_available: {
    type: 'gauge',
    help: 'Whether the storage can be used for reads or writes: 1 or 0.',
    across: 'min',
  },
  petstore_writes_waiting: { type: 'gauge', help: 'Writes that are not committed yet.' },
  petstore_commit_duration_seconds: {
    type: 'histogram',
    help: 'Time to commit, on SQLite with the writes themselves.',
  },
  petstore_commit_writes: { type: 'histogram', help: 'Writes that share a commit.' },
  petstore_checkpoint_failures_total: { type: 'counter', help: 'Failed checkpoints of the SQLite file.' },
  petstore_database_damaged: {
    type: 'gauge',
    help: 'Whether a damaged page was found in the SQLite file: 1 or 0.',
    across: 'max',
  },
  petstore_database_connections: { type: 'gauge', help: 'Connections to PostgreSQL: open, and those of them in use.' },
  petstore_database_requests_waiting: {
    type: 'gauge',
    help: 'Reads and writes that wait for a connection to PostgreSQL.',
  },
  petstore_database_connections_lost_total: {
    type: 'counter',
    help: 'Connections to PostgreSQL that ended by themselves.',
  },
  petstore_animals: { type: 'gauge', help: 'Animals in the catalogue, of every status.' },
  petstore_database_bytes: { type: 'gauge', help: 'Size of the database.' },
  petstore_database_free_bytes: { type: 'gauge', help: 'The part of the SQLite file that is free for new data.' },
  petstore_wal_bytes: { type: 'gauge', help: 'Size of the write-ahead log of the SQLite file.' },
  petstore_database_disk_free_bytes: { type: 'gauge', help: 'Free space on the disk of the SQLite file.' },
  petstore_database_measured_timestamp_seconds: {
    type: 'gauge',
    help: 'When the values that describe the database were read.',
  },
  petstore_events_pending: { type: 'gauge', help: 'Events without a sequence number, up to 100,000.' },
  petstore_event_lag_seconds: { type: 'gauge', help: 'Age of the oldest event without a sequence number.' },
  petstore_last_backup_timestamp_seconds: { type: 'gauge', help: 'When the last backup was completed.' },
  petstore_clock_suspect: {
    type: 'gauge',
    help: 'Whether the clock may be wrong, so that inquiries are not erased: 1 or 0.',
  },
  petstore_backup_rotation_held: {
    type: 'gauge',
    help: 'Whether older backups were not removed, because the last one was in doubt: 1 or 0.',
  },
  petstore_inquiries_open: { type: 'gauge', help: 'Open inquiries, of which there can be 5,000, and 4,000 by forms.' },
  petstore_webhooks_paused: { type: 'gauge', help: 'Whether all webhooks are paused: 1 or 0.' },
  petstore_webhook_deliveries: { type: 'gauge', help: 'Deliveries to webhooks that wait, or were given up (dead).' },
  petstore_webhook_deliveries_failing: { type: 'gauge', help: 'Waiting deliveries of which an attempt has failed.' },
  petstore_webhook_oldest_due_seconds: {
    type: 'gauge',
    help: 'For how long the oldest waiting delivery has been due.',
  },
  petstore_workers: { type: 'gauge', help: 'Processes that answer requests.' },
  petstore_worker_restarts_total: { type: 'counter', help: 'Workers that were replaced.' },
  petstore_event_loop_lag_seconds: { type: 'histogram', help: 'How late timers run, measured twice a second.' },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time used, without that of the processes that decode images.',
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory, without that of the processes that decode images.',
  },
  process_open_fds: { type: 'gauge', help: 'Open file descriptors.' },
  process_max_fds: { type: 'gauge', help: 'Limit of open file descriptors of a process.', across: 'min' },
  process_start_time_seconds: { type: 'gauge', help: 'When the service was started.', across: 'min' },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** The metric to which a series belongs. */
export function metricOf(series: string): { name: string; metric: Metric | undefined } {
  const [name = ''] = series.split('{', 1);
  const base = name.replace(/_(bucket|sum|count)$/, '');
  if (isMetric(base) && metrics[base].type === 'histogram') return { name: base, metric: metrics[base] };
  return { name, metric: isMetric(name) ? metrics[name] : undefined };
}

function isMetric(name: string): name is MetricName {
  return Object.hasOwn(metrics, name);
}

/** A series of a metric in the text format, such as `petstore_errors_total{code="not_found"}`. */
export function seriesOf(name: MetricName, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return `${name}{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
