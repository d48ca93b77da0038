import { expect } from 'bun:test';
import type { Connection } from '../http/connection.ts';
import { until } from '../until.ts';
import { childrenOf, isAlive, kill } from './processes.ts';
import { startServer, type TestServer } from './server.ts';
import { closeAll, connectToEach } from './workers.ts';

const env = { PETSTORE_WORKERS: '2' };

const draft = '{"name":"Slow","categoryId":1}';

/** Processes that must have ended after these tests, even after failed ones. */
export const seen = new Set<number>();

export async function start(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const server = await startServer({ ...options, env: { ...env, ...options.env } });
  workersOf(server);
  return server;
}

export function workersOf(server: TestServer): number[] {
  const pids = childrenOf(server.pid);
  for (const pid of [server.pid, ...pids]) seen.add(pid);
  return pids;
}

/** Waits until this many processes of a server report that they are stopping. */
async function untilStopping(server: TestServer, processes: number): Promise<void> {
  const count = () => server.output.stderr.split('"event":"stopping"').length - 1;
  await until(`${processes} processes to stop`, count, (stopping) => stopping === processes);
}

/** Waits until all workers that ended are replaced, this one among them. */
export async function untilReplaced(server: TestServer, gone: number | undefined): Promise<void> {
  const linesOf = (pattern: RegExp) => server.output.stderr.split('\n').filter((line) => pattern.test(line));
  await until('another worker', () => {
    const ended = linesOf(/worker \d ended \(/);
    const hasEnded = ended.some((line) => line.endsWith(`"pid":${gone}}`));
    return hasEnded && linesOf(/worker \d serves.*\}$/).length === ended.length;
  });
  expect(workersOf(server)).not.toContain(gone);
}

/** Begins a request at each worker that is in progress until `finish` is called. */
export async function beginSlowRequests(server: TestServer) {
  const connections: Connection[] = [];
  for (const [slow, other] of await connectToEach(server, 2, 2)) {
    if (slow === undefined || other === undefined) continue;
    slow.begin({ method: 'POST', path: '/v1/pets', body: draft }, 5);
    // The response shows that the worker has read what was sent before.
    await other.send({ path: '/livez' });
    other.close();
    connections.push(slow);
  }
  return {
    finish: async () => {
      const replies = await Promise.all(connections.map((connection) => connection.finish()));
      for (const connection of connections) connection.close();
      return replies.map(({ status }) => status);
    },
    close: () => closeAll([connections]),
  };
}

/** Sends a signal to these processes of a server, and checks that it finishes what is in progress, and ends. */
export async function expectCleanStop(
  server: TestServer,
  signal: 'SIGTERM' | 'SIGINT',
  pids: readonly number[],
): Promise<void> {
  const slow = await beginSlowRequests(server);
  for (const pid of pids) kill(pid, signal);
  await untilStopping(server, pids.length);
  const readyz = await until(
    'workers not to be ready',
    () => server.fetch('/readyz'),
    ({ status }) => status === 503,
  );
  expect([readyz.status, readyz.headers.get('Connection')]).toEqual([503, 'close']);
  expect(await slow.finish()).toEqual([201, 201]);
  expect(await server.exited).toBe(0);
  expect([...seen].filter(isAlive)).toEqual([]);
  expect(server.output.stderr).not.toContain('starting another');
  await server.stop();
}
