import type { ServiceError } from '../../errors/service-error.ts';
import type { ServerAddress } from '../../lib/addresses/database-url.ts';
import type { GivenIds } from '../assertions.ts';
import { statement } from '../statement.ts';
import { maxWaiting, overloaded, tooManyWaiting, unavailable } from '../storage-errors.ts';
import { type ConnectionCounts, createCommitMetrics, StorageError } from '../store.ts';
import type { Connection, Purpose } from './connection.ts';
import { failureKind, hasConflicted, sharedSession, translateFailure } from './failures.ts';
import { LockQueue } from './lock-queue.ts';
import { RetryPolicy } from './retry-policy.ts';
import type { Servers } from './servers.ts';
import { areCommitsBlocked, closeUnresponsive } from './unresponsive-connections.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

export interface PoolOptions {
  purpose: Purpose;
  size: number;
  /** How many requests may share a connection at the same time. */
  maxShared: number;
  /** How long a request waits while no connection is open, and repeats work whose connection is lost. */
  waitMs: number;
}

export interface UseOptions {
  /** The time since which the work waits, if it does. */
  since?: number | undefined;
  /** Whether a write that meets a lock is repeated; by default it is. */
  waitsForLocks?: boolean;
  /** The name of a command that writes. Its writes take turns, from the first attempt on while such writes conflict. */
  command?: string;
}

/** How work is tried; see {@link ConnectionPool.use}. */
type Attempt = 'at once' | 'in turn' | 'with patience';

/** `takesTurn`: it is to wait for the work of other nodes that takes turns. */
type Work<Result> = (connection: Connection, takesTurn: boolean) => Promise<Result>;

interface ConnectionWaiter extends Waiter {
  resolve(connection: Connection): void;
}

/** The minimum time that a request waits while connections are open and all in use. */
const busyWaitMs = 5_000;
const minLockWaitMs = 100;
/** How long after a conflict the writes of a command take turns. */
const contendedMs = 1_000;
const checkIntervalMs = 1_000;

/** For {@link ConnectionPool.use}: do not wait for a connection. */
export const noWait = Number.NEGATIVE_INFINITY;

const readSession = statement<readonly [pid: bigint]>('SELECT CAST(pg_backend_pid() AS BIGINT)');

/** A pool of a fixed number of connections to the current server. Lost connections are replaced. */
export class ConnectionPool {
  readonly #servers: Servers;
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #queue = new WaitQueue<ConnectionWaiter>((since) => this.waitError(since));
  readonly #lockQueue: LockQueue;
  readonly #turns = new LockQueue(1, (since) => this.waitError(since));
  /** When writes of a command have last met a conflict. */
  readonly #conflictedAt = new Map<string, number>();
  readonly #checkTimer: Timer;
  readonly commits = createCommitMetrics();
  readonly givenIds: GivenIds = new Map();
  #lost = 0;
  /** When the last connection was lost, while none is open. */
  #noneOpenSince = performance.now();
  /** Connections are rechecked one at a time, also when a server takes long to respond. */
  #rechecking: Promise<void> | undefined;
  #leaving: Promise<void> | undefined;
  #isClosed = false;

