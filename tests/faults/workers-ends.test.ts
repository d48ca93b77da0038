import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sqlite } from '../support/engines.ts';
import type { Connection } from '../support/http/connection.ts';
import { childrenOf, end, halt, isAlive, kill } from '../support/process/processes.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { addPet, canShareAPort, closeAll, connectToEach } from '../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const env = { PETSTORE_WORKERS: '2' };
const draft = '{"name":"Slow","categoryId":1}';

/** Processes that must have ended after these tests, even after failed ones. */
const seen = new Set<number>();
afterAll(() => {
  for (const pid of seen) end(pid);
});

async function start(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const server = await startServer({ ...options, env: { ...env, ...options.env } });
  workersOf(server);
  return server;
}

function workersOf(server: TestServer): number[] {
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
async function untilReplaced(server: TestServer, gone: number | undefined): Promise<void> {
  const linesOf = (pattern: RegExp) => server.output.stderr.split('\n').filter((line) => pattern.test(line));
  await until('another worker', () => {
    const ended = linesOf(/worker \d ended \(/);
    const hasEnded = ended.some((line) => line.endsWith(`"pid":${gone}}`));
    return hasEnded && linesOf(/worker \d serves.*\}$/).length === ended.length;
  });
  expect(workersOf(server)).not.toContain(gone);
}

/** Begins a request at each worker that is in progress until `finish` is called. */
async function beginSlowRequests(server: TestServer) {
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
async function expectCleanStop(
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

describe.if(canShareAPort)('with two workers', () => {
  let server: TestServer;
  let folder: ScratchFolder;
  beforeAll(async () => {
    folder = makeScratchFolder();
    server = await start({ env: { TMPDIR: folder.path, PETSTORE_RATE_LIMIT: '1000' } });
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  test('those that end or hang are replaced and counted with the others, even after the temporary folder was removed', async () => {
    const remaining = async () =>
      Number(/r=(\d+)/.exec((await server.fetch('/v1/pets')).headers.get('RateLimit') ?? '')?.[1]);
    expect([await remaining(), await remaining()]).toEqual([999, 998]);
    folder.remove();
    for (const victim of workersOf(server)) kill(victim, 'SIGKILL');
    const serving = (count: number) => () => server.output.stderr.match(/worker \d serves/g)?.length === count;
    await until('two other workers', serving(2));
    expect(await remaining()).toBe(997);

    const [hung] = workersOf(server);
    await halt(hung);
    await until('another worker', serving(3));
    expect(workersOf(server)).not.toContain(hung);
    expect(server.output.stderr).toMatch(/"event":"worker \d does not respond, ending it"/);
    expect(server.output.stderr.match(/"event":"worker \d ended \(SIGKILL\), starting another"/g)).toHaveLength(3);
    const connections = await connectToEach(server, 2, 1);
    const statuses = connections.flat().map(async (one) => (await one.send({ path: '/v1/pets' })).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    closeAll(connections);
  });

  test('one that is told to stop finishes requests in progress, ends, and is replaced', async () => {
    const slow = await beginSlowRequests(server);
    const told = Math.max(...workersOf(server));
    kill(told, 'SIGTERM');
    await until('the worker to be told', () => /"event":"stopping","worker":\d/.test(server.output.stderr));
    expect(workersOf(server)).toContain(told);
    expect(await slow.finish()).toEqual([201, 201]);
    await untilReplaced(server, told);
    expect(server.output.stderr).toMatch(/worker \d ended \(exit code 0\), starting another/);
    closeAll(await connectToEach(server, 2, 1));
  });
});

test.if(canShareAPort)(
  'a supervisor that is killed leaves no process behind, and its port is free; the next one stops its workers at a signal as they stop at their own',
  async () => {
    const database = await sqlite.makeDatabase({ isMigrated: true });
    const first = await start({ database, env: { PETSTORE_RATE_LIMIT: '1000' } });
    const { port } = new URL(first.url);
    const connections = await connectToEach(first, 2, 2);
    const ids: number[] = [];
    for (const connection of connections.flat()) ids.push(JSON.parse((await addPet(connection, 'Kept')).body).id);
    first.signal('SIGKILL');
    await first.exited;
    await until('the end of all workers', () => [...seen].filter(isAlive).length === 0);
    const second = await start({ database, env: { PORT: port } });
    for (const id of ids) expect((await second.fetch(`/v1/pets/${id}`)).status).toBe(200);
    closeAll(connections);
    await expectCleanStop(second, 'SIGTERM', [second.pid]);
    await database.remove();
  },
);
