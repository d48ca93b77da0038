import { nextTurn } from '../../lib/next-tick.ts';
import { readOldestWriter, requireWriter } from '../schema.ts';
import { type Param, type Statement, statement } from '../statement.ts';
import type { ConnectionCounts } from '../store.ts';
import { ConnectionPool, noWait, type PoolOptions } from './connection-pool.ts';
import { postgresDialect } from './dialect.ts';
import { isInvalidStatement, translateFailure } from './failures.ts';
import type { Servers } from './servers.ts';
import { SharedReads } from './shared-reads.ts';

/** Reads that may be pipelined on one connection. */
const maxShared = 2_500;

export const beginSnapshot = statement<never>('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
/** Rows of a scan that are decoded at once. */
const partRows = 1_000;

/**
 * Reads share pipelined connections, which costs a third of using a connection for each read. Long statements run on a
 * separate connection.
 */
export type PostgresReader = Awaited<ReturnType<typeof startPostgresReader>>;

/** @throws Error when a connection cannot be opened */
export async function startPostgresReader(servers: Servers, { size, waitMs }: Pick<PoolOptions, 'size' | 'waitMs'>) {
  const long = await ConnectionPool.start(servers, { purpose: 'scan', size: 1, maxShared, waitMs });
  const short = await ConnectionPool.start(servers, { purpose: 'read', size, maxShared, waitMs }).catch((error) => {
    long.close();
    throw error;
  });
  const shared = new SharedReads((statement, params) => {
    const pool = statement.isLong ? long : short;
    return pool.use((connection) =>
      connection.query(statement, params).catch(async (error: unknown) => {
        // A newer release may have removed a table or a column.
        if (isInvalidStatement(error)) requireWriter(await connection.query(readOldestWriter, []));
        throw error;
      }),
    );
  });
  return {
    dialect: postgresDialect,
    query<Row extends readonly unknown[]>(statement: Statement<Row>, params: readonly Param[]): Promise<Row[]> {
      return shared.query(statement, params);
    },
    /** On a connection of its own, for as long as it takes: reads that share one would be in the same transaction. */
    async *scan<Row extends readonly unknown[]>(
      { text }: Statement<Row>,
      params: readonly Param[],
    ): AsyncGenerator<Row[]> {
      const fetch = statement<Row>(`FETCH ${partRows} FROM scan`);
      try {
        using connection = await servers.open('scan');
        await connection.query(beginSnapshot, []);
        await connection.query(statement<never>(`DECLARE scan NO SCROLL CURSOR FOR ${text}`), params);
        for (;;) {
          const part = await connection.query(fetch, []);
          yield part;
          if (part.length < partRows) return;
          await nextTurn();
        }
      } catch (error) {
        if (isInvalidStatement(error)) requireWriter(await this.queryAtOnce(readOldestWriter));
        throw translateFailure(error);
      }
    },
    get counts(): readonly ConnectionCounts[] {
      return [short.counts, long.counts];
    },
    /** Runs a statement without waiting for a connection. @throws ServiceError */
    queryAtOnce<Row extends readonly unknown[]>(statement: Statement<Row>): Promise<Row[]> {
      return short.use((connection) => connection.query(statement, []), { since: noWait });
    },
    close(): void {
      short.close();
      long.close();
    },
  };
}
