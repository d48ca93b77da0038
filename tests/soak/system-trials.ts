import { findDiskObstacle, makeDisk } from '../support/faults/disk.ts';
import { findPatroniObstacle } from '../support/postgres/patroni-cluster.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { canShareAPort } from '../support/process/workers.ts';
import * as faults from './faults.ts';
import { openOnPatroni } from './patroni.ts';
import {
  behindBalancer,
  draining,
  openOnFile,
  openOnPostgres,
  slowClients,
  startPostgres,
  underLoad,
  withReceivers,
} from './systems.ts';
import type { System, SystemOptions, Trial } from './trial.ts';

/** A trial whose rounds have a service, and faults. */
export interface SystemTrial extends Omit<Trial, 'run'> {
  open(options: SystemOptions): Promise<System>;
}

const findWorkersObstacle = () => (canShareAPort ? undefined : 'workers share a port on Linux only');

export const systemTrials: readonly SystemTrial[] = [
  {
    name: 'sqlite-kills',
    group: 'kills',
    engine: 'sqlite',
    description: 'one process is killed, stopped and halted',
    async open(options) {
      const opened = await openOnFile(options);
      return { ...opened, faults: faults.nodeFaults(opened.nodes) };
    },
  },
  {
    name: 'sqlite-workers',
    group: 'kills',
    engine: 'sqlite',
    description: 'three workers and their supervisor are killed and halted',
    findObstacle: findWorkersObstacle,
    async open(options) {
      const opened = await openOnFile({ ...options, env: { PETSTORE_WORKERS: '3', ...options.env } });
      return { ...opened, faults: opened.nodes.flatMap(faults.workerFaults) };
    },
  },
  {
    name: 'sqlite-disk',
    group: 'faults',
    engine: 'sqlite',
    description: 'flushes fail and hang, writes fail, the disk is full, and the process is killed meanwhile',
    findObstacle: findDiskObstacle,
    async open(options) {
      const disk = makeDisk();
      const workers = options.random.chance(0.5) ? '1' : '2';
      const opened = await openOnFile({ ...options, env: { ...disk.env, PETSTORE_WORKERS: workers, ...options.env } });
      const users = opened.nodes.map((node) => ({ kill: () => node.killAll(), start: () => node.start() }));
      return { ...opened, faults: users.flatMap((user) => faults.diskFaults(disk, user)) };
    },
  },
  {
    name: 'postgres-kills',
    group: 'kills',
    engine: 'postgres',
    description: 'two nodes that share a database are killed, stopped and halted',
    async open(options) {
      const server = await startPostgres();
      const opened = await openOnPostgres(options, [server], () => server);
      return { ...opened, faults: faults.nodeFaults(opened.nodes) };
    },
  },
  {
    name: 'postgres-outages',
    group: 'faults',
    engine: 'postgres',
    description:
      'the database restarts and crashes, its disk fails, and sessions and connections are ended, frozen, locked and held up',
    async open(options) {
      const disk = findDiskObstacle() === undefined ? makeDisk() : undefined;
      const server = await startPostgres(disk?.env);
      const opened = await openOnPostgres(options, [server], () => server);
      return {
        ...opened,
        faults: [
          ...faults.serverFaults(server),
          ...faults.sessionFaults(() => server),
          ...faults.networkFaults(opened.proxies),
          ...(disk === undefined ? [] : faults.postgresDiskFaults(server, disk)),
        ],
      };
    },
  },
  {
    name: 'postgres-failover',
    group: 'faults',
    engine: 'postgres',
    description: 'sessions and connections are ended, then the primary crashes and its synchronous standby is promoted',
    async open(options) {
      const first = await startPostgres();
      const standby = await PostgresServer.startStandby(first);
      let primary = first;
      const opened = await openOnPostgres(options, [first, standby], () => primary);
      return {
        ...opened,
        // Each round has one failover, at its end.
        roundMs: 6_000,
        faults: [...faults.sessionFaults(() => primary), ...faults.networkFaults(opened.proxies)],
        lastFaults: [faults.failover(first, standby, () => (primary = standby))],
      };
    },
  },
  {
    name: 'patroni',
    group: 'faults',
    engine: 'postgres',
    description: 'three databases with Patroni and etcd are switched over, killed, halted and cut off from etcd',
    findObstacle: findPatroniObstacle,
    open: openOnPatroni,
  },
  {
    name: 'overload',
    group: 'load',
    engine: 'sqlite',
    description: `1,000 connections create without a pause, and ${slowClients} slow clients hold connections`,
    open: async (options) => underLoad(await openOnFile(options)),
  },
  {
    name: 'overload-postgres',
    group: 'load',
    engine: 'postgres',
    description: 'the same with two nodes that share a database',
    async open(options) {
      const server = await startPostgres();
      return underLoad(await openOnPostgres(options, [server], () => server));
    },
  },
  {
    name: 'webhook-fairness',
    group: 'load',
    engine: 'sqlite',
    description: 'eight webhook receivers hang, and another one is healthy',
    async open(options) {
      const env = { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on', ...options.env };
      return await withReceivers(await openOnFile({ ...options, env }), 8);
    },
  },
  {
    name: 'rolling',
    group: 'load',
    engine: 'postgres',
    description: 'two nodes are restarted one after the other behind a balancer that repeats nothing',
    async open(options) {
      const server = await startPostgres();
      const env = { ...draining, ...options.env };
      return await behindBalancer(await openOnPostgres({ ...options, env }, [server], () => server));
    },
  },
  {
    name: 'rolling-workers',
    group: 'load',
    engine: 'sqlite',
    description: 'the same with two services of two workers each that share a file',
    findObstacle: findWorkersObstacle,
    async open(options) {
      const env = { PETSTORE_WORKERS: '2', ...draining, ...options.env };
      return await behindBalancer(await openOnFile({ ...options, env }, 2));
    },
  },
];
