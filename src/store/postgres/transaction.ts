import { type GivenIds, insertedTable, NewIds } from '../assertions.ts';
import { readOldestWriter, requireWriter } from '../schema.ts';
import { type Param, type Statement, statement, type Transaction } from '../statement.ts';
import { outcomeUnknown } from '../storage-errors.ts';
import type { Connection } from './connection.ts';
import { postgresDialect } from './dialect.ts';
import { failureKind, isAborted } from './failures.ts';

const begin = statement<never>('BEGIN ISOLATION LEVEL REPEATABLE READ');
const beginLocking = statement<never>('BEGIN ISOLATION LEVEL READ COMMITTED');
// Unlike a SELECT, LOCK TABLE waits before the snapshot is taken. Only migrations write this table, so nothing else is held up.
const turn = `
  SET LOCAL lock_timeout = '5s';
  LOCK TABLE petstore_writers IN EXCLUSIVE MODE;
  SET LOCAL lock_timeout TO DEFAULT;
`;
const beginTurn = statement<never>(`${begin.text}; ${turn}`);
const beginLockingTurn = statement<never>(`${beginLocking.text}; ${turn}`);
const rollback = statement<never>('ROLLBACK');

/** How long a connection may write until it checks again that this release still may. */
export const writerCheckIntervalMs = 1_000;

export type Work<Output> = (tx: Transaction) => Promise<Output>;

export interface TransactionOptions {
  givenIds: GivenIds;
  locksRows?: boolean | undefined;
  /** Whether it first waits for the other transactions, of all nodes, that take turns. */
  takesTurn?: boolean;
}

/**
 * Does work in a transaction, at snapshot isolation unless it locks the rows that it relies on.
 * @throws ServiceError `unavailable` when the connection was lost or the server failed during COMMIT and the outcome is
 *   unknown; after any other error nothing was committed
 */
export async function inTransaction<Output>(
  connection: Connection,
  work: Work<Output>,
  { givenIds, locksRows = false, takesTurn = false }: TransactionOptions,
): Promise<Output> {
  let output: Output;
  const newIds = new NewIds(givenIds);
  const tx = new OpenTransaction(connection, newIds);
  try {
    if (takesTurn) await connection.query(locksRows ? beginLockingTurn : beginTurn, []);
    else await connection.query(locksRows ? beginLocking : begin, []);
    await requireRecentCheck(connection);
    output = await work(tx);
  } catch (error) {
    await rollBack(connection);
    throw isAborted(error) ? (tx.failure ?? error) : error;
  }
  const { isOpen } = connection;
  try {
    await connection.commit();
  } catch (error) {
    // After COMMIT was sent, the server may have committed. One that cannot flush its log says so and crashes, and its
    // recovery commits what it finds written.
    const kind = failureKind(error);
    // One that is cancelled before it has begun leaves the transaction open.
    if (kind !== 'lost') await rollBack(connection);
    throw isOpen && (kind === 'lost' || kind === 'broken') ? outcomeUnknown(error) : error;
  }
  newIds.commit();
  return output;
}

/** @throws ServiceError `unavailable` when a newer release has ended the writes of this one */
async function requireRecentCheck(connection: Connection): Promise<void> {
  const now = performance.now();
  if (now - connection.writerCheckedAt < writerCheckIntervalMs) return;
  requireWriter(await connection.query(readOldestWriter, []));
  connection.writerCheckedAt = now;
}

class OpenTransaction implements Transaction {
  readonly eventTable = 'pending_events';
  readonly dialect = postgresDialect;
  /** The error of the first statement that has failed. */
  failure: unknown;
  readonly #connection: Connection;
  readonly #newIds: NewIds;

  constructor(connection: Connection, newIds: NewIds) {
    this.#connection = connection;
    this.#newIds = newIds;
  }

  async query<Row extends readonly unknown[]>(sql: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    try {
      return await this.#connection.query(sql, params);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  async insert(sql: Statement<never>, params: readonly Param[]): Promise<bigint> {
    const [row] = await this.insertRows<readonly [id: bigint]>(sql, params, 1, 'id');
    if (row === undefined) throw new Error('an INSERT gave no id');
    return row[0];
  }

  async insertRows<Row extends readonly [id: bigint, ...unknown[]]>(
    sql: Statement<never>,
    params: readonly Param[],
    _rows: number,
    columns: string,
  ): Promise<Row[]> {
    const table = insertedTable(sql.text);
    const floor = this.#newIds.floorOf(table);
    const rows = await this.query(returningColumns<Row>(sql, columns), params);
    for (const [id] of rows) this.#newIds.add(table, id, floor);
    return rows;
  }
}

/** If ROLLBACK fails, the connection is closed, which makes the server roll back. */
async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.query(rollback, []);
  } catch {
    connection.close();
  }
}

/** Each INSERT is always used with the same columns. */
const returning = new WeakMap<Statement<never>, Statement<never>>();

function returningColumns<Row extends readonly unknown[]>(sql: Statement<never>, columns: string): Statement<Row> {
  let known = returning.get(sql);
  if (known === undefined) {
    known = statement<never>(`${sql.text} RETURNING ${columns}`);
    returning.set(sql, known);
  }
  return known;
}
