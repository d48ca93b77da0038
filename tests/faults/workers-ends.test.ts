import { afterEach, describe, expect, test } from 'bun:test';
import type { Connection } from '../support/connection.ts';
import { engines, postgres, sqlite } from '../support/engines.ts';
import { readAllNames, startLoad, untilMore } from '../support/load.ts';
import { run } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { addPet, canShareAPort, childrenOf, closeAll, connectToEach, isAlive, kill } from '../support/workers.ts';

const env = { PETSTORE_WORKERS: '2' };
const draft = '{"name":"Slow","categoryId":1}';

/** Processes that must have ended after each test, even after a failed one. */
const seen = new Set<number>();
afterEach(() => {
  for (const pid of seen) if (isAlive(pid)) kill(pid, 'SIGKILL');
  seen.clear();
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

async function untilReplaced(server: TestServer, gone: number | undefined): Promise<void> {
  const isReplaced = (pids: number[]) => pids.length === 2 && pids.every((pid) => pid !== gone);
  await until('another worker', () => workersOf(server), isReplaced);
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

describe.if(canShareAPort).each(engines)('on $name a worker that is killed', (engine) => {
  test('under load loses no acknowledged write and is replaced, while the other one continues', async () => {
    const server = await start({ engine });
    const load = startLoad([server]);
    for (let round = 0; round < 3; round++) {
      await untilMore(load);
      const [victim] = workersOf(server);
      kill(victim, 'SIGKILL');
      await untilMore(load);
      await untilReplaced(server, victim);
    }
    await untilMore(load);
    await load.stop();
    expect([load.givenTwice, load.unexpected]).toEqual([[], []]);
    const names = await readAllNames(server);
    expect([...load.acknowledged].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
    expect(names.size).toBe(load.acknowledged.size);
    expect(server.output.stderr.match(/worker \d ended \(SIGKILL\), starting another/g)).toHaveLength(3);
    expect(await server.stop()).toBe(0);
  });

  test('closes its own connections, and those of the other worker stay open', async () => {
    const server = await start({ engine });
    const [one, other] = (await connectToEach(server, 2, 1)).flat();
    const [victim] = workersOf(server);
    kill(victim, 'SIGKILL');
    await untilReplaced(server, victim);
    const ask = (connection: Connection | undefined) =>
      connection?.send({ path: '/v1/pets' }).then(
        ({ status }) => status,
        () => 'closed',
      );
    expect(new Set([await ask(one), await ask(other)])).toEqual(new Set([200, 'closed']));
    closeAll(await connectToEach(server, 2, 1));
    await server.stop();
  });
});

describe.if(canShareAPort)('a worker that dies repeatedly', () => {
  interface Line {
    time: string;
    event: string;
    pid: number;
  }

  test('is replaced after an increasing delay', async () => {
    const server = await start();
    const linesOf = (pattern: RegExp) =>
      server.output.stderr
        .split('\n')
        .filter((line) => pattern.test(line) && line.endsWith('}'))
        .map((line): Line => JSON.parse(line));
    const ends = () => linesOf(/worker 1 ended/);
    const starts = () => linesOf(/worker 1 serves/);
    let pid: number | undefined = Math.min(...workersOf(server));
    for (let round = 1; round <= 4; round++) {
      kill(pid, 'SIGKILL');
      await until(
        'another worker',
        () => starts().length,
        (seen) => seen === round,
      );
      pid = starts().at(-1)?.pid;
      workersOf(server);
    }
    const gaps = starts().map(({ time }, index) => Date.parse(time) - Date.parse(ends()[index]?.time ?? ''));
    for (const [index, least] of [100, 200, 400, 800].entries()) expect(gaps[index]).toBeGreaterThanOrEqual(least - 5);
    expect(await server.stop()).toBe(0);
  });
});

describe.if(canShareAPort)('a worker that is told to stop', () => {
  test('finishes requests in progress, ends, and is replaced', async () => {
    const server = await start();
    const slow = await beginSlowRequests(server);
    const [told] = workersOf(server);
    kill(told, 'SIGTERM');
    await until(
      'the worker to be told',
      () => server.output.stderr,
      (text) => /"event":"stopping","worker"/.test(text),
    );
    expect(workersOf(server)).toContain(told ?? 0);
    expect(await slow.finish()).toEqual([201, 201]);
    await untilReplaced(server, told);
    expect(server.output.stderr).toMatch(/"event":"stopping","worker":\d/);
    expect(server.output.stderr).toMatch(/worker \d ended \(exit code 0\), starting another/);
    closeAll(await connectToEach(server, 2, 1));
    expect(await server.stop()).toBe(0);
  });
});

describe.if(canShareAPort).each(engines)('stopping workers on $name', (engine) => {
  test('finishes the requests in progress at each of them, reports that they are not ready, and exits with code 0', async () => {
    const server = await start({ engine });
    const slow = await beginSlowRequests(server);
    server.signal('SIGTERM');
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
  });

  test('aborts no request when all processes are signalled at once, as a terminal does', async () => {
    const server = await start({ engine });
    const slow = await beginSlowRequests(server);
    for (const pid of [...workersOf(server), server.pid]) kill(pid, 'SIGINT');
    await untilStopping(server, 3);
    expect(await slow.finish()).toEqual([201, 201]);
    expect(await server.exited).toBe(0);
    expect([...seen].filter(isAlive)).toEqual([]);
    expect(server.output.stderr).not.toContain('starting another');
    await server.stop();
  });

  test('ends all of them at once on a second signal', async () => {
    const server = await start({ engine });
    const slow = await beginSlowRequests(server);
    server.signal('SIGTERM');
    await untilStopping(server, 1);
    // Two signals within a quarter of a second count as one.
    await Bun.sleep(sameSignalMs);
    server.signal('SIGTERM');
    expect(await server.exited).toBe(143);
    await until(
      'the end of all processes',
      () => [...seen].filter(isAlive),
      ({ length }) => length === 0,
    );
    slow.close();
    await server.stop();
  });
});

describe.if(canShareAPort)('a supervisor that is killed', () => {
  test('leaves no process behind, and its port is free', async () => {
    const database = await sqlite.makeDatabase();
    const first = await start({ database, env: { PETSTORE_RATE_LIMIT: '1000' } });
    const port = new URL(first.url).port;
    const connections = await connectToEach(first, 2, 2);
    const ids: number[] = [];
    for (const connection of connections.flat()) ids.push(JSON.parse((await addPet(connection, 'Kept')).body).id);
    first.signal('SIGKILL');
    await first.exited;
    await until(
      'the end of all workers',
      () => [...seen].filter(isAlive),
      ({ length }) => length === 0,
    );
    const second = await start({ database, env: { PORT: port } });
    for (const id of ids) expect((await second.fetch(`/v1/pets/${id}`)).status).toBe(200);
    closeAll(connections);
    expect(await second.stop()).toBe(0);
    await database.remove();
  });
});

describe.if(canShareAPort)('workers that cannot start', () => {
  test.each(['1', '2'])('say in one line that a service with PETSTORE_WORKERS=%s uses the port', async (workers) => {
    const first = await start({ env: { PETSTORE_WORKERS: workers } });
    const port = new URL(first.url).port;
    const other = await sqlite.makeDatabase();
    const result = await run(['serve', '--workers', '2'], { PORT: port, DATABASE_URL: other.url });
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `petstore: cannot listen on 127.0.0.1:${port}: the port is already in use; stop the program that uses it, or choose another port with --port\n`,
    });
    await other.remove();
    await first.stop();
  });

  test('end the start with one line and leave nothing running', async () => {
    const database = await postgres.makeDatabase();
    const role = `guest_${crypto.randomUUID().replaceAll('-', '')}`;
    await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'guest' CONNECTION LIMIT 10`);
    await database.run(`GRANT ALL ON SCHEMA public TO ${role}`);
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
