import { describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { sqlite } from '../support/engines.ts';
import { childrenOf, halt, isAlive, kill } from '../support/process/processes.ts';
import { startServer } from '../support/process/server.ts';
import { canShareAPort, closeAll, connectToEach } from '../support/process/workers.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

const twoWorkers = { PETSTORE_WORKERS: '2' };

describe.if(canShareAPort)('workers', () => {
  test.concurrent('that end or hang are replaced and counted with the others, even after the temporary folder was removed', async () => {
    const scratch = makeScratchFolder();
    const server = await startServer({ env: { ...twoWorkers, TMPDIR: scratch.path, PETSTORE_RATE_LIMIT: '100' } });
    const remaining = async () =>
      Number(/r=(\d+)/.exec((await server.fetch('/v1/pets')).headers.get('RateLimit') ?? '')?.[1]);
    expect([await remaining(), await remaining()]).toEqual([99, 98]);
    rmSync(scratch.path, { recursive: true });
    for (const victim of childrenOf(server.pid)) kill(victim, 'SIGKILL');
    const serving = (count: number) => () => server.output.stderr.match(/worker \d serves/g)?.length === count;
    await until('two other workers', serving(2));
    expect(await remaining()).toBe(97);

    const [hung] = childrenOf(server.pid);
    await halt(hung);
    await until('another worker', serving(3));
    expect(childrenOf(server.pid)).not.toContain(hung);
    expect(server.output.stderr).toMatch(/"event":"worker \d does not respond, ending it"/);
    expect(server.output.stderr.match(/"event":"worker \d ended \(SIGKILL\), starting another"/g)).toHaveLength(3);
    const connections = await connectToEach(server, 2, 1);
    const statuses = connections.flat().map(async (one) => (await one.send({ path: '/v1/pets' })).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    closeAll(connections);
    expect(await server.stop()).toBe(0);
  });

  test.concurrent('that cannot be started any more make the supervisor exit with one line and code 1', async () => {
    const database = await sqlite.makeDatabase({ isMigrated: true });
    const server = await startServer({ database, env: twoWorkers });
    const workers = childrenOf(server.pid);
    rmSync(database.url.replace('sqlite:', ''));
    for (const worker of workers) kill(worker, 'SIGKILL');
    expect(await server.exited).toBe(1);
    // Also reads its output to the end.
    await server.stop();
    expect(server.output.stderr).toMatch(/"event":"worker 1 cannot start".*does not exist/);
    expect(server.output.stderr).toContain('"event":"no worker could be started any more; the reasons are in the log"');
    await until('the end of all workers', () => [...workers, ...childrenOf(server.pid)].filter(isAlive).length === 0);
    await database.remove();
  });
});
