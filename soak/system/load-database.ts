import type { ScratchDatabase } from '../../tests/support/engines.ts';
import { PostgresServer } from '../../tests/support/postgres-server.ts';
import { databaseName } from './postgres-faults.ts';
import { sqliteFile } from './sqlite-file.ts';

/** An empty database without anything between it and the service. */
export type LoadDatabase = ScratchDatabase;

export async function sqliteDatabase(folder: string): Promise<LoadDatabase> {
  return sqliteFile(folder);
}

/** A database on a PostgreSQL server of its own, which is removed with it. */
export async function postgresDatabase(): Promise<LoadDatabase> {
  const server = await PostgresServer.start();
  await server.run('postgres', `CREATE DATABASE ${databaseName}`);
  return {
    url: server.url(databaseName),
    run: (sql) => server.run(databaseName, sql),
    remove: () => server.remove(),
  };
}
