import { lookup } from 'node:dns/promises';
import {
  type PostgresAddress,
  renewCredentials,
  type ServerAddress,
  serverName,
} from '../../lib/addresses/database-url.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { statement } from '../statement.ts';
import { Connection, type Purpose, type ServerRole } from './connection.ts';
import { ConnectionLost, explainToOperator, failureKind, isLoginRefused } from './failures.ts';

const retryIntervalMs = 100;
const lookupTimeoutMs = 500;
/** After a refused login: servers log these, and some shut out who repeats them. */
const refusedIntervalMs = 1_000;
/** At a start there is nothing else to do, and a loaded machine may need seconds for its connections. */
const startTimeoutMs = 10_000;
/** Later, another server may be the one to use. Grows with each attempt up to `startTimeoutMs`. */
const reopenTimeoutMs = 2_000;
/** How often a standby is looked for while the primary is read. */
const seekIntervalMs = 10_000;
const findActive = statement<readonly [pid: bigint]>(
  "SELECT CAST(pid AS BIGINT) FROM pg_stat_activity WHERE state = 'active'",
);

/** How long a search waits for other servers when one has the role. */
const settleMs = 500;
/** The name of a segment of the write-ahead log begins with the timeline, in eight digits, which a promotion increases. */
const readTimeline = statement<readonly [file: string]>('SELECT pg_walfile_name(pg_current_wal_flush_lsn())');
/** Those that wait for a standby come last: when their wait ends, others see what they have not committed. */
const endOtherSessions = statement<readonly [boolean]>(`
  SELECT pg_terminate_backend(pid) FROM
    (SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND usename = current_user
     ORDER BY wait_event IS NOT DISTINCT FROM 'SyncRep') AS other`);

export interface ServerOptions {
  /** Whether the commits of writes wait until the synchronous standbys show them. */
  appliesCommits?: boolean;
  /** What a server must pass, besides its role. Returns whether it is a standby, which is preferred. */
  check?: ((connection: Connection) => Promise<boolean>) | undefined;
}

/**
 * The servers of a database URL. Chooses one that has the role, and another one when that fails. All servers are tried at
 * the same time, so that one that does not respond hardly delays the others, and the first with the role is chosen, or of two
 * primaries the one that was promoted last.
 */
