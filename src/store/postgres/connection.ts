import { SQL } from 'bun';
import { type Param, type Statement, statement } from '../statement.ts';
import { type PostgresAddress, type ServerAddress, serverName } from './address.ts';
import { ConnectionLost, endsConnection } from './failures.ts';

const openTimeoutMs = 2_000;
const lockTimeoutMs = 5_000;
const idleTransactionTimeoutMs = 30_000;

/** What a connection is for: short reads, reads of whole tables, or transactions that write. */
export type Purpose = 'read' | 'scan' | 'write';

/** What a server must be: the one that takes writes, or any that answers. */
export type ServerRole = 'primary' | 'any';

/**
 * For each purpose, how long the server may work on a statement (0 for no bound), and how long it may owe an answer
 * before it is taken for gone. A write is not bounded by the server: on a primary that waits for a synchronous standby
 * that would end the wait, and acknowledge a commit which the standby does not have.
 */
const patience: Record<Purpose, { statementTimeoutMs: number; silenceMs: number }> = {
  read: { statementTimeoutMs: 5_000, silenceMs: 6_000 },
  scan: { statementTimeoutMs: 60_000, silenceMs: 61_000 },
  write: { statementTimeoutMs: 0, silenceMs: 6_000 },
};

const readSession = statement<readonly [isReadOnly: string, synchronousCommit: string, pid: bigint]>(
  `SELECT current_setting('transaction_read_only'), current_setting('synchronous_commit'),
     CAST(pg_backend_pid() AS BIGINT)`,
);
const commitToDisk = statement<never>('SET synchronous_commit = on');
const commit = statement<never>('COMMIT');

/** A COMMIT that was sent. */
interface Commit {
  readonly sentAt: number;
  readonly answered: Promise<void>;
  giveUp(error: ConnectionLost): void;
}

/**
 * One connection to one server. When it is lost it stays lost and never becomes another one behind the scenes, so that
 * no statement of a transaction can run outside of it.
 */
export class Connection {
  readonly server: ServerAddress;
  /** How many use it at the moment, as its pool counts them. */
  users = 0;
  #pid: bigint | undefined;
  readonly #sql: SQL;
  readonly #silenceMs: number;
  readonly #closed = Promise.withResolvers<void>();
  #isOpen = true;
  /** Statements that wait for their answer. Several may: they are sent at once and answered in order. */
  #inFlight = 0;
  #progressAt = performance.now();
  #commit: Commit | undefined;
  #committedAt = Number.NEGATIVE_INFINITY;

  private constructor(address: PostgresAddress, server: ServerAddress, purpose: Purpose) {
    const { user, password, database, applicationName, tls, rootCertificate } = address;
    this.server = server;
    this.#silenceMs = patience[purpose].silenceMs;
    this.#sql = new SQL({
      // Named, or else the driver reads DATABASE_URL by itself, and does not understand several hosts.
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
        statement_timeout: patience[purpose].statementTimeoutMs,
        lock_timeout: lockTimeoutMs,
        idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
        // One plan fits whatever is bound to it. Left to itself the server plans each page anew, for four times its work.
        plan_cache_mode: 'force_generic_plan',
      },
      onclose: () => this.#lose(),
    });
  }

  /**
   * Connects, and makes sure that the server commits to the disk, and takes writes if it is to be a primary.
   * @throws ConnectionLost also when it is to be a primary and only reads
   */
  static async open(
    address: PostgresAddress,
    server: ServerAddress,
    purpose: Purpose,
    role: ServerRole,
  ): Promise<Connection> {
    const connection = new Connection(address, server, purpose);
    const timer = setTimeout(() => connection.close(), openTimeoutMs);
    try {
      await connection.#sql.connect();
      const [session] = await connection.query(readSession, []);
      const [isReadOnly, synchronousCommit, pid] = session ?? [];
      connection.#pid = pid;
      if (role === 'primary' && isReadOnly !== 'off') {
        throw new ConnectionLost('it takes no writes: it is a standby, or set to read only');
      }
      if (synchronousCommit === 'off') await connection.query(commitToDisk, []);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The id of its session at the server. */
  get pid(): bigint | undefined {
    return this.#pid;
  }

  /** The COMMIT that has no answer yet. */
  get unansweredCommit(): Pick<Commit, 'sentAt' | 'answered'> | undefined {
    return this.#commit;
  }

  /** When the server last answered a COMMIT. */
  get committedAt(): number {
    return this.#committedAt;
  }

  /** Resolves when the connection is gone, whoever ended it. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** @throws ConnectionLost, or what the server or the driver says */
  async query<Row extends readonly unknown[]>({ text }: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    if (!this.#isOpen) throw new ConnectionLost('the connection is closed');
    if (this.#inFlight === 0) this.#progressAt = performance.now();
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

  /** @throws ConnectionLost also when it is given up; the connection then goes on waiting for the answer */
  commit(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      this.#commit = undefined;
      this.#committedAt = performance.now();
    };
    const sentAt = performance.now();
    const answered = this.query(commit, []).then(
      () => {
        end();
        resolve();
      },
      (error) => {
        end();
        reject(error);
      },
    );
    this.#commit = { sentAt, answered, giveUp: reject };
    return promise;
  }

  /** Lets `commit` fail, and grants the server as much time again. */
  giveUpCommit(): void {
    this.#progressAt = performance.now();
    this.#commit?.giveUp(new ConnectionLost('the COMMIT gets no answer'));
  }

  /** Whether the server has owed an answer for too long. */
  get isSilent(): boolean {
    return this.#inFlight > 0 && performance.now() - this.#progressAt > this.#silenceMs;
  }

  /** Ends the connection at once. What is in flight fails. */
  close(): void {
    this.#lose();
    this.#sql.close({ timeout: 0 }).catch(() => undefined);
  }

  #lose(): void {
    this.#isOpen = false;
    this.#closed.resolve();
  }
}
