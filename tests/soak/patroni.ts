import { join } from 'node:path';
import { type Machine, type Member, PatroniCluster } from '../support/postgres/patroni-cluster.ts';
import { ServiceNode } from '../support/process/node.ts';
import { type Fault, fault, lasting } from './faults.ts';
import type { System, SystemOptions } from './trial.ts';

/** Two services on a cluster of three, which they reach as deploy/patroni/petstore.env says. */
export async function openOnPatroni({ folder, signal, env }: SystemOptions): Promise<System> {
  const cluster = await PatroniCluster.start(join(folder, 'patroni'));
  const database = { url: cluster.url, run: (sql: string) => cluster.run(sql), remove: async () => undefined };
  const nodes: ServiceNode[] = [];
  try {
    while (nodes.length < 2) {
      nodes.push(await ServiceNode.start({ database, signal, env: { TMPDIR: folder, ...env } }));
    }
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return {
    nodes,
    databaseUrl: () => cluster.url,
    faults: patroniFaults(cluster),
    // The start of a cluster takes as long as some faults.
    roundMs: 600_000,
    // Ten processes of the cluster share the machine with these.
    load: { catalogues: 6, markets: 1, followers: 2, readers: 1, pauseMs: 50 },
    close: () => cluster.close(),
  };
}

/** What an operator does, and what happens to one, two or three machines. Each begins when all machines are there again. */
function patroniFaults(cluster: PatroniCluster): Fault[] {
  const { machines } = cluster;
  /** @param roles of the machines that are killed */
  const away = (name: string, weight: number, roles: RegExp, forMs: [number, number]) =>
    lasting(name, weight, forMs, async () => {
      const members = (await cluster.untilWhole()).filter(({ role }) => roles.test(role));
      const killed = members.map(({ name }) => cluster.machine(name));
      for (const machine of killed) await machine.killDatabase();
      return () => killed.map((machine) => machine.start());
    });
  /** Lasts until another machine leads, and up to so many milliseconds more. */
  const deposed = (name: string, weight: number, moreMs: number, cause: (leader: Machine) => Promise<() => void>) =>
    lasting(name, weight, [0, moreMs], async () => {
      const leader = leaderOf(await cluster.untilWhole());
      const lift = await cause(cluster.machine(leader));
      await cluster.leader(leader);
      return lift;
    });
  const etcdAway = (name: string, weight: number, count: number, forMs: [number, number]) =>
    lasting(name, weight, forMs, async (random) => {
      await cluster.untilWhole();
      const first = random.integer(0, machines.length - 1);
      const killed = [...machines, ...machines].slice(first, first + count);
      for (const machine of killed) machine.killEtcd();
      return () => killed.map((machine) => machine.startEtcd());
    });
  return [
    deposed('switchover', 8, 0, async (leader) => {
      leader.patronictl('switchover', '--force');
      return () => undefined;
    }),
    fault('kill -9 of PostgreSQL on the leader', 5, async () => {
      await cluster.machine(leaderOf(await cluster.untilWhole())).killPostgres();
      return () => undefined;
    }),
    deposed('kill -9 of all on the leader', 5, 3_000, async (leader) => {
      await leader.killAll();
      return () => leader.start();
    }),
    deposed('SIGSTOP of all on the leader', 1, 8_000, (leader) => leader.halt('all')),
    deposed('SIGSTOP of Patroni on the leader', 1, 8_000, (leader) => leader.halt('Patroni')),
    away('kill -9 of the synchronous standby', 1, /^sync_standby$/, [1_000, 10_000]),
    away('kill -9 of both standbys', 1, /^(sync_standby|replica)$/, [3_000, 10_000]),
    etcdAway('kill -9 of a member of etcd', 1, 1, [1_000, 10_000]),
    etcdAway('kill -9 of two members of etcd', 1, 2, [25_000, 35_000]),
  ];
}

function leaderOf(members: readonly Member[]): string {
  return members.find(({ role }) => role === 'leader')?.name ?? '';
}
