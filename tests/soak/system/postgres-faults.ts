import type { Random } from '../../../src/lib/seeded-random.ts';
import type { NetworkProxy } from '../../support/http/proxy.ts';
import type { PostgresServer } from '../../support/postgres/postgres-server.ts';
import type { Fault } from './fault.ts';

export const databaseName = 'petstore';

const others = 'pid <> pg_backend_pid() AND datname = current_database()';

/** The server is stopped, crashes, and is started again. */
export function serverFaults(server: PostgresServer): Fault[] {
  const away = (name: string, how: 'fast' | 'kill'): Fault => ({
    name,
    async inject(random) {
      await server.stop(how);
      await Bun.sleep(random.between(0, 3_000));
      return () => server.restart();
    },
  });
  return [away('PostgreSQL is restarted', 'fast'), away('PostgreSQL crashes', 'kill')];
}

/** Sessions of the service are ended, cancelled and locked out. */
export function sessionFaults(server: () => PostgresServer): Fault[] {
  const again = (name: string, sql: string): Fault => ({
    name,
    weight: 2,
    async inject(random) {
      for (let count = random.integer(1, 10); count > 0; count--) {
        await server().run(databaseName, sql);
        await Bun.sleep(random.between(0, 50));
      }
      return async () => undefined;
    },
  });
  return [
    again('all sessions are terminated', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`),
    again('all statements are cancelled', `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE ${others}`),
    {
      name: 'the animals are locked by somebody else',
      async inject(random) {
        const seconds = random.between(0.1, 4).toFixed(1);
        await server().run(
          databaseName,
          `BEGIN; LOCK TABLE pets IN EXCLUSIVE MODE; SELECT pg_sleep(${seconds}); COMMIT`,
        );
        return async () => undefined;
      },
    },
  ];
}

/** The network between nodes and their database breaks. */
export function networkFaults(proxies: readonly NetworkProxy[]): Fault[] {
  const some = (random: Random) => (random.chance(0.5) ? proxies : [random.pick(proxies)]);
  return [
    {
      name: 'connections to PostgreSQL are cut',
      weight: 2,
      async inject(random) {
        for (let count = random.integer(1, 5); count > 0; count--) {
          for (const proxy of some(random)) proxy.recover();
          await Bun.sleep(random.between(0, 100));
        }
        return async () => undefined;
      },
    },
    {
      name: 'connections to PostgreSQL freeze',
      weight: 2,
      async inject(random) {
        const frozen = some(random);
        for (const proxy of frozen) proxy.hush();
        await Bun.sleep(random.between(100, 8_000));
        return async () => {
          for (const proxy of frozen) proxy.recover();
        };
      },
    },
    {
      name: 'a commit is not answered',
      weight: 3,
      async inject(random) {
        for (let count = random.integer(1, 8); count > 0; count--) {
          // The names of animals, and so the statements that insert them, contain the names of clients.
          random
            .pick(proxies)
            .loseCommitOf(`client-${random.integer(0, 7)} animal`, random.chance(0.7) ? 'cut' : 'mute');
          await Bun.sleep(random.between(20, 200));
        }
        return async () => undefined;
      },
    },
  ];
}
