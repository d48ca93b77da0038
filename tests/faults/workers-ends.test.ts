import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgres, sqlite } from '../support/engines.ts';
import type { Connection } from '../support/http/connection.ts';
import { childrenOf, end, isAlive, kill } from '../support/process/processes.ts';
import { run } from '../support/process/program.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { addPet, canShareAPort, closeAll, connectToEach } from '../support/process/workers.ts';
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

/** Longer than the time in which two signals count as one. */
const sameSignalMs = 300;

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

describe.if(canShareAPort)('workers that are stopped', () => {
  const each = [
    { how: 'on SQLite, by a signal to their supervisor', engine: sqlite, signal: 'SIGTERM', isForAll: false },
    {
      how: 'on PostgreSQL, by a signal to all processes, as from a terminal',
      engine: postgres,
      signal: 'SIGINT',
      isForAll: true,
    },
  ] as const;
  test.each(each)(
    '$how, finish the requests in progress, report that they are not ready, and exit with code 0',
    async (stop) => {
      const server = await start({ engine: stop.engine });
      const slow = await beginSlowRequests(server);
      const signalled = stop.isForAll ? [...workersOf(server), server.pid] : [server.pid];
      for (const pid of signalled) kill(pid, stop.signal);
      await untilStopping(server, signalled.length);
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
    },
  );
});

describe.if(canShareAPort)('with two workers', () => {
  interface Line {
    time: string;
    event: string;
    pid: number;
  }

  let server: TestServer;
  beforeAll(async () => {
    server = await start();
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

  test('one that is killed closes its own connections, and those of the other worker stay open', async () => {
    const [one, other] = (await connectToEach(server, 2, 1)).flat();
    const victim = Math.max(...workersOf(server));
    kill(victim, 'SIGKILL');
    await untilReplaced(server, victim);
    const ask = (connection: Connection | undefined) =>
      connection?.send({ path: '/v1/pets' }).then(
        ({ status }) => status,
        () => 'closed',
      );
    expect(new Set([await ask(one), await ask(other)])).toEqual(new Set([200, 'closed']));
    closeAll(await connectToEach(server, 2, 1));
  });

  test('one that dies repeatedly is replaced after an increasing delay', async () => {
    const linesOf = (pattern: RegExp) =>
      server.output.stderr
        .split('\n')
        .filter((line) => pattern.test(line) && line.endsWith('}'))
        .map((line): Line => JSON.parse(line));
    const fromNowOn = (pattern: RegExp) => {
      const { length } = linesOf(pattern);
      return () => linesOf(pattern).slice(length);
    };
    const [ends, starts] = [fromNowOn(/worker \d ended/), fromNowOn(/worker \d serves/)];
    let [pid] = workersOf(server);
    for (let round = 1; round <= 4; round++) {
      kill(pid, 'SIGKILL');
      await until('another worker', () => starts().length === round);
      pid = starts().at(-1)?.pid;
      workersOf(server);
    }
    const gaps = starts().map(({ time }, index) => Date.parse(time) - Date.parse(ends()[index]?.time ?? ''));
    for (const [index, least] of [100, 200, 400, 800].entries()) expect(gaps[index]).toBeGreaterThanOrEqual(least - 5);
  });

  test('a second service says in one line that they use the port', async () => {
    await expectPortInUse(new URL(server.url).port);
  });

  test('all end at once on a second signal', async () => {
    const slow = await beginSlowRequests(server);
    server.signal('SIGTERM');
    // Of the service itself: a worker has stopped before.
    await until('the service to stop', () => server.output.stderr.includes('"event":"stopping","signal"'));
    // Two signals within a quarter of a second count as one.
    await Bun.sleep(sameSignalMs);
    server.signal('SIGTERM');
    expect(await server.exited).toBe(143);
    await until('the end of all processes', () => [...seen].filter(isAlive).length === 0);
    slow.close();
    await server.stop();
  });
});

/** Starts a second service on a port in use. */
async function expectPortInUse(port: string): Promise<void> {
  const other = await sqlite.makeDatabase();
  const result = await run(['serve', '--workers', '2'], { PORT: port, DATABASE_URL: other.url });
  expect(result).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `petstore: cannot listen on 127.0.0.1:${port}: the port is already in use; stop the program that uses it, or choose another port with --port\n`,
  });
  await other.remove();
}

describe.if(canShareAPort)('a supervisor that is killed', () => {
  test('leaves no process behind, and its port is free', async () => {
    const database = await sqlite.makeDatabase({ isMigrated: true });
    const first = await start({ database, env: { PETSTORE_RATE_LIMIT: '1000' } });
    const port = new URL(first.url).port;
    const connections = await connectToEach(first, 2, 2);
    const ids: number[] = [];
    for (const connection of connections.flat()) ids.push(JSON.parse((await addPet(connection, 'Kept')).body).id);
    first.signal('SIGKILL');
    await first.exited;
    await until('the end of all workers', () => [...seen].filter(isAlive).length === 0);
    const second = await startServer({ database, env: { PORT: port } });
    for (const id of ids) expect((await second.fetch(`/v1/pets/${id}`)).status).toBe(200);
    closeAll(connections);
    expect(await second.stop()).toBe(0);
    await database.remove();
  });
});

describe.if(canShareAPort)('workers that cannot start', () => {
  test('say in one line that a service without workers uses the port', async () => {
    const first = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
    await expectPortInUse(String(first.port));
    await first.stop(true);
  });

  test('end the start with one line and leave nothing running', async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    const role = `guest_${crypto.randomUUID().replaceAll('-', '')}`;
    await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'guest' CONNECTION LIMIT 10`);
    await database.run(`GRANT ALL ON SCHEMA public TO ${role}`);
    await database.run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const url = database.url.replace(/\/\/[^@]+@/, `//${role}:guest@`);
    const { exitCode, stdout, stderr } = await run(['serve', '--workers', '2'], { PORT: '0', DATABASE_URL: url });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^petstore: .*too many connections for role.*\n$/);
    const connections = `SELECT count(*)::text FROM pg_stat_activity WHERE usename = '${role}'`;
    await until(
      'the end of all connections',
      () => database.run(connections),
      ([row]) => row?.[0] === '0',
    );
    await database.run(`DROP OWNED BY ${role}`);
    await database.run(`DROP ROLE ${role}`);
    await database.remove();
  });
});
