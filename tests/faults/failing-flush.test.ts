import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { type Disk, findDiskObstacle, makeDisk } from '../support/faults/disk.ts';
import { bodyOf } from '../support/http/body.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

const obstacle = findDiskObstacle();
if (obstacle !== undefined) console.log(`skipped: ${obstacle}`);

const create = (server: TestServer, name: string, key?: string) =>
  server.send('POST', '/v1/pets', { name, categoryId: 1 }, key === undefined ? {} : { 'Idempotency-Key': key });

describe.skipIf(obstacle !== undefined)('a disk whose flushes fail', () => {
  let database: ScratchDatabase;
  let disk: Disk;
  /** The first two tests use it one after the other. */
  let server: TestServer;

  beforeAll(async () => {
    disk = makeDisk();
    database = await sqlite.makeDatabase({ isMigrated: true });
    server = await startServer({ database, env: disk.env });
  });
  afterAll(() => database.remove());

  test('makes a service unready for writes until flushes work again, without waiting for a write of a client', async () => {
    const probes = async () => {
      const answers = ['', '/reads', '/writes'].map((path) => server.fetch(`/readyz${path}`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    // While it reads, the log is not copied as a whole: else the next transaction would mark the log that it begins.
    const reader = new Database(database.url.replace('sqlite:', ''), { readonly: true });
    reader.run('BEGIN');
    reader.query('SELECT 1 FROM pets').get();
    expect((await create(server, 'unchanged')).status).toBe(201);
    const repair = disk.fail('fail-flush');
    let refused = 0;
    for (; refused < 20; refused++) expect((await create(server, 'refused', 'refused')).status).toBe(503);
    // A write that changes nothing needs no flush, unless it is in one transaction with the service's own probe.
    await until('a write that changes nothing', async () => {
      const { status } = await server.send('PATCH', '/v1/pets/1', {});
      if (status === 503) refused++;
      return status === 200;
    });
    expect(await probes()).toEqual([503, 200, 503]);
    reader.close();
    const failure = '"event":"the storage is not available for writes"';
    await until('the failure to be logged', () => server.output.stderr.includes(failure));
    repair();
    await until('readiness', async () => (await probes()).every((status) => status === 200));
    expect((await create(server, 'refused', 'refused')).status).toBe(201);
    await until('the end to be logged', () => /is available for writes again".*\n/.test(server.output.stderr));
    const lines = server.output.stderr
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    const changes = lines.filter(({ event }) => /^the storage is/.test(event));
    expect(changes).toMatchObject([
      { level: 'error', cause: expect.stringContaining('disk I/O error') },
      { level: 'info', event: 'the storage is available for writes again', refusedRequests: refused },
    ]);
    // One line for the first rejected request, and none with a stack trace.
    expect(lines.filter(({ requestId }) => requestId !== undefined)).toHaveLength(1);
    expect(server.output.stderr).not.toMatch(/\\n +at /);
  });

  test('makes the outcome of a write unknown, and says so; a retry with the same key is carried out once', async () => {
    expect((await create(server, 'before', 'before')).status).toBe(201);
    const repair = disk.fail('fail-flush');
    const failed = await create(server, 'during', 'during');
    const said = { code: 'unavailable', status: 503, message: expect.stringContaining('unknown') };
    expect(await bodyOf<unknown>(failed)).toEqual(said);
    server.signal('SIGKILL');
    await server.exited;
    repair();

    const again = await startServer({ database, env: disk.env });
    expect((await create(again, 'during', 'during')).status).toBe(201);
    expect((await create(again, 'after', 'after')).status).toBe(201);
    const pets = await bodyOf<{ name: string }[]>(await again.fetch('/v1/pets'));
    expect(pets.map(({ name }) => name)).toEqual(['unchanged', 'refused', 'before', 'during', 'after']);
    expect(await again.stop()).toBe(0);
  });
});
