import { unavailable } from '../errors.ts';
import { type Param, type Reader, type Statement, statement } from '../statement.ts';
import type { Connection } from './database.ts';
import { seek } from './dialect.ts';
import { translateFailure } from './failures.ts';

const begin = statement<never>('BEGIN');
const commit = statement<never>('COMMIT');
const dataVersion = statement<readonly [bigint]>('PRAGMA data_version');

/**
 * Reads in one transaction for each turn of the event loop, so that the file's locks are taken once a turn and not
 * once a statement. What others commit during a turn is seen in the next one, or from the next `refresh` on.
 */
export class TurnReader implements Reader {
  readonly seek = seek;
  readonly #connect: () => Connection;
  #connection: Connection | undefined;
  #isOpen = false;
  #isClosed = false;
  #revision: number | undefined;

  constructor(connect: () => Connection) {
    this.#connect = connect;
    this.#connection = connect();
  }

  query<Row extends readonly unknown[]>(sql: Statement<Row>, params: readonly Param[]): Row[] {
    try {
      return this.#openTurn().query(sql, params);
    } catch (error) {
      throw translateFailure(error);
    }
  }

  /** SQLite's count of commits by other connections, or `undefined` when the file cannot be read. */
  revision(): number | undefined {
    try {
      this.#openTurn();
      return this.#revision;
    } catch {
      return undefined;
    }
  }

  /** @throws ServiceError `unavailable` when the file that is read is not at its path any more */
  requireInPlace(): void {
    try {
      this.#openTurn().requireInPlace();
    } catch (error) {
      throw translateFailure(error);
    }
  }

  /** Lets the next read see what was committed since the turn began. */
  refresh(): void {
    this.#closeTurn();
  }

  close(): void {
    this.#isClosed = true;
    this.#closeTurn();
    this.#dropConnection();
  }

  #openTurn(): Connection {
    if (this.#isClosed) throw unavailable('the storage is closed');
    this.#connection ??= this.#connect();
    if (this.#isOpen) return this.#connection;
    this.#revision = undefined;
    this.#connection.query(begin, []);
    this.#isOpen = true;
    setImmediate(() => this.#closeTurn());
    this.#revision = Number(this.#connection.query(dataVersion, [])[0]?.[0]);
    return this.#connection;
  }

  /** After a failed read a transaction may not end either; then the connection is given up, and the next turn has a new one. */
  #closeTurn(): void {
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
    try {
      connection?.close();
    } catch {}
  }
}
