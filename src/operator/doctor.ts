import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { lastBackup, rotationObstacle } from '../catalogue/history-rules.ts';
import { type Config, urlVariable } from '../config/config.ts';
import { ServiceError } from '../errors/service-error.ts';
import { countDescriptors } from '../http/response/process-metrics.ts';
import { sqlitePath } from '../lib/addresses/database-url.ts';
import { messageOf, StartError } from '../lib/errors.ts';
import { explainRefusal, measureFlush } from '../lib/system/disk.ts';
import { dayMs } from '../lib/timestamp.ts';
import { firstKeyPath } from '../server/admin-key.ts';
import { endOfCertificate, warningDays } from '../server/listening/certificate-watch.ts';
import { openStore, planMigration, requireOwnSchema } from '../store/open-store.ts';
import { postgresSettings } from '../store/postgres/dialect.ts';
import { findSetting } from '../store/settings.ts';
import { statement } from '../store/statement.ts';
import type { Store } from '../store/store.ts';
import { type Row, tables } from '../store/tables.ts';
import { checkClock, checkDisk } from './check-database.ts';
import type { Finding } from './finding.ts';
import { examinePhotos } from './photo-files.ts';

const maxBackupDays = 2;
const slowFlushMs = 100;
const maxFlushMs = 5_000;
/** A connection needs one descriptor, and the service some dozens for itself. */
const minDescriptors = 4_096;

/**
 * Examines the configuration and the machine on which the service runs. Changes nothing.
 * @param ignoredVariables the variables of the environment that look like settings and are none
 */
export async function* examine(config: Config, ignoredVariables: readonly string[]): AsyncGenerator<Finding> {
  yield checkSettings(ignoredVariables);
  yield checkAddress(config);
  yield checkProxies(config);
  const keyFile = firstKeyPath(config.databaseUrl);
  if (keyFile !== undefined && existsSync(keyFile)) {
    const detail = `${keyFile} has the first API key; store it elsewhere, and delete the file`;
    yield { name: 'key', state: 'warning', detail };
  }
  if (config.tls !== undefined) yield checkCertificate(config.tls.cert);
  yield checkDescriptors();
  if (config.workers > 1) yield checkTemporaryFolder();
  const path = sqlitePath(config.databaseUrl);
  if (path !== undefined && !(yield* checkFiles(path))) return;
  yield* checkDatabase(config, path);
}

function checkSettings(ignored: readonly string[]): Finding {
  const name = 'settings';
  if (ignored.length === 0) return { name, state: 'ok', detail: 'they can be used' };
  const detail = `they can be used; these variables are ignored, because there are no such settings: ${ignored.join(', ')}`;
  return { name, state: 'warning', detail };
}

function checkAddress({ host, urls, environment }: Config): Finding {
  const name = 'address';
  if (!['0.0.0.0', '::'].includes(host) || urls[environment] !== undefined) {
    return { name, state: 'ok', detail: 'links in responses have an address that clients can use' };
  }
  return {
    name,
    state: 'warning',
    detail: `links in responses name ${host}; set ${urlVariable(environment)} to the public address`,
  };
}

function checkProxies({ urls, environment, trustedProxies }: Config): Finding {
  const name = 'proxies';
  if (trustedProxies.length > 0) return { name, state: 'ok', detail: `${trustedProxies.length} networks are trusted` };
  if (urls[environment] === undefined) return { name, state: 'ok', detail: 'none is trusted' };
  const detail =
    'none is trusted: all clients of a proxy share one limit, and those of a proxy on this machine have none; set ' +
    'PETSTORE_TRUSTED_PROXIES behind one';
  return { name, state: 'warning', detail };
}

