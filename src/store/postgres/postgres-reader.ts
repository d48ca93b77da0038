import type { Param, Reader, Statement } from '../statement.ts';
import type { PostgresAddress } from './address.ts';
import type { ServerRole } from './connection.ts';
import { ConnectionPool, noWait, type PoolOptions } from './connection-pool.ts';
import { seek } from './dialect.ts';
import { Servers } from './servers.ts';

/** Reads on one connection that may wait for their answers at the same moment. */
const maxShared = 2_500;

/**
 * Reads share connections: what is asked at one moment is sent together and answered in order, which costs a third of
 * giving each read a connection of its own. Statements that take long have a connection for themselves.
 */
export class PostgresReader implements Reader {
  readonly seek = seek;
  readonly #short: ConnectionPool;
  readonly #long: ConnectionPool;

  private constructor(short: ConnectionPool, long: ConnectionPool) {
    this.#short = short;
    this.#long = long;
  }

  /** @throws Error when a connection cannot be opened */
  static async start(
    address: PostgresAddress,
    role: ServerRole,
    { size, waitMs }: Pick<PoolOptions, 'size' | 'waitMs'>,
  ): Promise<PostgresReader> {
    const servers = new Servers(address, role);
    await servers.ask();
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
    return pool.use((connection) => connection.query(statement, params));
  }

  /** Asks without waiting for a connection. @throws ServiceError */
  async check(statement: Statement<readonly unknown[]>): Promise<void> {
    await this.#short.use((connection) => connection.query(statement, []), noWait);
  }

  close(): void {
    this.#short.close();
    this.#long.close();
  }
}
