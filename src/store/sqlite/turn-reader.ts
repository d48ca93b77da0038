import { type Param, type Queryable, type Statement, statement } from '../statement.ts';
import type { Connection } from './database.ts';
import { translateFailure } from './failures.ts';

const begin = statement<never>('BEGIN');
const commit = statement<never>('COMMIT');
const dataVersion = statement<readonly [bigint]>('PRAGMA data_version');

/**
 * Reads in one transaction for each turn of the event loop, so that the file's locks are taken once a turn and not
 * once a statement. The requests of a turn were received before its snapshot was taken, so each of them sees all that
 * was acknowledged before it was sent.
 */
export class TurnReader implements Queryable {
  readonly #connection: Connection;
  #isOpen = false;
  #revision: number | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  query<Row extends readonly unknown[]>(sql: Statement<Row>, params: readonly Param[]): Row[] {
    try {
      this.#openTurn();
      return this.#connection.query(sql, params);
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

  /** Lets the next read see what was committed since the turn began. */
  refresh(): void {
    this.#closeTurn();
  }

  close(): void {
    this.#closeTurn();
    this.#connection.close();
  }

  #openTurn(): void {
    if (this.#isOpen) return;
    this.#connection.query(begin, []);
    this.#isOpen = true;
    setImmediate(() => this.#closeTurn());
    this.#revision = Number(this.#connection.query(dataVersion, [])[0]?.[0]);
  }

  #closeTurn(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#connection.query(commit, []);
  }
}