function checkCertificate(pem: string): Finding {
  const validTo = endOfCertificate(pem);
  const days = (validTo.getTime() - Date.now()) / dayMs;
  const state = days < 0 ? 'error' : days < warningDays[0] ? 'warning' : 'ok';
  const advice = state === 'ok' ? '' : '; renew it, the service reads the files again by itself';
  return { name: 'TLS', state, detail: `the certificate is valid until ${validTo.toISOString()}${advice}` };
}

function checkDescriptors(): Finding {
  const name = 'files';
  const { max } = countDescriptors();
  if (max === undefined) return { name, state: 'ok', detail: 'the system does not tell the limit of open files' };
  const detail = `at most ${max} files and connections can be open in a process`;
  if (max >= minDescriptors) return { name, state: 'ok', detail };
  return { name, state: 'warning', detail: `${detail}; raise it with ulimit -n or LimitNOFILE` };
}

function checkTemporaryFolder(): Finding {
  const name = 'memory';
  for (const folder of ['/dev/shm', tmpdir()]) {
    try {
      rmdirSync(mkdtempSync(join(folder, 'petstore-doctor-')));
      return { name, state: 'ok', detail: `workers can share memory in ${folder}` };
    } catch {}
  }
  return { name, state: 'error', detail: `workers need ${tmpdir()} or /dev/shm to share memory; make one writable` };
}

/** Returns whether the disk answers: else the database could not be opened for as long. */
async function* checkFiles(path: string): AsyncGenerator<Finding, boolean> {
  const folder = dirname(resolve(path));
  const place = existsSync(path) ? path : folder;
  if (!existsSync(place)) return true;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    accessSync(place, constants.W_OK);
  } catch (error) {
    yield { name: 'rights', state: 'error', detail: explainRefusal(error, place) ?? messageOf(error) };
    return true;
  }
  const isOpen = existsSync(path) && (statSync(path).mode & 0o077) !== 0;
  yield isOpen
    ? { name: 'rights', state: 'warning', detail: `other users can read ${path}, which has secrets; chmod 600 ${path}` }
    : { name: 'rights', state: 'ok', detail: `only this user can use ${place}` };
  if (existsSync(path)) yield checkDisk(path);
  const took = await measureFlush(folder, maxFlushMs).catch(messageOf);
  yield describeFlush(folder, took);
  return took !== undefined;
}

/** @param took milliseconds, or what the system says; `undefined` when it took too long */
function describeFlush(folder: string, took: number | string | undefined): Finding {
  const name = 'flush';
  const advice = 'look at the disk ("df -h", "iostat -x 1", "dmesg")';
  if (typeof took === 'string') {
    return { name, state: 'error', detail: `the disk stores nothing in ${folder} (${took}); ${advice}` };
  }
  const time = took === undefined ? `more than ${maxFlushMs / 1_000} s` : `${took.toFixed(1)} ms`;
  const detail = `the disk takes ${time} to store something, and each commit waits for that`;
  if (took !== undefined && took < slowFlushMs) return { name, state: 'ok', detail };
  return { name, state: took === undefined ? 'error' : 'warning', detail: `${detail}; ${advice}` };
}

async function* checkDatabase(config: Config, path: string | undefined): AsyncGenerator<Finding> {
  const plan = await planMigration(config.databaseUrl).catch((error) => explain(error));
  if ('detail' in plan) return yield plan;
  const { from, to } = plan;
  if (from === 0) {
    const mayCreate = config.newDatabase === 'create';
    const next = mayCreate
      ? 'the service makes one'
      : 'the service does not start: PETSTORE_NEW_DATABASE says not to make one';
    yield { name: 'schema', state: mayCreate ? 'ok' : 'error', detail: `there is no database yet; ${next}` };
    return yield await examinePhotos(config.media, 'new');
  }
  if (from !== to) {
    const detail = `version ${from}; "petstore migrate" or the next start brings it to ${to}`;
    yield { name: 'schema', state: 'warning', detail };
    return yield await examinePhotos(config.media, 'older');
  }
  const foreign = await requireOwnSchema(config.databaseUrl).then(() => undefined, explain);
  yield foreign === undefined
    ? { name: 'schema', state: 'ok', detail: `version ${to}` }
    : { name: 'schema', state: 'warning', detail: `${foreign.detail}; backups fail meanwhile` };
  try {
    await using store = await openStore(config.databaseUrl, { writesInline: true });
    yield await checkData(store);
    yield await checkClock(store);
    if (path === undefined) yield* checkServer(store, config);
    yield await examinePhotos(config.media, store);
    yield await checkBackup(store);
  } catch (error) {
    yield explain(error);
  }
}

