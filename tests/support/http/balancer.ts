import { connect, createServer, type Socket } from 'node:net';
import { atEnd } from '../at-end.ts';
import { until } from '../until.ts';

/** A TCP load balancer. It sends each connection to one ready node, and repeats nothing. */
export interface Balancer {
  readonly url: string;
  /** Sends it no connection until the next check has found it ready. */
  doubt(node: string): void;
  /** Waits until the balancer sends connections to a node. */
  untilReady(node: string): Promise<void>;
  close(): void;
}

const checkIntervalMs = 50;
/** A node is taken out only after so many failed checks in a row. */
const fall = 3;

/** Starts a balancer that checks `/readyz` of each node at intervals. */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const failures = new Map(nodes.map((node) => [node, fall]));
  const sockets = new Set<Socket>();
  let next = 0;

  const check = async (node: string) => {
    const isReady = await fetch(`${node}/readyz`, { keepalive: false }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (failures.has(node)) failures.set(node, isReady ? 0 : (failures.get(node) ?? 0) + 1);
  };
  const timer = setInterval(() => void Promise.all([...failures.keys()].map(check)), checkIntervalMs);

  const server = createServer((client) => {
    const ready = [...failures].filter(([, failed]) => failed < fall).map(([node]) => node);
    const node = ready[next++ % ready.length];
    if (node === undefined) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(node);
    const target = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.end();
      });
      from.on('data', (piece) => to.write(piece));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const balancer: Balancer = {
    url: `http://127.0.0.1:${port}`,
    doubt: (node) => failures.set(node, fall),
    untilReady: async (node) => void (await until(`${node} to be ready`, () => failures.get(node) === 0)),
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  atEnd(async () => balancer.close());
  return balancer;
}
