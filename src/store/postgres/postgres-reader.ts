import { readOldestWriter, requireWriter } from '../schema.ts';
import type { Param, Reader, Statement } from '../statement.ts';
import type { ConnectionCounts } from '../store.ts';
import { ConnectionPool, noWait, type PoolOptions } from './connection-pool.ts';
import { postgresDialect } from './dialect.ts';
import { isInvalidStatement } from './failures.ts';
import type { Servers } from './servers.ts';

/** Reads that may be pipelined on one connection. */
const maxShared = 2_500;

/**
 * Reads share pipelined connections, which costs a third of using a connection for each read. Long statements run on a
 * separate connection.
 */
export class PostgresReader implements Reader {
  readonly dialect = postgresDialect;
  readonly #short: ConnectionPool;
  readonly #long: ConnectionPool;

  private constructor(short: ConnectionPool, long: ConnectionPool) {
    this.#short = short;
    this.#long = long;
  }

  /** @throws Error when a connection cannot be opened */
  static async start(
    servers: Servers,
    { size, waitMs }: Pick<PoolOptions, 'size' | 'waitMs'>,
  ): Promise<PostgresReader> {
    const long = await ConnectionPool.start(servers, { purpose: 'scan', size: 1, maxShared, waitMs });
    try {
      const short = await ConnectionPool.start(servers, { purpose: 'read', size, maxShared, waitMs });
      return new PostgresReader(short, long);
    } catch (error) {
      long.close();
      throw error;
    }
  }

  query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
    const pool = statement.isLong ? this.#long : this.#short;
    return pool.use((connection) =>
      connection.query(statement, params).catch(async (error: unknown) => {
        // A newer release may have removed a table or a column.
        if (isInvalidStatement(error)) requireWriter(await connection.query(readOldestWriter, []));
        throw error;
      }),
    );
  }

  get counts(): readonly ConnectionCounts[] {
    return [this.#short.counts, this.#long.counts];
  }

  /** Runs a statement without waiting for a connection. @throws ServiceError */
  queryAtOnce<Row extends readonly unknown[]>(statement: Statement<Row>): Promise<Row[]> {
    return this.#short.use((connection) => connection.query(statement, []), { since: noWait });
  }

  close(): void {
    this.#short.close();
    this.#long.close();
  }
}