  private constructor(servers: Servers, options: PoolOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#lockQueue = new LockQueue(Math.max(1, Math.floor(options.size / 4)), (since) => this.waitError(since));
    this.#checkTimer = setInterval(() => {
      for (const { pendingCommit } of this.#open) if (pendingCommit !== undefined) pendingCommit.checks++;
      void closeUnresponsive(this.#open, servers);
      if (areCommitsBlocked(this.#open))
        this.#leaving ??= servers.leaveReplacedPrimary().finally(() => (this.#leaving = undefined));
      this.#rechecking ??= servers.recheck(this.#open).finally(() => (this.#rechecking = undefined));
    }, checkIntervalMs);
    servers.onMove((server) => this.#closeOthers(server));
  }

  /**
   * Opens all connections, or all others if it is given the first, which it closes in the end.
   * @throws Error when one cannot be opened; then all are closed
   */
  static async start(servers: Servers, options: PoolOptions, given?: Connection): Promise<ConnectionPool> {
    // The first finds the server to which all are opened.
    const first = given ?? (await servers.open(options.purpose));
    const pool = new ConnectionPool(servers, options);
    void pool.#maintain(first);
    const opening = Array.from({ length: options.size - 1 }, () => servers.open(options.purpose));
    const opened = await Promise.allSettled(opening);
    for (const result of opened) if (result.status === 'fulfilled') void pool.#maintain(result.value);
    try {
      for (const result of opened) if (result.status === 'rejected') throw result.reason;
      await refuseSharedSessions(pool.#open);
      return pool;
    } catch (error) {
      pool.close();
      throw error;
    }
  }

  /**
   * Does work on a connection. It is repeated after a conflict, and on another connection if its connection was lost
   * ({@link RetryPolicy}); work that may have been committed must therefore throw another error.
   *
   * After a conflict a command takes turns with all others that have met one, on all nodes. A read, which holds up nobody,
   * is repeated after a pause. A write that meets a lock fails after a moment. It is repeated with more patience, but on no
   * more than a quarter of the connections: the others stay free for writes that do not need the lock.
   * @throws ServiceError `unavailable` when no connection was open for too long, `overloaded` when none became free, or
   *   the translated failure of the work
   */
  async use<Result>(
    work: Work<Result>,
    { since, waitsForLocks = this.#options.purpose === 'write', command }: UseOptions = {},
  ): Promise<Result> {
    const retries = new RetryPolicy(since === noWait ? 0 : this.#options.waitMs);
    let waitingSince = since;
    let attempt: Attempt = command !== undefined && this.#isContended(command) ? 'in turn' : 'at once';
    for (;;) {
      let failure: unknown;
      let endTurn: (() => void) | undefined;
      try {
        if (attempt !== 'at once') {
          const queue = attempt === 'in turn' ? this.#turns : this.#lockQueue;
          waitingSince ??= performance.now();
          endTurn = await queue.enter(waitingSince);
        }
        let connection = this.#takeFree();
        if (connection === undefined) {
          waitingSince ??= performance.now();
          connection = await this.#wait(waitingSince, attempt === 'in turn');
        }
        try {
          if (attempt === 'with patience') return await this.#workPatiently(connection, work, waitingSince);
          return await work(connection, attempt === 'in turn');
        } finally {
          this.#release(connection);
        }
      } catch (error) {
        failure = error;
      } finally {
        endTurn?.();
      }
      waitingSince ??= performance.now();
      const kind = failureKind(failure);
      if (kind === 'locked' && waitsForLocks && attempt !== 'with patience') {
        attempt = 'with patience';
        continue;
      }
      const delayMs = retries.delayMs(kind, performance.now());
      if (delayMs === undefined) throw translateFailure(failure);
      if (hasConflicted(kind) && command !== undefined) {
        this.#conflictedAt.set(command, performance.now());
        attempt = 'in turn';
      } else if (delayMs > 0) await Bun.sleep(delayMs);
    }
  }

  get counts(): ConnectionCounts {
    const used = [...this.#open].filter(({ users }) => users > 0).length;
    return { open: this.#open.size, used, waiting: this.#queue.size, lost: this.#lost };
  }

  countCommit({ commitMs }: Connection, writes: number): void {
    this.commits.commitSeconds.observe(commitMs / 1_000);
    this.commits.commitWrites.observe(writes);
  }

  #isContended(command: string): boolean {
    const conflictedAt = this.#conflictedAt.get(command);
    return conflictedAt !== undefined && performance.now() - conflictedAt < contendedMs;
  }

  #workPatiently<Result>(connection: Connection, work: Work<Result>, since = performance.now()): Promise<Result> {
    const remainingMs = Math.max(minLockWaitMs, since + this.#maxBusyMs - performance.now());
    // Who waits longer at once is taken for a connection that does not respond.
    return connection.withLockTimeout(Math.min(remainingMs, busyWaitMs), () => work(connection, false));
  }

  get #maxBusyMs(): number {
    return Math.max(this.#options.waitMs, busyWaitMs);
  }

  /** The error for a request that has waited since then; `undefined` if it may wait longer. */
  waitError(since: number): ServiceError | undefined {
    if (this.#isClosed) return unavailable('the storage is closed');
    if (areCommitsBlocked(this.#open)) return unavailable('the server does not complete a COMMIT');
    const waitedMs = performance.now() - since;
    const { waitMs } = this.#options;
    const maxBusyMs = this.#maxBusyMs;
    if (this.#open.size > 0) return waitedMs < maxBusyMs ? undefined : overloaded('no connection became free');
    // The time that it has waited for a free connection does not count.
    const outageMs = Math.min(waitedMs, performance.now() - this.#noneOpenSince);
    if (outageMs < waitMs && waitedMs < maxBusyMs + waitMs) return undefined;
    return unavailable(this.#servers.failure ?? 'no connection is open');
  }

  /** @throws ServiceError `unavailable` when no connection is open */
  check(): void {
    const error = this.#open.size === 0 ? this.waitError(noWait) : undefined;
    if (error !== undefined) throw error;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#checkTimer);
    this.#servers.close();
    for (const connection of this.#open) connection.close();
    this.#queue.sweep();
  }

  /** The connection with the fewest users, if one is free. */
  #takeFree(): Connection | undefined {
    if (areCommitsBlocked(this.#open)) return undefined;
    let free: Connection | undefined;
    let fewest = this.#options.maxShared;
    for (const connection of this.#open) {
      if (connection.users < fewest && connection.isOpen && !connection.isWorn) {
        free = connection;
        fewest = connection.users;
      }
    }
    if (free !== undefined) free.users++;
    return free;
  }

  /** Others wait for work that `isNext`, so it gets the first connection that becomes free. */
  #wait(since: number, isNext: boolean): Promise<Connection> {
    const error = this.waitError(since);
    if (error !== undefined) throw error;
    if (this.#queue.size >= maxWaiting) throw tooManyWaiting();
    return new Promise((resolve, reject) => this.#queue[isNext ? 'unshift' : 'push']({ since, resolve, reject }));
  }

  #release(connection: Connection): void {
    const { pendingCommit } = connection;
    if (pendingCommit !== undefined) {
      void pendingCommit.responded.then(() => this.#release(connection));
      return;
    }
    connection.users--;
    if (connection.isWorn && connection.users === 0) connection.close();
    this.#serve(connection);
  }

  /** Hands a connection to waiting requests. */
  #serve(connection: Connection): void {
    const { maxShared } = this.#options;
    while (this.#queue.size > 0 && connection.isOpen && !connection.isWorn && connection.users < maxShared) {
      connection.users++;
      this.#queue.shift(1)[0]?.resolve(connection);
    }
  }

  async #maintain(first: Connection): Promise<void> {
    for (let connection: Connection | undefined = first; connection !== undefined; ) {
      if (this.#isClosed) return connection.close();
      this.#open.add(connection);
      this.#serve(connection);
      await connection.closed;
      this.#open.delete(connection);
      if (this.#open.size === 0) this.#noneOpenSince = performance.now();
      if (!this.#isClosed && !connection.isWorn) {
        this.#lost++;
        this.#servers.reconsider();
      }
      connection = this.#isClosed ? undefined : await this.#servers.openWithRetry(this.#options.purpose);
    }
  }

  /** A server that is no longer used may still respond, with stale data. */
  #closeOthers(server: ServerAddress): void {
    for (const connection of this.#open) if (connection.server !== server) connection.close();
  }
}

/**
 * Behind a pooler in transaction mode, a prepared statement of one client can be replaced by that of another, even a
 * COMMIT. Such connections report the same session when they are asked one after the other.
 */
async function refuseSharedSessions(connections: Iterable<Connection>): Promise<void> {
  const sessions = new Set<bigint | undefined>();
  for (const connection of connections) {
    const [session] = await connection.query(readSession, []);
    if (sessions.has(session?.[0])) throw new StorageError(sharedSession);
    sessions.add(session?.[0]);
  }
}
