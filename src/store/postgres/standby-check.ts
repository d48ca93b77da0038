import { statement } from '../statement.ts';
import { type ConnectionCounts, StorageError } from '../store.ts';
import type { Connection } from './connection.ts';
import { ConnectionPool, noWait } from './connection-pool.ts';
import type { Servers } from './servers.ts';

const startedAt = 'CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000000 AS BIGINT)';

/** The names of standbys have no line breaks: the server replaces what is not printable. */
const readPrimary = statement<
  readonly [
    commit: string,
    names: string,
    connected: string,
    startedAt: bigint,
    loadedAt: string,
    file: string,
    lsn: string,
  ]
>(`
  SELECT current_setting('synchronous_commit'), current_setting('synchronous_standby_names'),
    (SELECT coalesce(string_agg(lower(application_name), chr(10)), '') FROM pg_stat_replication),
    ${startedAt}, CAST(extract(epoch FROM pg_conf_load_time()) AS TEXT),
    pg_walfile_name(pg_current_wal_flush_lsn()), CAST(pg_current_wal_flush_lsn() AS TEXT)`);

/** What the server that is read receives: NULL if nothing, and empty without the right to see it. */
const readServer = statement<
  readonly [isStandby: boolean, startedAt: bigint, source: string | null, hasCaughtUp: boolean]
>(`
  SELECT pg_is_in_recovery(), ${startedAt}, CASE WHEN pid IS NOT NULL THEN coalesce(conninfo, '') END,
    coalesce(received_tli = $1 AND pg_last_wal_replay_lsn() >= CAST($2 AS pg_lsn), false)
  FROM (VALUES (1)) AS one LEFT JOIN pg_stat_wal_receiver ON true`);

/** How long a connection may be used on, after its last check, while the primary cannot be asked. */
const maxAgeMs = 5_000;
const catchUpTimeoutMs = 2_000;
const catchUpIntervalMs = 20;

interface Proof {
  readonly isStandby: boolean;
  readonly name: string;
  /** Start and settings of the primary for which the standby has caught up. */
  readonly settings: string;
  readonly at: number;
}

/**
 * Checks that reads from a server see every acknowledged commit: it is the primary, or a standby that every commit of the
 * primary waits for. Settings of the primary change at any time, so the check is to be repeated.
 */
export type StandbyCheck = Awaited<ReturnType<typeof startStandbyCheck>>;

/** Opens a connection to the primary. @throws Error */
export async function startStandbyCheck(servers: Servers, waitMs: number) {
  const options = { purpose: 'read', size: 1, maxShared: Number.POSITIVE_INFINITY, waitMs } as const;
  const primary = await ConnectionPool.start(servers, options);
  const proofs = new WeakMap<Connection, Proof>();
  return {
    get counts(): ConnectionCounts {
      return primary.counts;
    },
    /** Returns whether the server is a standby. @throws Error when it could miss commits, or when that is unknown for too long */
    async check(connection: Connection): Promise<boolean> {
      const known = proofs.get(connection);
      try {
        const proof = await prove(primary, connection, known);
        proofs.set(connection, proof);
        return proof.isStandby;
      } catch (error) {
        const isKnown = known !== undefined && performance.now() - known.at < maxAgeMs;
        if (isKnown && !(error instanceof StorageError)) return known.isStandby;
        throw error;
      }
    },
    close: () => primary.close(),
  };
}

async function prove(pool: ConnectionPool, connection: Connection, known: Proof | undefined): Promise<Proof> {
  const at = performance.now();
  const [primary] = await pool.use((connected) => connected.query(readPrimary, []), { since: noWait });
  if (primary === undefined) throw new Error('the primary did not respond');
  const [commit, names, connected, primaryStartedAt, loadedAt, file, lsn] = primary;
  // The name of a segment begins with its timeline.
  const timeline = BigInt(`0x${file.slice(0, 8)}`);
  const settings = `${primaryStartedAt} ${loadedAt}`;
  for (;;) {
    const [server] = await connection.query(readServer, [timeline, lsn]);
    if (server === undefined) throw new Error('the server did not respond');
    const [isStandby, serverStartedAt, source, hasCaughtUp] = server;
    if (!isStandby) {
      if (serverStartedAt === primaryStartedAt) return { isStandby, name: '', settings, at };
      throw new StorageError('it is not a standby, and not the server that writes go to');
    }
    // One that has lost its primary shows no name, and commits wait for it under the last one.
    const name = source === null ? known?.name : readName(source);
    requireAppliedCommits(name, { commit, names, connected });
    // What was acknowledged before the settings were such need not be there.
    if (known?.settings === settings || hasCaughtUp) return { isStandby, name, settings, at };
    if (performance.now() - at > catchUpTimeoutMs) throw new StorageError('it has not caught up with the primary');
    await Bun.sleep(catchUpIntervalMs);
  }
}

/** @throws StorageError unless the primary acknowledges a commit only when the standby shows it */
function requireAppliedCommits(
  name: string | undefined,
  { commit, names, connected }: { commit: string; names: string; connected: string },
): asserts name is string {
  if (commit !== 'remote_apply') {
    throw new StorageError(`reading from standbys needs synchronous_commit = remote_apply, and it is ${commit}`);
  }
  if (name === undefined) throw new StorageError('it receives no changes from a primary');
  if (name === '') {
    throw new StorageError('its role must be allowed to see which standby it is: GRANT pg_read_all_stats TO that role');
  }
  if (!alwaysAwaited(names).includes(name)) {
    throw new StorageError(
      `commits need not wait for the standby "${name}": synchronous_standby_names is '${names}', and must list all ` +
        "standbys that are read and wait for all that it lists, as in 'ANY 2 (a, b)'",
    );
  }
  if (connected.split('\n').filter((other) => other === name).length > 1) {
    throw new StorageError(`several standbys have the name "${name}" (application_name)`);
  }
}

/** The name of a standby, in lower case, from the connection string that its server shows; values are not quoted in it. */
function readName(source: string): string {
  const find = (key: string) => new RegExp(`(?:^| )${key}=(.*?)(?= \\w+=|$)`).exec(source)?.[1];
  return (find('application_name') ?? find('fallback_application_name') ?? '').toLowerCase();
}

/**
 * The standbys that every commit waits for, whichever are connected: all in the list, or none if fewer are enough.
 * @param names `synchronous_standby_names`: a list, or `FIRST n (list)`, `ANY n (list)`, `n (list)`
 */
export function alwaysAwaited(names: string): string[] {
  const [, count, list = names] = /^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\((.*)\)\s*$/is.exec(names) ?? [];
  const listed = [...list.matchAll(/"((?:[^"]|"")*)"|[^\s,"]+/g)].map(([bare, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? bare).toLowerCase(),
  );
  return Number(count ?? 1) < listed.length || listed.includes('*') ? [] : listed;
}
