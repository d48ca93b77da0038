import type { ServiceError } from '../../model/errors.ts';
import { overloaded, tooManyWaiting, unavailable } from '../errors.ts';
import { statement } from '../statement.ts';
import { StorageError } from '../store.ts';
import type { ServerAddress } from './address.ts';
import type { Connection, Purpose } from './connection.ts';
import { type FailureKind, kindOf, translateFailure } from './failures.ts';
import type { Servers } from './servers.ts';
import { areCommitsBlocked, closeSilent } from './silent-connections.ts';
import { type Waiter, WaitQueue } from './wait-queue.ts';

export interface PoolOptions {
  purpose: Purpose;
  /** How many connections to hold open. */
  size: number;
  /** How many requests may use one connection at the same time. */
  maxShared: number;
  /** How long a request waits while no connection is open. */
  waitMs: number;
}

interface ConnectionWaiter extends Waiter {
  resolve(connection: Connection): void;
}

/** How many requests may wait before further ones are refused. */
export const maxWaiting = 10_000;
/** How long a request waits, at least, while connections are open and all in use. */
const busyWaitMs = 5_000;
const maxAttempts = 10;
const maxConflictMs = 10_000;
const firstPauseMs = 2;
const longestPauseMs = 200;
const watchIntervalMs = 1_000;

/** For {@link ConnectionPool.use}: the work is not to wait at all. */
export const noWait = Number.NEGATIVE_INFINITY;

const readSession = statement<readonly [pid: bigint]>('SELECT CAST(pg_backend_pid() AS BIGINT)');

/** A fixed-size pool of connections to the server in use. A connection that is lost is replaced. */
export class ConnectionPool {
  readonly #servers: Servers;
  readonly #options: PoolOptions;
  readonly #open = new Set<Connection>();
  readonly #queue = new WaitQueue<ConnectionWaiter>((since) => this.refusal(since));
  readonly #watch: Timer;
  #isClosed = false;

  private constructor(servers: Servers, options: PoolOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#watch = setInterval(() => void closeSilent(this.#open, servers), watchIntervalMs);
    servers.onMove((server) => this.#closeOthers(server));
  }

  /** Opens all connections. @throws Error when one cannot be opened; then none is left open */
  static async start(servers: Servers, options: PoolOptions): Promise<ConnectionPool> {
    const pool = new ConnectionPool(servers, options);
    const opening = Array.from({ length: options.size }, () => servers.open(options.purpose));
    const opened = await Promise.allSettled(opening);
    for (const result of opened) if (result.status === 'fulfilled') void pool.#keep(result.value);
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
   * Does work on a connection: again after a conflict, and again on another connection when it was lost. Work that may
   * have been kept must fail in another way. `since` is when it began to wait, if it has waited elsewhere before.
   * @throws ServiceError `unavailable` when no connection was open for too long, `overloaded` when none became free, or
   *   what the failure of the work means
   */
  async use<Result>(work: (connection: Connection) => Promise<Result>, since?: number): Promise<Result> {
    let waitingSince = since;
    for (let attempt = 1; ; attempt++) {
      let connection = this.#takeFree();
      if (connection === undefined) {
        waitingSince ??= performance.now();
        connection = await this.#wait(waitingSince);
      }
      let failure: unknown;
      try {
        return await work(connection);
      } catch (error) {
        failure = error;
      } finally {
        this.#release(connection);
      }
      waitingSince ??= performance.now();
      const kind = kindOf(failure);
      if (!this.#mayRepeat(kind, attempt, waitingSince)) throw translateFailure(failure);
      if (kind === 'conflict') {
        await Bun.sleep(Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt));
      }
    }
  }

  /** Why a request that waits since then is to wait no longer; `undefined` if it may go on. */
  refusal(since: number): ServiceError | undefined {
    if (this.#isClosed) return unavailable('the storage is closed');
    if (areCommitsBlocked(this.#open)) return unavailable('the server does not answer a COMMIT');
    const waitedMs = performance.now() - since;
    const { waitMs } = this.#options;
    if (this.#open.size === 0) {
      return waitedMs < waitMs ? undefined : unavailable(this.#servers.failure ?? 'no connection is open');
    }
    return waitedMs < Math.max(waitMs, busyWaitMs) ? undefined : overloaded('no connection became free');
  }

  /** @throws ServiceError `unavailable` when no connection is open */
  check(): void {
    const error = this.#open.size === 0 ? this.refusal(noWait) : undefined;
    if (error !== undefined) throw error;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#servers.close();
    for (const connection of this.#open) connection.close();
    this.#queue.sweep();
  }

  /** The connection that the fewest use, if one may be used. */
  #takeFree(): Connection | undefined {
    if (areCommitsBlocked(this.#open)) return undefined;
    let free: Connection | undefined;
    let fewest = this.#options.maxShared;
    for (const connection of this.#open) {
      if (connection.users < fewest && connection.isOpen) {
        free = connection;
        fewest = connection.users;
      }
    }
    if (free !== undefined) free.users++;
    return free;
  }

  #wait(since: number): Promise<Connection> {
    const error = this.refusal(since);
    if (error !== undefined) throw error;
    if (this.#queue.size >= maxWaiting) throw tooManyWaiting();
    return new Promise((resolve, reject) => this.#queue.push({ since, resolve, reject }));
  }

  #release(connection: Connection): void {
    const { unansweredCommit } = connection;
    if (unansweredCommit !== undefined) {
      void unansweredCommit.answered.then(() => this.#release(connection));
      return;
    }
    connection.users--;
    this.#serve(connection);
  }

  /** Gives a connection to those who wait, as long as it can be used. */
  #serve(connection: Connection): void {
    while (this.#queue.size > 0 && connection.isOpen && connection.users < this.#options.maxShared) {
      connection.users++;
      this.#queue.shift(1)[0]?.resolve(connection);
    }
  }

  #mayRepeat(kind: FailureKind, attempt: number, since: number): boolean {
    const withinMs = kind === 'conflict' ? maxConflictMs : this.#options.waitMs;
    const isTransient = kind === 'conflict' || kind === 'lost' || kind === 'moved';
    return isTransient && attempt < maxAttempts && (attempt === 1 || performance.now() - since < withinMs);
  }

  async #keep(first: Connection): Promise<void> {
    for (let connection: Connection | undefined = first; connection !== undefined; ) {
      if (this.#isClosed) return connection.close();
      this.#open.add(connection);
      this.#serve(connection);
      await connection.closed;
      this.#open.delete(connection);
      connection = this.#isClosed ? undefined : await this.#servers.keepOpening(this.#options.purpose);
    }
  }

  /** A server that was left may still answer, with what is no longer true. */
  #closeOthers(server: ServerAddress): void {
    for (const connection of this.#open) if (connection.server !== server) connection.close();
  }
}

/**
 * Behind a pooler that gives a session to whoever asks next, a statement that was prepared under a name can become
 * another one, a COMMIT as well as any. Asked one after the other, such connections turn out to have one session.
 */
async function refuseSharedSessions(connections: Iterable<Connection>): Promise<void> {
  const sessions = new Set<bigint | undefined>();
  for (const connection of connections) {
    const [session] = await connection.query(readSession, []);
    if (sessions.has(session?.[0])) {
      throw new StorageError(
        'a connection pooler there gives one session to several connections; set it to session mode (pool_mode = session)',
      );
    }
    sessions.add(session?.[0]);
  }
}
