import { SQL } from 'bun';
import { type PostgresAddress, type ServerAddress, serverName } from '../../lib/addresses/database-url.ts';
import { type Param, type Statement, statement } from '../statement.ts';
import { markWriter } from './earlier-writes.ts';
import { ConnectionLost, endsConnection } from './failures.ts';

const idleTransactionTimeoutMs = 30_000;
/** How long a migration waits for a lock before it changes anything. */
export const migrationLockTimeoutMs = 5_000;

/** The use of a connection: short reads, reads of whole tables, transactions that write, or migrations. */
export type Purpose = 'read' | 'scan' | 'write' | 'migrate';

/** The role that a server must have: a primary takes writes; one that is set to be read-only can only be read. */
export type ServerRole = 'primary' | 'readable primary' | 'any';

export interface OpenOptions {
  purpose: Purpose;
  role: ServerRole;
  /** From connecting to the end of `check`. */
  openTimeoutMs: number;
  /** Whether its commits are acknowledged only when the synchronous standbys show them. */
  appliesCommits: boolean;
  /** What it must pass, besides the role. */
  check?: (connection: Connection) => Promise<void>;
}

/**
 * `statement_timeout` at the server (0 for none), and the time after which a server that owes a response counts as gone.
 * Writes have no `statement_timeout`: if it ended the wait of a primary for a synchronous standby, the primary would
 * acknowledge a commit that the standby does not have. They wait for a lock only briefly; the pool lets some wait longer.
 */
const timeouts: Record<Purpose, { statementTimeoutMs: number; lockTimeoutMs: number; responseTimeoutMs: number }> = {
  read: { statementTimeoutMs: 5_000, lockTimeoutMs: 5_000, responseTimeoutMs: 6_000 },
  scan: { statementTimeoutMs: 60_000, lockTimeoutMs: 5_000, responseTimeoutMs: 61_000 },
  write: { statementTimeoutMs: 0, lockTimeoutMs: 100, responseTimeoutMs: 6_000 },
  migrate: { statementTimeoutMs: 0, lockTimeoutMs: migrationLockTimeoutMs, responseTimeoutMs: 6_000 },
};

const readSession = statement<
  readonly [isReadOnly: string, isStandby: boolean, synchronousCommit: string, pid: bigint]
>(
  `SELECT current_setting('transaction_read_only'), pg_is_in_recovery(), current_setting('synchronous_commit'),
     CAST(pg_backend_pid() AS BIGINT)`,
);
const setSynchronousCommit = statement<never>("SELECT set_config('synchronous_commit', $1, false)");
const commit = statement<never>('COMMIT');
// A plan is kept until statistics change, so one made for a small table must also suit what an import makes of it.
const preferIndexes = statement<never>("SELECT set_config('enable_seqscan', 'off', false)");
const setLockTimeout = statement<never>("SELECT set_config('lock_timeout', $1, false)");

/** A COMMIT that was sent and has no response yet. */
interface Commit {
  readonly sentAt: number;
  /** How often it was found without a response; maintained by the pool. */
  checks: number;
  readonly responded: Promise<void>;
  giveUp(error: ConnectionLost): void;
}

/** The service itself has a few hundred. Filters of lists make others, of which clients can combine any number. */
const maxStatements = 1_000;

/**
 * A connection to one server. It never reconnects: after a silent reconnect, the statements of a transaction would run
 * outside of it.
 */
export class Connection implements Disposable {
  readonly server: ServerAddress;
  /** The number of its users, maintained by the pool. */
  users = 0;
  /** When a transaction last found that this release may write; maintained by transactions. */
  writerCheckedAt = Number.NEGATIVE_INFINITY;
  /** The process id of its session at the server. */
  pid: bigint | undefined;
  /** The time of the last response to a COMMIT, and how long that took. */
  committedAt = Number.NEGATIVE_INFINITY;
  commitMs = 0;
  readonly #sql: SQL;
  readonly #timeouts: (typeof timeouts)[Purpose];
  readonly #closed = Promise.withResolvers<void>();
  #isOpen = true;
  /** The statements that it has prepared, as hashes. */
  readonly #prepared = new Set<number | bigint>();
  /** Statements without a response. They are pipelined: sent at once, and answered in order. */
  #inFlight = 0;
  #progressAt = performance.now();
  #commit: Commit | undefined;

