import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { postWebhook } from '../support/data/webhooks.ts';
import { fileDatabase } from '../support/engines.ts';
import { startBalancer } from '../support/http/balancer.ts';
import { type NetworkProxy, startProxy } from '../support/http/proxy.ts';
import { startReceiver } from '../support/http/receiver.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { ServiceNode } from '../support/process/node.ts';
import { until } from '../support/until.ts';
import { fault, lasting, overload } from './faults.ts';
import { type Arrival, checkArrivals } from './history/check-arrivals.ts';
import type { Violation } from './history/rules.ts';
import { startSlowClients } from './load/slow-clients.ts';
import type { System, SystemOptions } from './trial.ts';

type Opened = Pick<System, 'nodes' | 'databaseUrl' | 'close'>;

/** What clients use. They are all at one address, which may not be limited. */
const open = {
  PETSTORE_ANONYMOUS_RATE_LIMIT: '0',
  PETSTORE_PUBLIC_PAGE: 'on',
  PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
};

/** Services on one file. */
export async function openOnFile({ folder, signal, env }: SystemOptions, count = 1): Promise<Opened> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const database = fileDatabase(join(data, 'petstore.db'));
  const nodes: ServiceNode[] = [];
  while (nodes.length < count) {
    nodes.push(await ServiceNode.start({ database, signal, env: { TMPDIR: folder, ...open, ...env } }));
  }
  return { nodes, databaseUrl: () => database.url, close: async () => undefined };
}

/** Two services that share a database. Each reaches each server through a proxy of its own, and writes to the primary. */
export async function openOnPostgres(
  { folder, signal, env }: SystemOptions,
  servers: readonly PostgresServer[],
  primary: () => PostgresServer,
): Promise<Opened & { proxies: readonly NetworkProxy[] }> {
  const proxies: NetworkProxy[] = [];
  const nodes: ServiceNode[] = [];
  const shared = { TMPDIR: folder, PETSTORE_MEDIA_URL: `file:${join(folder, 'media')}`, ...open };
  mkdirSync(join(folder, 'media'));
  while (nodes.length < 2) {
    const own = await Promise.all(servers.map(({ port }) => startProxy(port)));
    proxies.push(...own);
    const hosts = own.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const database = {
      url: primary()
        .url('petstore')
        .replace(/127\.0\.0\.1:\d+/, hosts),
      run: (sql: string) => primary().run('petstore', sql),
      remove: async () => undefined,
    };
    nodes.push(await ServiceNode.start({ database, signal, env: { ...shared, ...env } }));
  }
  const close = () => Promise.all([...proxies.map((proxy) => proxy.close()), ...servers.map((one) => one.remove())]);
  return { nodes, proxies, databaseUrl: () => primary().url('petstore'), close };
}

export async function startPostgres(env: Record<string, string> = {}): Promise<PostgresServer> {
  const server = await PostgresServer.start({}, env);
  await server.makeDatabase();
  return server;
}

/** The balancer needs three checks of 50 ms to notice; a busy machine delays them. */
export const draining = { PETSTORE_DRAIN_SECONDS: '2' };

/** Restarts nodes behind a balancer, which none of its clients may notice. */
export async function behindBalancer(opened: Opened): Promise<System> {
  const { nodes } = opened;
  const balancer = await startBalancer(nodes.map(({ url }) => url));
  for (const { url } of nodes) await balancer.untilReady(url);
  return {
    ...opened,
    entrances: [balancer],
    // No client is idle for longer than a node drains: a request on a connection that ends meanwhile has no answer.
    load: { catalogues: 6, markets: 0, followers: 1, others: ['photos', 'people'], pauseMs: 100 },
    forbids: ['refused', 'unknown'],
    faults: [
      fault('a node is stopped, and started again', 1, async (random) => {
        const node = random.pick(nodes);
        await node.kill('SIGTERM');
        balancer.doubt(node.url);
        return async () => {
          await node.start();
          await balancer.untilReady(node.url);
        };
      }),
    ],
    async close() {
      balancer.close();
      await opened.close();
    },
  };
}

export const slowClients = 300;

/** Has clients hold connections, and many more come. */
export function underLoad(opened: Opened): System {
  const slow = opened.nodes.map(({ url }) => startSlowClients(url, slowClients));
  return {
    ...opened,
    // Bounds the number of animals that are read back.
    roundMs: 20_000,
    faults: [overload(1_000)],
    async close() {
      for (const clients of slow) clients.close();
      await opened.close();
    },
  };
}

/** Has some webhook receivers hang, while another one must get every event. */
export async function withReceivers(opened: Opened, hanging: number): Promise<System> {
  const accept = () => new Response(null, { status: 204 });
  const receivers = Array.from({ length: hanging }, () => startReceiver());
  const healthy = startReceiver();
  const arrivals: Arrival[] = [];
  healthy.answer = ({ headers, body }) => {
    arrivals.push({ webhookId: headers['webhook-id'] ?? '', body });
    return accept();
  };
  for (const { url } of [...receivers, healthy]) await postWebhook(opened.nodes[0]?.fetch ?? fetch, url);
  return {
    ...opened,
    load: { catalogues: 1, markets: 0, followers: 1, pauseMs: 400 },
    faults: [
      lasting(`${hanging} receivers hang`, 1, [1_000, 15_000], async () => {
        for (const receiver of receivers) receiver.answer = () => new Promise<Response>(() => undefined);
        return () => {
          for (const receiver of receivers) receiver.answer = accept;
        };
      }),
    ],
    async check({ events }) {
      const violations: Violation[] = [];
      const distinct = () => new Set(arrivals.map(({ webhookId }) => webhookId)).size;
      await until('all events to arrive', () => distinct() >= events.length).catch(() => undefined);
      checkArrivals(arrivals, events, (rule, detail) => void violations.push({ rule, detail }));
      return violations;
    },
    async close() {
      await Promise.all([...receivers, healthy].map((receiver) => receiver.stop()));
      await opened.close();
    },
  };
}
