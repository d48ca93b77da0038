import { describe, expect, test } from 'bun:test';
import { sqlite } from '../../support/engines.ts';
import { findDiskObstacle, makeDisk } from '../../support/faults/disk.ts';
import { bodyOf } from '../../support/http/body.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { failingCheckpointProgram } from '../../support/process/failing-checkpoint-program.ts';
import { petstore, shortLived } from '../../support/process/program.ts';
import { startServer, type TestServer } from '../../support/process/server.ts';
import { until } from '../../support/until.ts';

const obstacle = findDiskObstacle();
if (obstacle !== undefined) console.log(`skipped: ${obstacle}`);

const create = (server: TestServer, name: string, key?: string) =>
  server.send('POST', '/v1/pets', { name, categoryId: 1 }, key === undefined ? {} : { 'Idempotency-Key': key });

describe.skipIf(obstacle !== undefined)('a disk whose flushes fail', () => {
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
