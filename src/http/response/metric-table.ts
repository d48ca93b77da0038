interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** How the values of several processes become one; they are added by default. */
  readonly across?: 'min' | 'max' | undefined;
}

const counter = (help: string): Metric => ({ type: 'counter', help });
const gauge = (help: string, across?: Metric['across']): Metric => ({ type: 'gauge', help, across });
const histogram = (help: string): Metric => ({ type: 'histogram', help });

/** Every metric, in the order of the page. */
export const metrics = {
  petstore_build_info: gauge('The release, the database engine and the runtime.', 'max'),
  petstore_http_requests_total: counter('Requests by operation and status.'),
  petstore_http_request_duration_seconds: histogram('Time to answer a request, by operation.'),
  petstore_errors_total: counter('Requests that were refused or failed, by error code.'),
  petstore_response_cache_hits_total: counter('Lists answered from the response cache.'),
  petstore_response_cache_misses_total: counter('Lists that had to be read.'),
  petstore_streams_open: gauge('Open event streams.'),
  petstore_photo_uploads_total: counter(
    'Photos that were processed, by outcome: stored, aborted by the client, or an error code.',
  ),
  petstore_photo_decode_duration_seconds: histogram('Time to decode a photo and to encode its files, without waiting.'),
  petstore_photos_waiting: gauge('Photos that wait to be decoded.'),
  petstore_photos_decoding: gauge('Photos that are being decoded.'),
  petstore_photo_bytes_stored_total: counter('Bytes of the files of photos that were stored.'),
  petstore_photo_bytes_served_total: counter('Bytes of the files of photos that were sent.'),
  petstore_storage_available: gauge('Whether the storage can be used for reads or writes: 1 or 0.', 'min'),
  petstore_writes_waiting: gauge('Writes that are not committed yet.'),
  petstore_commit_duration_seconds: histogram('Time to commit, on SQLite with the writes themselves.'),
  petstore_commit_writes: histogram('Writes that share a commit.'),
  petstore_checkpoint_failures_total: counter('Failed checkpoints of the SQLite file.'),
  petstore_database_damaged: gauge('Whether the SQLite file has a damaged page, or was overwritten: 1 or 0.', 'max'),
  petstore_assertion_failed: gauge(
    'Whether a write was rolled back because the storage contradicted itself: 1 or 0, until a restart.',
    'max',
  ),
  petstore_database_connections: gauge('Connections to PostgreSQL: open, and those of them in use.'),
  petstore_database_requests_waiting: gauge('Reads and writes that wait for a connection to PostgreSQL.'),
  petstore_database_connections_lost_total: counter('Connections to PostgreSQL that ended by themselves.'),
  petstore_animals: gauge('Animals in the catalogue, of every status.'),
  petstore_database_bytes: gauge('Size of the database.'),
  petstore_database_free_bytes: gauge('The part of the SQLite file that is free for new data.'),
  petstore_wal_bytes: gauge('Size of the write-ahead log of the SQLite file.'),
  petstore_database_disk_free_bytes: gauge('Free space on the disk of the SQLite file.'),
  petstore_database_measured_timestamp_seconds: gauge('When the values that describe the database were read.'),
  petstore_events_pending: gauge('Events without a sequence number, up to 100,000.'),
  petstore_event_lag_seconds: gauge('Age of the oldest event without a sequence number.'),
  petstore_last_backup_timestamp_seconds: gauge('When the last complete backup began.'),
  petstore_certificate_expiry_timestamp_seconds: gauge('When the certificate of this service ends.', 'min'),
  petstore_clock_suspect: gauge('Whether the clock may be wrong, so that inquiries are not erased: 1 or 0.'),
  petstore_backup_rotation_held: gauge(
    'Whether older backups were not removed, because the last one was in doubt: 1 or 0.',
  ),
  petstore_inquiries_open: gauge('Open inquiries, of which there can be 5,000, and 4,000 by forms.'),
  petstore_webhooks_paused: gauge('Whether all webhooks are paused: 1 or 0.'),
  petstore_webhook_deliveries: gauge('Deliveries to webhooks that wait, or were given up (dead).'),
  petstore_webhook_deliveries_failing: gauge('Waiting deliveries of which an attempt has failed.'),
  petstore_webhook_oldest_due_seconds: gauge('For how long the oldest waiting delivery has been due.'),
  petstore_workers: gauge('Processes that answer requests.'),
  petstore_worker_restarts_total: counter('Workers that were replaced.'),
  petstore_event_loop_lag_seconds: histogram('How late timers run, measured twice a second.'),
  process_cpu_seconds_total: counter('Processor time used, without that of the processes that decode images.'),
  process_resident_memory_bytes: gauge('Resident memory, without that of the processes that decode images.'),
  process_open_fds: gauge('Open file descriptors.'),
  process_max_fds: gauge('Limit of open file descriptors of a process.', 'min'),
  process_start_time_seconds: gauge('When the service was started.', 'min'),
};

const byName: ReadonlyMap<string, Metric> = new Map(Object.entries(metrics));

export function metricOf(series: string): { name: string; metric: Metric | undefined } {
  const [name = ''] = series.split('{', 1);
  const base = name.replace(/_(bucket|sum|count)$/, '');
  const known = byName.get(base)?.type === 'histogram' ? base : name;
  return { name: known, metric: byName.get(known) };
}

/** A series of a metric in the text format, such as `petstore_errors_total{code="not_found"}`. */
export function seriesOf(name: keyof typeof metrics, labels: Readonly<Record<string, string>>): string {
  const escaped = (value: string) => value.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return `${name}{${pairs.join(',')}}`;
}
