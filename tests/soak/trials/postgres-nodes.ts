import { findPreloadObstacle } from '../../support/faults/preload.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { type OpenSystem, runRounds } from '../rounds.ts';
import { diskFaults, type FaultyDisk, makeFaultyDisk } from '../system/disk-faults.ts';
import type { Fault } from '../system/fault.ts';
import { databaseName, networkFaults, serverFaults, sessionFaults } from '../system/postgres-faults.ts';
import { type PostgresNodes, startPostgresNodes } from '../system/postgres-system.ts';
import { nodeFaults } from '../system/process-faults.ts';
import type { Trial } from '../trial.ts';

interface Parts extends PostgresNodes {
  readonly server: PostgresServer;
  readonly disk: FaultyDisk | undefined;
}

/** Two nodes on one database, whose disk can fail if there is a C compiler. */
function openWith(findFaults: (parts: Parts) => Fault[]): OpenSystem {
  return async ({ folder, signal }) => {
    const disk = findPreloadObstacle() === undefined ? makeFaultyDisk(folder) : undefined;
    const server = await PostgresServer.start({}, disk?.env);
    await server.run('postgres', `CREATE DATABASE ${databaseName}`);
    const system = await startPostgresNodes({ count: 2, servers: [server], primary: () => server, folder, signal });
    return {
      nodes: system.nodes,
      databaseUrl: () => server.url(databaseName),
      faults: findFaults({ ...system, server, disk }),
      async close() {
        await system.close();
        await server.remove();
      },
    };
  };
}

/** PostgreSQL ends when a flush fails, because it cannot trust earlier writes any more. */
function diskFaultsOf(server: PostgresServer, disk: FaultyDisk): Fault[] {
  const user = { kill: () => server.stop('kill'), start: () => revive(server) };
  return diskFaults(disk, user, ['fail-flush', 'hang-flush']).map((fault) => ({
    ...fault,
    name: `PostgreSQL: ${fault.name}`,
  }));
}

/** PostgreSQL recovers by itself, but hangs if its recovery fails as well. An operator then kills it. */
async function revive(server: PostgresServer): Promise<void> {
  const responds = () =>
    server.run('postgres', 'SELECT 1').then(
      () => true,
      () => false,
    );
  const deadline = performance.now() + 5_000;
  while (!(await responds()) && performance.now() < deadline) await Bun.sleep(50);
  if (!(await responds())) await server.stop('kill');
  await server.restart();
}

export const postgresKills: Trial = {
  name: 'postgres-kills',
  group: 'kills',
  engine: 'postgres',
  description: 'two nodes that share a database are killed, stopped and halted',
  run: (context) =>
    runRounds(
      context,
      openWith(({ nodes }) => nodeFaults(nodes)),
    ),
};

export const postgresOutages: Trial = {
  name: 'postgres-outages',
  group: 'faults',
  engine: 'postgres',
  description:
    'the database restarts and crashes, its disk fails, and sessions and connections are ended, frozen and locked',
  run: (context) =>
    runRounds(
      context,
      openWith(({ server, proxies, disk }) => [
        ...serverFaults(server),
        ...sessionFaults(() => server),
        ...networkFaults(proxies),
        ...(disk === undefined ? [] : diskFaultsOf(server, disk)),
      ]),
    ),
};
