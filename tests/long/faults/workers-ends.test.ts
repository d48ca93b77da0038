import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgres, sqlite } from '../../support/engines.ts';
import type { Connection } from '../../support/http/connection.ts';
import {
  beginSlowRequests,
  expectCleanStop,
  seen,
  start,
  untilReplaced,
  workersOf,
} from '../../support/process/ending-workers.ts';
import { end, isAlive, kill } from '../../support/process/processes.ts';
import { run } from '../../support/process/program.ts';
import type { TestServer } from '../../support/process/server.ts';
import { canShareAPort, closeAll, connectToEach } from '../../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../../support/scratch.ts';
import { until } from '../../support/until.ts';

afterAll(() => {
  for (const pid of seen) end(pid);
});

/** Longer than the time in which two signals count as one. */
const sameSignalMs = 300;

test.if(canShareAPort)(
  'workers on PostgreSQL that are stopped by a signal to all processes, as from a terminal, finish the requests in progress, report that they are not ready, and exit with code 0',
  async () => {
    const server = await start({ engine: postgres });
    await expectCleanStop(server, 'SIGINT', [...workersOf(server), server.pid]);
  },
);

describe.if(canShareAPort)('with two workers', () => {
  interface Line {
    time: string;
    event: string;
    pid: number;
  }

  let server: TestServer;
  let folder: ScratchFolder;
  beforeAll(async () => {
    folder = makeScratchFolder();
    server = await start({ env: { TMPDIR: folder.path, PETSTORE_RATE_LIMIT: '1000' } });
  });
  afterAll(() => folder.remove());

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
    for (let round = 1; round <= 3; round++) {
      kill(pid, 'SIGKILL');
      await until('another worker', () => starts().length === round);
      pid = starts().at(-1)?.pid;
      workersOf(server);
    }
    const gaps = starts().map(({ time }, index) => Date.parse(time) - Date.parse(ends()[index]?.time ?? ''));
    for (const [index, least] of [100, 200, 400].entries()) expect(gaps[index]).toBeGreaterThanOrEqual(least - 5);
  });

  test('a second service says in one line that they use the port', async () => {
    const { port } = new URL(server.url);
    const other = await sqlite.makeDatabase();
    const result = await run(['serve', '--workers', '2'], { PORT: port, DATABASE_URL: other.url });
    expect(result).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `petstore: cannot listen on 127.0.0.1:${port}: the port is already in use; stop the program that uses it, or put another port before the command: PORT=8081\n`,
    });
    await other.remove();
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

test.if(canShareAPort)('workers that cannot start end the start with one line and leave nothing running', async () => {
  const database = await postgres.makeDatabase({ isMigrated: true });
  const role = `guest_${crypto.randomUUID().replaceAll('-', '')}`;
  await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'guest' CONNECTION LIMIT 10`);
  await database.run(`GRANT ALL ON SCHEMA public TO ${role}`);
  await database.run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  const url = database.url.replace(/\/\/[^@]+@/, `//${role}:guest@`);
  const { exitCode, stdout, stderr } = await run(['serve', '--workers', '2'], { PORT: '0', DATABASE_URL: url });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^petstore: .*too many connections for role.*\n$/);
  const connections = `SELECT count(*) FROM pg_stat_activity WHERE usename = '${role}'`;
  await until('the end of all connections', async () => (await database.run(connections))[0]?.[0], 0n);
  await database.run(`DROP OWNED BY ${role}`);
  await database.run(`DROP ROLE ${role}`);
  await database.remove();
});
