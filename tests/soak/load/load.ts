import type { Random } from '../../../src/lib/seeded-random.ts';
import type { TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';
import type { History, Recorder } from '../history/history.ts';
import { runCatalogue } from './catalogue.ts';
import { Client } from './client.ts';
import { Follower } from './follower.ts';
import { runMarket } from './market.ts';

/** The nodes of a service. Their addresses stay the same when they are started again. */
export type LoadedNode = Pick<TestServer, 'url' | 'fetch'>;

export interface Load {
  /** Waits until further changes are acknowledged. */
  untilMore(count: number): Promise<void>;
  /** Makes a change through one node, again and again until it is acknowledged. */
  probe(node: number): Promise<void>;
  /**
   * Ends the clients when their last changes are answered, and the followers when they have reached this event, or at
   * once without one.
   */
  stop(findEnd?: () => Promise<number>): Promise<History>;
  /** Ends all clients at once. */
  abort(): void;
}

const catalogueClients = 8;
const markets = 2;
const buyersOfMarket = 4;
const followers = 2;

/** Starts clients that change animals and orders, and followers of the event stream. */
export function startLoad(nodes: readonly LoadedNode[], random: Random, recorder: Recorder): Load {
  const urls = nodes.map(({ url }) => url);
  const clients: Client[] = [];
  let isOver = false;
  let probes = 0;

  function connect(name: string): Client {
    const client = new Client({ name, urls, random: random.fork(name), recorder });
    clients.push(client);
    return client;
  }

  const work = [
    ...numbers(catalogueClients).map((number) => runCatalogue(connect(`client-${number}`), number, () => isOver)),
    ...numbers(markets).map((market) => {
      const buyers = numbers(buyersOfMarket).map((buyer) => connect(`buyer-${market}-${buyer}`));
      return runMarket(connect(`market-${market}`), buyers, () => isOver);
    }),
  ];
  const following = numbers(followers).map((number) => {
    const name = `follower-${number}`;
    return new Follower(name, nodes, random.fork(name), recorder.clock);
  });
  const prober = connect('probe');
  return {
    async untilMore(count) {
      const target = recorder.acknowledged + count;
      await until(
        `${target} acknowledged changes`,
        () => recorder.acknowledged,
        (seen) => seen >= target,
      );
    },
    async probe(node) {
      const label = `probe-${++probes}`;
      await prober.insist({ kind: 'create', name: label, categoryId: 2, key: label }, node);
    },
    async stop(findEnd) {
      isOver = true;
      await Promise.all(work);
      const end = await findEnd?.();
      if (end !== undefined) {
        const positions = () => following.map(({ lastId }) => lastId);
        await until('followers to reach the end of the log', positions, (ids) => ids.every((id) => id >= end));
      }
      const followed = await Promise.all(following.map((follower) => follower.stop(end !== undefined)));
      for (const client of clients) client.close();
      return { attempts: recorder.attempts, reads: recorder.reads, walks: recorder.walks, followed };
    },
    abort() {
      isOver = true;
      for (const client of clients) client.close();
      for (const follower of following) void follower.stop(false);
    },
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
