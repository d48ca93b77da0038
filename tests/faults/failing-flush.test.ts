import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type ScratchDatabase, sqlite } from '../support/engines.ts';
import { type Disk, findDiskObstacle, makeDisk } from '../support/faults/disk.ts';
import { bodyOf } from '../support/http/body.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { failingCheckpointProgram } from '../support/process/failing-checkpoint-program.ts';
import { petstore, shortLived } from '../support/process/program.ts';
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

  test('delays no write if only those of the database file fail, and is reported', async () => {
    const other = await sqlite.makeDatabase({ isMigrated: true });
    const program = Bun.spawn([process.execPath, failingCheckpointProgram], {
      env: { ...process.env, ...shortLived, ...makeDisk().env, DATABASE_URL: other.url },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [printed, failure] = await Promise.all([program.stdout.text(), program.stderr.text()]);
    expect([failure, await program.exited]).toEqual(['', 0]);
    const lines = printed.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/ERROR a checkpoint of the database failed .*check the disk.*SQLITE_IOERR|disk I\/O error/),
      'written, failures: true',
      expect.stringContaining('INFO checkpoints of the database succeed again'),
    ]);
    expect(await other.run('SELECT count(*) FROM settings')).toEqual([[2n]]);
    await other.remove();
  });
});

describe.skipIf(obstacle !== undefined)('a PostgreSQL whose flushes fail', () => {
  test('makes the outcome of a write unknown, and says so; a retry with the same key is carried out once', async () => {
    const disk = makeDisk();
    const postgres = await PostgresServer.start({}, disk.env);
    await postgres.trustClients();
    const database = await postgres.makeDatabase();
    let end: () => void = () => undefined;
    const server = await startServer({ database, env: { PETSTORE_DATABASE_WAIT: '0' } });
    expect((await create(server, 'before')).status).toBe(201);
    await server.untilSettled();

    const names = ['keyed', 'other', 'another', 'third'];
    let messages: string[] = [];
    const repair = async () => {
      await postgres.stop('kill');
      end();
      await postgres.restart();
    };
    const failing = async () => {
      end = disk.fail('fail-flush');
      // Concurrent creates share a transaction, which must not run again.
      const failed = await Promise.all(
        names.map((name) => create(server, name, name === 'keyed' ? 'during' : undefined)),
      );
      expect(failed.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
      messages = await Promise.all(failed.map(async (answer) => (await bodyOf<{ message: string }>(answer)).message));
    };
    await failing();
    // Another write, as of the last use of the key, may have been the first to fail, so that no create was sent.
    while (messages.every((message) => message.includes('Nothing was changed'))) {
      await repair();
      await until('the server to write again', async () => (await create(server, 'between')).status, 201);
      await failing();
    }
    expect(messages.some((message) => message.includes('is unknown'))).toBe(true);
    await repair();

    const again = await until(
      'the create to succeed',
      () => create(server, 'keyed', 'during'),
      ({ status }) => status === 201,
    );
    expect((await bodyOf(again)).name).toBe('keyed');
    const found = (await database.run("SELECT name FROM pets WHERE name <> 'between'")).map(([name]) => name);
    expect(new Set(found).size).toBe(found.length);
    const refused = names.slice(1).filter((_, index) => messages[index + 1]?.includes('Nothing was changed'));
    expect(refused.filter((name) => found.includes(name))).toEqual([]);
    await server.stop();
    await postgres.remove();
  });
});

test('a limit of file sizes is named in the log', async () => {
  const command = ['sh', '-c', 'ulimit -f 2048 && exec "$@"', 'petstore', ...petstore()];
  const server = await startServer({ command });
  const name = 'Rex '.repeat(20).trim();
  const createMany = () => Promise.all(Array.from({ length: 50 }, async () => (await create(server, name)).status));
  await until('a write to be refused', createMany, (statuses) => statuses.includes(503));
  const words = 'the disk refuses writes; check it, and the limits of file sizes (ulimit -f)';
  await until('the reason to be logged', () => server.output.stderr.includes(words));
  await server.stop();
});
