import type { Random } from '../../../cli/demo/seeded-random.ts';
import type { TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';
import type { History, Recorder } from '../history/history.ts';
import { runCatalogue } from './catalogue.ts';
import { Client, type Pace } from './client.ts';
import { startFollower } from './follower.ts';
import { runImports } from './imports.ts';
import { runInquiries } from './inquiries.ts';
import { runMarket } from './market.ts';
import { runPeople } from './people.ts';
import { runPhotos } from './photos.ts';
import { runReservations } from './reservations.ts';

/** Where clients find a service. The address stays the same when it is started again. */
export type LoadedNode = Pick<TestServer, 'url'>;

/** How many clients there are, and how long they pause at most between two requests. */
export interface LoadSize {
  readonly catalogues: number;
  /** Each with four buyers. */
  readonly markets: number;
  readonly followers: number;
  /** For each node so many that only read: they are not held up by writes. */
  readonly readers?: number;
  /** What else is done, each by a client of its own. */
  readonly others?: readonly Other[];
  readonly pauseMs: number;
}

type Other = 'reservations' | 'photos' | 'people' | 'inquiries' | 'imports';

export interface Load {
  /** Waits until further changes are acknowledged. */
  untilMore(count: number): Promise<void>;
  /** Makes a change through one node, again and again until it is acknowledged. */
  probe(node: number): Promise<void>;
  /** Requests a path that must be answered with 200. */
  ask(path: string): Promise<void>;
  /** Has so many more connections create animals. Returns a function that ends them when their last requests are answered. */
  flood(connections: number): Promise<() => Promise<unknown>>;
  /**
   * Ends the clients when their last changes are answered, and the followers when they have reached this event, or at
   * once without one.
   */
  stop(findEnd?: () => Promise<number>): Promise<History>;
  /** Ends all clients at once. */
  abort(): void;
}

const usualSize: LoadSize = {
  catalogues: 8,
  markets: 2,
  followers: 2,
  others: ['reservations', 'photos', 'people', 'inquiries', 'imports'],
  pauseMs: 6,
};
/** What the files of a database alone tell the outcome of. */
export const sizeInFiles: LoadSize = { ...usualSize, others: ['reservations'] };
const buyersOfMarket = 4;
/** Of a flood only so many connect at a time: the queue of a listening socket holds no more. */
const connectsAtOnce = 100;

/** Starts clients that change animals and orders, and followers of the event stream. */
export function startLoad(nodes: readonly LoadedNode[], random: Random, recorder: Recorder, size = usualSize): Load {
  const urls = nodes.map(({ url }) => url);
  const clients: Client[] = [];
  let isOver = false;
  let [probes, floods] = [0, 0];

  function connect(name: string): Client {
    const client = new Client({ name, urls, random: random.fork(name), recorder });
    clients.push(client);
    return client;
  }
  const pace = { pauseMs: size.pauseMs, isOver: () => isOver };
  const others: Record<Other, () => Promise<void>> = {
    reservations: () => runReservations(connect('reservations'), pace),
    photos: () => runPhotos(connect('photos'), pace),
    people: () => runPeople(connect('people'), pace, connect('people-too')),
    inquiries: () => runInquiries(connect('inquiries'), pace),
    imports: () => runImports(connect('imports'), pace, urls),
  };
  const work = [
    ...(size.others ?? []).map((other) => others[other]()),
    ...numbers(size.catalogues).map((number) => runCatalogue(connect(`client-${number}`), number, pace)),
    ...numbers(size.markets).map((market) => {
      const buyers = numbers(buyersOfMarket).map((buyer) => connect(`buyer-${market}-${buyer}`));
      return runMarket(connect(`market-${market}`), buyers, pace);
    }),
  ];
  const readers = urls.flatMap((_, node) => numbers(size.readers ?? 0).map((number) => [node, number] as const));
  work.push(...readers.map(([node, number]) => runReader(connect(`reader-${node}-${number}`), node, pace)));
  const following = numbers(size.followers).map((number) => {
    const name = `follower-${number}`;
    return startFollower(name, urls, random.fork(name), recorder.clock);
  });
  const prober = connect('probe');
  return {
    async untilMore(count) {
      const target = recorder.acknowledged + count;
      await until(`${target} acknowledged changes`, () => recorder.acknowledged >= target);
    },
    async probe(node) {
      const label = `probe-${++probes}`;
      await prober.insist({ kind: 'create', name: label, categoryId: 2, key: label }, node);
    },
    ask: (path) => prober.ask(path),
    async flood(connections) {
      const label = `flood-${++floods}`;
      const flooding: Promise<void>[] = [];
      let isFlooding = true;
      for (const number of numbers(connections)) {
        const client = connect(`${label}-${number}`);
        const node = number % urls.length;
        const first = client.ask('/livez', { node });
        if (number % connectsAtOnce === connectsAtOnce - 1) await first;
        flooding.push(first.then(() => client.createAll(3 + (number % 50), node, () => isOver || !isFlooding)));
      }
      return () => {
        isFlooding = false;
        return Promise.all(flooding);
      };
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
      return {
        attempts: recorder.attempts,
        reads: recorder.reads,
        walks: recorder.walks,
        sights: recorder.sights,
        followed,
      };
    },
    abort() {
      isOver = true;
      for (const client of clients) client.close();
      for (const follower of following) void follower.stop(false);
    },
  };
}

/** Reads a page through one node again and again. It is refused when there is no primary. */
async function runReader(client: Client, node: number, { pauseMs, isOver }: Pace): Promise<void> {
  while (!isOver()) {
    await client.ask('/v1/pets?limit=1', { node, refused: 'refused' });
    await Bun.sleep(pauseMs);
  }
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