/** @throws whatever is no failure of the storage */
function explain(error: unknown): Finding {
  const failure = error instanceof ServiceError ? error.cause : error;
  if (!(failure instanceof StartError)) throw error;
  return { name: 'database', state: 'error', detail: failure.message };
}

/** Reads so little that it takes no time. @throws ServiceError `unavailable` when that is damaged */
async function checkData({ reader }: Store): Promise<Finding> {
  for (const { name, key } of tables()) {
    for (const direction of ['', ' DESC']) {
      const order = key.map((column) => column + direction).join(', ');
      await reader.query(statement<Row>(`SELECT * FROM ${name} ORDER BY ${order} LIMIT 1`), []);
    }
  }
  const detail = 'the first and the last row of every table can be read; "petstore check" reads all of them';
  return { name: 'data', state: 'ok', detail };
}

async function* checkServer({ reader }: Store, { workers, databaseConnections }: Config): AsyncGenerator<Finding> {
  const [row] = await reader.query(postgresSettings, []);
  const [fsync, fullPages, commit, standbys, connections, connected] = row ?? [];
  const isDurable = fsync === 'on' && fullPages === 'on';
  yield {
    name: 'server',
    state: isDurable ? 'ok' : 'error',
    detail: `fsync = ${fsync}, full_page_writes = ${fullPages}${isDurable ? '' : '; set both to on, or a crash of the server loses or damages data'}`,
  };
  yield describeStandbys(standbys, commit, connected);
  const needed = workers * databaseConnections + (workers > 1 ? 4 : 0);
  const isEnough = needed < Number(connections);
  const advice = isEnough ? '' : '; raise max_connections or lower PETSTORE_DATABASE_CONNECTIONS';
  const detail = `this node opens ${needed} of the ${connections} connections of the server${advice}`;
  yield { name: 'pool', state: isEnough ? 'ok' : 'error', detail };
}

function describeStandbys(
  names: string | undefined,
  commit: string | undefined,
  connected: bigint | undefined,
): Finding {
  const name = 'standbys';
  if (names === '') {
    return { name, state: 'warning', detail: 'none is synchronous: a fail-over can lose acknowledged writes' };
  }
  const detail = `synchronous: ${names}, with synchronous_commit = ${commit}`;
  if (connected !== 0n) return { name, state: 'ok', detail };
  const advice = 'start it, or change synchronous_standby_names';
  return { name, state: 'error', detail: `${detail}, but none is connected, and each commit waits for it; ${advice}` };
}

async function checkBackup({ reader }: Store): Promise<Finding> {
  const at = await findSetting(reader, lastBackup);
  if (at === undefined) {
    return { name: 'backup', state: 'warning', detail: 'none was made with "petstore backup"; see docs/backup.md' };
  }
  const days = Math.floor((Date.now() - Number(at)) / dayMs);
  const obstacle = await findSetting(reader, rotationObstacle);
  const faults = [days < 0 ? 'that is in the future; was the clock wrong?' : undefined, obstacle].filter(
    (fault) => fault !== undefined,
  );
  const state = days > maxBackupDays || faults.length > 0 ? 'warning' : 'ok';
  const detail = [`the last one is of ${new Date(Number(at)).toISOString()}`, ...faults].join('; ');
  return { name: 'backup', state, detail };
}