  private constructor(address: PostgresAddress, server: ServerAddress, purpose: Purpose, openTimeoutMs: number) {
    const { user, password, database, applicationName, tls, rootCertificate } = address;
    this.server = server;
    this.#timeouts = timeouts[purpose];
    this.#sql = new SQL({
      // Without a URL the driver reads DATABASE_URL itself, and does not support several hosts.
      url: `postgres://${serverName(server)}`,
      username: user,
      ...(password !== undefined && { password }),
      database,
      tls: rootCertificate === undefined ? tls : Bun.file(rootCertificate),
      max: 1,
      bigint: true,
      connectionTimeout: openTimeoutMs / 1_000,
      connection: {
        application_name: applicationName,
        statement_timeout: this.#timeouts.statementTimeoutMs,
        lock_timeout: this.#timeouts.lockTimeoutMs,
        idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
        // Plans do not depend on parameters. By default the server plans each page anew, at four times its cost.
        plan_cache_mode: 'force_generic_plan',
      },
      onclose: () => this.#lose(),
    });
  }

  /**
   * Connects, and ensures that the server commits to the disk, has the role and passes the check.
   * @throws ConnectionLost also when the server does not have the role
   */
  static async open(
    address: PostgresAddress,
    server: ServerAddress,
    { purpose, role, openTimeoutMs, appliesCommits, check }: OpenOptions,
  ): Promise<Connection> {
    const connection = new Connection(address, server, purpose, openTimeoutMs);
    using _timer = setTimeout(() => connection.close(), openTimeoutMs);
    try {
      await connection.#sql.connect();
      const [session] = await connection.query(readSession, []);
      const [isReadOnly, isStandby, synchronousCommit, pid] = session ?? [];
      connection.pid = pid;
      if (role === 'primary' && isReadOnly !== 'off') {
        throw new ConnectionLost('it takes no writes: it is a standby, or read-only');
      }
      if (role === 'readable primary' && isStandby !== false) {
        throw new ConnectionLost('it is a standby, which may miss acknowledged writes');
      }
      if (appliesCommits) await connection.query(setSynchronousCommit, ['remote_apply']);
      else if (synchronousCommit === 'off') await connection.query(setSynchronousCommit, ['on']);
      if (purpose === 'write') for (const sql of [markWriter, preferIndexes]) await connection.query(sql, []);
      await check?.(connection);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The COMMIT that has no response yet. */
  get pendingCommit(): Omit<Commit, 'giveUp'> | undefined {
    return this.#commit;
  }

  /** Whether it has prepared so many statements that it is to be replaced: server and driver keep all of them. */
  get isWorn(): boolean {
    return this.#prepared.size > maxStatements;
  }

  /** Resolves when the connection has ended, whoever closed it. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** @throws ConnectionLost, or the error of the server or the driver */
  async query<Row extends readonly unknown[]>({ text }: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    if (!this.#isOpen) throw new ConnectionLost('the connection is closed');
    if (this.#inFlight === 0) this.#progressAt = performance.now();
    this.#prepared.add(Bun.hash(text));
    this.#inFlight++;
    try {
      return await this.#sql.unsafe(text, params as Param[]).values();
    } catch (error) {
      if (endsConnection(error)) this.close();
      throw error;
    } finally {
      this.#inFlight--;
      this.#progressAt = performance.now();
    }
  }

  /** Runs a script of several statements, without parameters. */
  async execute(script: string): Promise<void> {
    await this.query(statement<never>(script), []);
  }

  /** @throws ConnectionLost also after `giveUpCommit`; the connection then still waits for the response */
  commit(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sentAt = performance.now();
    const end = () => {
      this.#commit = undefined;
      this.committedAt = performance.now();
      this.commitMs = this.committedAt - sentAt;
    };
    const responded = this.query(commit, [])
      .finally(end)
      .then(() => resolve(), reject);
    this.#commit = { sentAt, checks: 0, responded, giveUp: reject };
    return promise;
  }

  /** Makes `commit` fail, and waits for the response for another time-out. */
  giveUpCommit(): void {
    this.#progressAt = performance.now();
    this.#commit?.giveUp(new ConnectionLost('no response to the COMMIT'));
  }

  /** Whether the server has not responded within the time-out. */
  get isUnresponsive(): boolean {
    return this.#inFlight > 0 && performance.now() - this.#progressAt > this.#timeouts.responseTimeoutMs;
  }

  /** Since when the server owes a response; `undefined` if it owes none. */
  get owedSince(): number | undefined {
    return this.#inFlight > 0 ? this.#progressAt : undefined;
  }

  /** The time of the last response. */
  get respondedAt(): number {
    return this.#progressAt;
  }

  async withLockTimeout<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
    await this.query(setLockTimeout, [String(Math.ceil(timeoutMs))]);
    try {
      return await work();
    } finally {
      if (this.#commit === undefined) await this.#restoreLockTimeout();
      else void this.#commit.responded.then(() => this.#restoreLockTimeout());
    }
  }

  async #restoreLockTimeout(): Promise<void> {
    await this.query(setLockTimeout, [String(this.#timeouts.lockTimeoutMs)]).catch(() => this.close());
  }

  /** Closes the connection at once. Statements without a response fail. */
  close(): void {
    this.#lose();
    this.#sql.close({ timeout: 0 }).catch(() => undefined);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #lose(): void {
    this.#isOpen = false;
    this.#closed.resolve();
  }
}
