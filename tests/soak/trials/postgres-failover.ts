import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { type OpenSystem, runRounds } from '../rounds.ts';
import { databaseName, networkFaults, sessionFaults } from '../system/postgres-faults.ts';
import { startPostgresNodes } from '../system/postgres-system.ts';
import type { Trial } from '../trial.ts';

/** Each round has one failover, at its end. */
const roundMs = 6_000;

const open: OpenSystem = async ({ folder, signal }) => {
  const first = await PostgresServer.start();
  await first.run('postgres', `CREATE DATABASE ${databaseName}`);
  const standby = await PostgresServer.startStandby(first);
  let primary = first;
  const servers = [first, standby];
  const system = await startPostgresNodes({ count: 2, servers, primary: () => primary, folder, signal });
  return {
    nodes: system.nodes,
    databaseUrl: () => primary.url(databaseName),
    roundMs,
    faults: [...sessionFaults(() => primary), ...networkFaults(system.proxies)],
    lastFaults: [
      {
        name: 'the primary crashes, and the synchronous standby is promoted',
        async inject(random) {
          await first.stop('kill');
          await Bun.sleep(random.between(0, 2_000));
          return async () => {
            await standby.run('postgres', 'SELECT pg_promote()');
            primary = standby;
          };
        },
      },
    ],
    async close() {
      await system.close();
      await Promise.all(servers.map((server) => server.remove()));
    },
  };
};

export const postgresFailover: Trial = {
  name: 'postgres-failover',
  group: 'faults',
  engine: 'postgres',
  description: 'sessions and connections are ended, then the primary crashes and its synchronous standby is promoted',
  run: (context) => runRounds(context, open),
};
