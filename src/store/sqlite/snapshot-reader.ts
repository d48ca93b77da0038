import { nextTurn } from '../../lib/next-tick.ts';
import { readOldestWriter, requireWriter } from '../schema.ts';
import { readSomething } from '../settings.ts';
import { type Param, type Statement, type StoreReader, statement } from '../statement.ts';
import { unavailable } from '../storage-errors.ts';
import type { FileConnection } from './database.ts';
import { sqliteDialect } from './dialect.ts';
import { FilesGone, isInvalidStatement, translateFailure } from './failures.ts';

const begin = statement<never>('BEGIN');
const commit = statement<never>('COMMIT');
/** Of a scan: the time for which it reads, and how many rows, before others are served. Who gets them needs as long again. */
const partMs = 5;
const partRows = 1_000;
/** A scan reads each page once. */
const scanCacheKiB = 2_048;
/** Has 32 bits, and counts anew for each connection. */
const dataVersion = statement<readonly [bigint]>('PRAGMA data_version');

/**
 * Reads in one transaction per event-loop tick, so that the file is locked once per tick and not once per statement. A batch
 * of writes that completes ends it before its callers are told, so nobody who knows of a change of this process reads older
 * data. Commits of other connections become visible in the next tick, or after `refresh`, with which each batch of requests
 * begins where processes share a port.
 */
export class SnapshotReader implements StoreReader {
  readonly dialect = sqliteDialect;
  readonly #connect: () => FileConnection;
  #connection: FileConnection | undefined;
  #replaced = 0;
  #isOpen = false;
  #isClosed = false;
  #revision: number | undefined;

  constructor(connect: () => FileConnection) {
    this.#connect = connect;
    this.#connection = connect();
  }

  query<Row extends readonly unknown[]>(sql: Statement<Row>, params: readonly Param[]): Row[] {
    try {
      return this.#openSnapshot().query(sql, params);
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** On a connection of its own, because that of the other reads ends its transaction with the tick. */
  async *scan<Row extends readonly unknown[]>(sql: Statement<Row>, params: readonly Param[]): AsyncGenerator<Row[]> {
    let connection: FileConnection | undefined;
    try {
      connection = this.#connect();
      connection.execute(`PRAGMA cache_size = -${scanCacheKiB}`);
      let part: Row[] = [];
      let begunAt = performance.now();
      for (const row of connection.iterate(sql, params)) {
        part.push(row);
        if (part.length < partRows && performance.now() - begunAt < partMs) continue;
        yield part;
        await nextTurn();
        part = [];
        begunAt = performance.now();
      }
      yield part;
    } catch (error) {
      throw this.#explain(error);
    } finally {
      connection?.close();
    }
  }

  #explain(error: unknown): unknown {
    // A newer release may have removed a table or a column.
    if (isInvalidStatement(error)) this.#requireWriter();
    return translateFailure(error);
  }

  #requireWriter(): void {
    requireWriter(this.#openSnapshot().query(readOldestWriter, []));
  }

  /** Changes with commits of other connections, and never repeats; `undefined` if the file cannot be read. */
  revision(): number | undefined {
    try {
      this.#openSnapshot();
      return this.#revision;
    } catch {
      return undefined;
    }
  }

  /**
   * @throws ServiceError `unavailable` when the file cannot be read or is not at its path any more, or when a newer release
   *   has ended the writes of this one
   */
  check(): void {
    try {
      this.#requireWriter();
      this.#openSnapshot().requireInPlace();
    } catch (error) {
      throw translateFailure(error);
    }
  }

  /** @throws ServiceError `unavailable` when the file cannot be read or is not at its path any more */
  checkReads(): void {
    try {
      this.#openSnapshot().query(readSomething, []);
      this.#openSnapshot().requireInPlace();
    } catch (error) {
      // This process still reads the log.
      if (error instanceof FilesGone && error.isOnlyLog) return;
      throw translateFailure(error);
    }
  }

  /** Whether the paths still name the files that are open. */
  isInPlace(): boolean {
    try {
      this.#openSnapshot().requireInPlace();
      return true;
    } catch {
      return false;
    }
  }

  /** Makes the next read see all commits until then. */
  refresh(): void {
    this.#closeSnapshot();
  }

  close(): void {
    this.#isClosed = true;
    this.#closeSnapshot();
    this.#dropConnection();
  }

  #openSnapshot(): FileConnection {
    if (this.#isClosed) throw unavailable('the storage is closed');
    this.#connection ??= this.#connect();
    if (this.#isOpen) return this.#connection;
    this.#revision = undefined;
    this.#connection.query(begin, []);
    this.#isOpen = true;
    setImmediate(() => this.#closeSnapshot());
    this.#revision = this.#replaced * 2 ** 32 + Number(this.#connection.query(dataVersion, [])[0]?.[0]);
    return this.#connection;
  }

  /** After a failed read, COMMIT may fail too: the next snapshot then gets a new connection. */
  #closeSnapshot(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.#connection?.query(commit, []);
    } catch {
      this.#dropConnection();
    }
  }

  #dropConnection(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#replaced++;
    try {
      connection?.close();
    } catch {}
  }
}