export class Servers {
  #address: PostgresAddress;
  readonly #moveListeners: ((server: ServerAddress) => void)[] = [];
  readonly #role: ServerRole;
  readonly #options: ServerOptions;
  #chosen: ServerAddress | undefined;
  #last: ServerAddress | undefined;
  #search: Promise<ServerAddress | undefined> | undefined;
  #failure: Error | undefined;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #soughtAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(address: PostgresAddress, role: ServerRole, options: ServerOptions = {}) {
    this.#address = address;
    this.#role = role;
    this.#options = options;
  }

  /** Why the last server could not be used; `undefined` when another one is chosen. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** The listener is called when another server is chosen. */
  onMove(listener: (server: ServerAddress) => void): void {
    this.#moveListeners.push(listener);
  }

  /**
   * Opens a connection to the chosen server. If there is none, tries every server once, and chooses the first with the role.
   * Does not retry. @throws Error with the reason of each server
   */
  async open(purpose: Purpose, openTimeoutMs = startTimeoutMs): Promise<Connection> {
    const server = this.#chosen;
    return server === undefined
      ? await this.#openFirst(purpose, openTimeoutMs)
      : await this.#connect(server, purpose, openTimeoutMs);
  }

  /** Opens a connection to the chosen server. Retries until it succeeds; `undefined` after `close`. */
  openWithRetry(purpose: Purpose): Promise<Connection | undefined> {
    return this.#retry(async (openTimeoutMs) => {
      const server = this.#chosen ?? (await this.#chooseWithRetry());
      try {
        return server && (await this.#connect(server, purpose, openTimeoutMs));
      } catch (error) {
        if (this.#chosen === server) this.#chosen = undefined;
        throw error;
      }
    });
  }

  /**
   * The active sessions at the chosen server: none if it cannot be reached, `undefined` if it does not accept the
   * connection, as when it has too many.
   */
  async findActiveSessions(): Promise<Set<bigint | undefined> | undefined> {
    try {
      using connection = await this.open('read', reopenTimeoutMs);
      const sessions = await connection.query(findActive, []);
      return new Set(sessions.map(([pid]) => pid));
    } catch (error) {
      return failureKind(error) === 'broken' ? undefined : new Set();
    }
  }

  /** Repeats the check of connections, and closes those that fail. While they are to the primary, looks for a standby. */
  async recheck(connections: Iterable<Connection>): Promise<void> {
    const { check } = this.#options;
    if (check === undefined) return;
    let readsPrimary = false;
    for (const connection of [...connections]) {
      try {
        readsPrimary = !(await check(connection));
      } catch (error) {
        this.#failure = asError(error);
        connection.close();
      }
    }
    if (!readsPrimary || performance.now() - this.#soughtAt < seekIntervalMs) return;
    this.#soughtAt = performance.now();
    const others = this.#address.servers.filter((server) => server !== this.#chosen);
    const close = (standby: Connection) => standby.close();
    if (others.length > 0) await this.#openFirst('read', reopenTimeoutMs, others, true).then(close, () => undefined);
  }

  /** A connection to the primary was lost: another server may have been promoted. */
  reconsider(): void {
    if (this.#role === 'primary' && this.#address.servers.length > 1) this.#chosen = undefined;
  }

  /** For when a standby may have been promoted although the primary was not stopped. */
  async leaveReplacedPrimary(openTimeoutMs = reopenTimeoutMs): Promise<void> {
    const { servers } = this.#address;
    if (this.#chosen === undefined || servers.length === 1) return;
    const tried = await Promise.allSettled(servers.map((server) => this.#connect(server, 'read', openTimeoutMs)));
    const primaries = valuesOf(tried);
    const newest = await leaveOlder(primaries);
    if (newest !== undefined) this.#setChosen(newest.server);
    for (const primary of primaries) primary.close();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #connect(
    server: ServerAddress,
    purpose: Purpose,
    openTimeoutMs: number,
    needsStandby = false,
  ): Promise<Connection> {
    const { check, appliesCommits = false } = this.#options;
    const checkAll = async (connection: Connection) => {
      const isStandby = await check?.(connection);
      if (needsStandby && isStandby !== true) throw new ConnectionLost('it is no standby');
    };
    const applies = appliesCommits && purpose === 'write';
    const options = { purpose, role: this.#role, openTimeoutMs, appliesCommits: applies, check: checkAll };
    return await this.#logIn((address) => Connection.open(address, server, options));
  }

  /** Tries again at once if the credentials that the server refuses have been replaced, otherwise not so soon. */
  async #logIn(open: (address: PostgresAddress) => Promise<Connection>): Promise<Connection> {
    const address = this.#address;
    try {
      return await open(address);
    } catch (error) {
      if (!isLoginRefused(error)) throw error;
      const current = renewCredentials(address);
      if (current === address) {
        this.#refusedAt = performance.now();
        throw error;
      }
      this.#address = current;
      return await open(current);
    }
  }

  async #openFirst(
    purpose: Purpose,
    openTimeoutMs: number,
    servers = this.#address.servers,
    needsStandby = false,
  ): Promise<Connection> {
    const attempts = servers.map((server) => this.#connect(server, purpose, openTimeoutMs, needsStandby));
    try {
      const first = await this.#pick(attempts, await Promise.any(attempts));
      this.#setChosen(first.server);
      const closeOther = async (opened: Connection) => {
        if (opened === first) return;
        opened.close();
        // Another primary: if it responded too late to be compared, it may be the one that was promoted.
        if (this.#role === 'primary') await this.leaveReplacedPrimary(startTimeoutMs);
      };
      for (const attempt of attempts) attempt.then(closeOther).catch(() => undefined);
      return first;
    } catch (cause) {
      const reasons = cause instanceof AggregateError ? cause.errors : [cause];
      const explained = servers.map(
        async (server, index) =>
          `${serverName(server)}: ${(await findNoHost(server)) ?? explainToOperator(reasons[index])}`,
      );
      const messages = await Promise.all(explained);
      throw new Error(messages.join('; '), { cause });
    }
  }

  /** Another one than the first, if several take themselves for the primary and respond soon enough. */
  async #pick(attempts: readonly Promise<Connection>[], first: Connection): Promise<Connection> {
    if (this.#role !== 'primary' || attempts.length === 1) return first;
    const late = Bun.sleep(settleMs).then(() => Promise.reject(new ConnectionLost('it responds late')));
    const tried = await Promise.allSettled(attempts.map((attempt) => Promise.race([attempt, late])));
    return (await leaveOlder(valuesOf(tried))) ?? first;
  }

  /** Concurrent calls share one search. */
  #chooseWithRetry(): Promise<ServerAddress | undefined> {
    const choose = async (openTimeoutMs: number) => {
      using connection = await this.#openFirst('read', openTimeoutMs);
      return connection.server;
    };
    this.#search ??= this.#retry(choose).finally(() => (this.#search = undefined));
    return this.#search;
  }

  async #retry<Result>(attempt: (openTimeoutMs: number) => Promise<Result>): Promise<Result | undefined> {
    for (let timeoutMs = reopenTimeoutMs; !this.#isClosed; timeoutMs = Math.min(2 * timeoutMs, startTimeoutMs)) {
      try {
        return await attempt(timeoutMs);
      } catch (error) {
        this.#failure = asError(error);
        // With jitter, so that many nodes do not retry at the same time.
        const isRefused = performance.now() - this.#refusedAt < refusedIntervalMs;
        await Bun.sleep((isRefused ? refusedIntervalMs : retryIntervalMs) * (0.5 + Math.random()));
      }
    }
    return undefined;
  }

  #setChosen(server: ServerAddress): void {
    const hasMoved = this.#last !== undefined && this.#last !== server;
    this.#chosen = server;
    this.#last = server;
    if (hasMoved) for (const listener of this.#moveListeners) listener(server);
    this.#failure = undefined;
  }
}

function valuesOf<Value>(results: readonly PromiseSettledResult<Value>[]): Value[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/**
 * Of several primaries the one that was promoted last; `undefined` if there is only one. Ends the sessions of all nodes at the
 * others, which would read what is out of date there: they then choose again.
 */
async function leaveOlder(primaries: readonly Connection[]): Promise<Connection | undefined> {
  if (primaries.length === 1) return undefined;
  const asked = primaries.map(async (primary) => {
    const [row] = await primary.query(readTimeline, []);
    return { primary, timeline: row?.[0].slice(0, 8) ?? '' };
  });
  const known = valuesOf(await Promise.allSettled(asked));
  const newest = known.toSorted((one, other) => one.timeline.localeCompare(other.timeline)).at(-1);
  const older = known.filter(({ timeline }) => timeline !== newest?.timeline);
  if (older.length === 0) return undefined;
  await Promise.allSettled(older.map(({ primary }) => primary.query(endOtherSessions, [])));
  return newest?.primary;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The driver does not tell a name that nobody knows from a server that refuses. */
async function findNoHost({ host }: ServerAddress): Promise<string | undefined> {
  const found = lookup(host.replace(/^\[|\]$/g, '')).catch(errorCodeOf);
  return (await Promise.race([found, Bun.sleep(lookupTimeoutMs)])) === 'ENOTFOUND' ? 'no such host' : undefined;
}
