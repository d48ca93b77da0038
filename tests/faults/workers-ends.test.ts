import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sqlite } from '../support/engines.ts';
import {
  beginSlowRequests,
  expectCleanStop,
  seen,
  start,
  untilReplaced,
  workersOf,
} from '../support/process/ending-workers.ts';
import { end, halt, isAlive, kill } from '../support/process/processes.ts';
import type { TestServer } from '../support/process/server.ts';
import { addPet, canShareAPort, closeAll, connectToEach } from '../support/process/workers.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

afterAll(() => {
  for (const pid of seen) end(pid);
});

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
