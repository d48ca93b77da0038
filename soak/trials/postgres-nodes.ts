import { PostgresServer } from '../../tests/support/postgres-server.ts';
import { type OpenSystem, runRounds } from '../rounds.ts';
import type { Fault } from '../system/fault.ts';
import { databaseName, networkFaults, serverFaults, sessionFaults } from '../system/postgres-faults.ts';
import { type PostgresNodes, startPostgresNodes } from '../system/postgres-system.ts';
import { nodeFaults } from '../system/process-faults.ts';
import type { Trial } from '../trial.ts';

type FindFaults = (server: PostgresServer, system: PostgresNodes) => Fault[];

/** Two nodes on one database. */
function openWith(findFaults: FindFaults): OpenSystem {
  return async ({ folder, signal }) => {
    const server = await PostgresServer.start();
    await server.run('postgres', `CREATE DATABASE ${databaseName}`);
    const system = await startPostgresNodes({ count: 2, servers: [server], folder, signal });
    return {
      nodes: system.nodes,
      databaseUrl: () => server.url(databaseName),
      faults: findFaults(server, system),
      async close() {
        await system.close();
        await server.remove();
      },
    };
  };
}

export const postgresKills: Trial = {
  name: 'postgres-kills',
  group: 'kills',
  engine: 'postgres',
  description: 'two nodes that share a database are killed, stopped and halted',
  run: (context) =>
    runRounds(
      context,
      openWith((_, { nodes }) => nodeFaults(nodes)),
    ),
};

export const postgresOutages: Trial = {
  name: 'postgres-outages',
  group: 'faults',
  engine: 'postgres',
  description: 'the database restarts and crashes, and sessions and connections are ended, frozen and locked',
  run: (context) =>
    runRounds(
      context,
      openWith((server, { proxies }) => [
        ...serverFaults(server),
        ...sessionFaults(() => server),
        ...networkFaults(proxies),
      ]),
    ),
};
