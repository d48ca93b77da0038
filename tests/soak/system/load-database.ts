import type { ScratchDatabase } from '../../support/engines.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import type { LoadContext } from '../load-rounds.ts';
import { databaseName } from './postgres-faults.ts';
import { sqliteFile } from './sqlite-file.ts';

/** Opens an empty database for one round, without anything between it and the service. */
export type OpenDatabase = (context: LoadContext) => Promise<ScratchDatabase>;

export const sqliteDatabase: OpenDatabase = async ({ folder }) => sqliteFile(folder);

export const postgresDatabase: OpenDatabase = async ({ onEnd }) => {
  const server = await PostgresServer.start();
  onEnd(() => server.remove());
  await server.run('postgres', `CREATE DATABASE ${databaseName}`);
  return {
    url: server.url(databaseName),
    run: (sql) => server.run(databaseName, sql),
    remove: async () => undefined,
  };
};
