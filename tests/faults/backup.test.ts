import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backupCommand } from '../../cli/operator/backup.ts';
import { checkCommand } from '../../cli/operator/check.ts';
import { restoreCommand } from '../../cli/operator/restore.ts';
import { webhooksCommand } from '../../cli/operator/webhooks.ts';
import { createLog } from '../../src/lib/log.ts';
import { backUp, readContents, restore } from '../../src/operator/backup/backup.ts';
import { type DatabaseMetrics, startDatabaseMetrics } from '../../src/server/metrics.ts';
import firstSqlite from '../../src/store/migrations/0001.sqlite.sql' with { type: 'text' };
import { startApp, type TestApp } from '../support/app.ts';
import { unfinishedCopyIn } from '../support/data/copying.ts';
import { as } from '../support/data/keys.ts';
import { linkOf, signIn, signInAs } from '../support/data/people.ts';
import { makeDispatcher, namesIn, postWebhook } from '../support/data/webhooks.ts';
import { engineOf, fileDatabase, postgres, runOnFile, type ScratchDatabase } from '../support/engines.ts';
import { findDiskObstacle, makeDisk } from '../support/faults/disk.ts';
import { bodyOf } from '../support/http/body.ts';
import { startLoad } from '../support/http/load.ts';
import { readPages } from '../support/http/pages.ts';
import { type Receiver, startReceiver } from '../support/http/receiver.ts';
import { openStore } from '../support/open-store.ts';
import { runHere } from '../support/process/command.ts';
import { cleanEnv, petstore, run, shortLived } from '../support/process/program.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

type Service = Pick<TestApp, 'fetch'>;

const folder = makeScratchFolder();
let receiver: Receiver;
/** A service in use, and its database. */
let service: Awaited<ReturnType<typeof serve>>;
let database: ScratchDatabase;

const at = (name: string) => join(folder.path, name);
const inUse = () => ({ DATABASE_URL: database.url });
const runRestore = (from: string, { url }: ScratchDatabase) => runHere(restoreCommand(), [from, '--database-url', url]);
const webhooks = (...args: string[]) => runHere(webhooksCommand(), args);
const refusal = (attempt: Promise<unknown>) => attempt.then(() => 'no refusal', String);

/** The service in this process, with the metrics of its database. */
async function serve(database: ScratchDatabase) {
  const log = createLog(() => undefined, 'json', Date.now);
  let metrics: DatabaseMetrics | undefined;
  const started = await startApp(
    { reachesPrivateAddresses: true, measureMore: () => metrics?.measure() ?? {} },
    engineOf(database),
  );
  // Receivers compare it with the time of a signature.
  started.now = Date.now();
  const { store } = started;
  metrics = startDatabaseMetrics({ store, databaseUrl: database.url, log, clock: Date.now, intervalMs: 300 });
  return { ...started, close: () => metrics.stop().then(started.close) };
}

/** Runs a service on a file while `use` runs. */
async function serving<Result>(path: string, use: (service: TestApp) => Promise<Result>): Promise<Result> {
  const started = await serve(fileDatabase(path));
  try {
    return await use(started);
  } finally {
    await started.close();
  }
}

async function addPet(to: TestApp, name: string): Promise<number> {
  return (await bodyOf(await to.send('POST', '/v1/pets', { name, categoryId: 1 }))).id;
}

const lastEventOf = async (service: Service) => {
  const events = await bodyOf<{ id: number }[]>(await service.fetch('/v1/events?limit=100'));
  return events.at(-1)?.id ?? 0;
};

beforeAll(async () => {
  receiver = startReceiver();
  database = fileDatabase(at('service.db'));
  service = await serve(database);
});
afterAll(async () => {
  await service.close();
  await receiver.stop();
});

async function untilMeasured({ fetch }: Service, line: RegExp): Promise<void> {
  await until(`${line}`, async () => line.test(await (await fetch('/metrics')).text()));
}

describe('a backup', () => {
  test('made under load contains every write acknowledged before it began, is private to its owner, and appears in the metrics', async () => {
    const load = startLoad(service);
    await until('some animals', () => load.acknowledged.size > 100);
    const before = new Map(load.acknowledged);
    const made = await run(['backup', at('loaded.db'), '--database-url', database.url]);
    await load.stop();
    expect(load.unexpected).toEqual([]);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.stdout).toContain('verified');
    expect(statSync(at('loaded.db')).mode & 0o777).toBe(0o600);
    const db = new Database(at('loaded.db'), { readonly: true });
    const rows = db.query('SELECT id, name FROM pets').values() as [number, string][];
    db.close();
    const names = new Map(rows);
    expect([...before].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
    await untilMeasured(service, /^petstore_last_backup_timestamp_seconds 1\d{9}/m);
  });

  test('does not replace a file, and leaves none when it fails', async () => {
    writeFileSync(at('mine'), 'precious');
    const refused = await runHere(backupCommand(), [at('mine')], inUse());
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: `petstore: ${at('mine')} already exists; remove it, or name another file\n`,
    });
    expect(readFileSync(at('mine'), 'utf8')).toBe('precious');
    const toNowhere = backUp(at('service.db'), at('no/such/folder.db'));
    expect(await refusal(toNowhere)).toContain(`cannot write ${at('no/such/folder.db')}`);
    expect(await refusal(backUp(at('nothing.db'), at('x.db')))).toContain('nothing.db does not exist');
    expect(existsSync(at('x.db'))).toBe(false);
  });

  test.skipIf(findDiskObstacle() !== undefined)('fails on a full disk with its own name, in one line', async () => {
    const disk = makeDisk();
    disk.fail('full', '.partial');
    const failed = await run(['backup', at('full.db'), '--database-url', database.url], disk.env);
    expect(failed).toMatchObject({
      exitCode: 1,
      stderr: `petstore: cannot write ${at('full.db')}: the disk is full\n`,
    });
    expect(readdirSync(folder.path).filter((name) => name.startsWith('full.db'))).toEqual([]);
  });

  test('is made where a killed process with the same id, as in a container, has left an unfinished one', async () => {
    const abandoned = `${at('again.db')}.${process.pid}.partial`;
    for (const suffix of ['', '-wal']) writeFileSync(abandoned + suffix, 'half');
    await backUp(at('service.db'), at('again.db'));
    expect(readdirSync(folder.path).filter((name) => name.startsWith('again.db'))).toEqual(['again.db']);
  });

  test.each([
    ['begins to write', /^killed\.db/],
    ['has the final name', /^killed\.db$/],
  ])('that is killed when it %s is complete or does not have its final name', async (when, moment) => {
    const to = at('killed.db');
    // One that ends before the signal arrives is made again.
    const backUpKilled = async () => {
      rmSync(to, { force: true });
      const program = Bun.spawn(petstore('backup', to, '--database-url', database.url), {
        env: cleanEnv(shortLived),
        stdout: 'ignore',
        stderr: 'ignore',
      });
      const watcher = watch(folder.path, (_, name) => moment.test(name ?? '') && program.kill('SIGKILL'));
      const exitCode = await program.exited;
      watcher.close();
      return exitCode;
    };
    await until('a backup to be killed', backUpKilled, 137);
    if (existsSync(to)) await restore(to, at(`whole, ${when}.db`));
    else await backUp(at('service.db'), to);
    expect(existsSync(to)).toBe(true);
    rmSync(to);
  });

  test.each([
    [['--keep', '3'], 'flags.db does not exist; create it'],
    [['--keep-daily', '1.5'], '--keep-daily must be a number of backups'],
    [['--list'], 'flags.db is not a folder'],
    [['--list', '--verify'], '--list and --verify do nothing else'],
    [['--verify', '--keep-weekly', '3'], '--list and --verify do nothing else'],
    [['--every', 'soon'], '--every must be a number and a unit'],
    [['--every', '0s'], '--every must be 1s or longer'],
    [['--every', '1h', '--keep', '0'], '--keep must be a number of backups'],
    [['--every', '1h'], 'flags.db does not exist; create it'],
  ])('is not started with %j', async (flags, message) => {
    const { exitCode, stderr } = await runHere(backupCommand(), [at('flags.db'), ...flags], inUse());
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a restored database', () => {
  test('has all its data, and reuses no id of the lost history', async () => {
    const path = at('history.db');
    const kept = await serving(path, (service) => addPet(service, 'kept'));
    await backUp(path, at('history.backup'));
    const lost = await serving(path, async (service) => {
      const id = await addPet(service, 'lost');
      return { id, event: await lastEventOf(service) };
    });
    const restored = at('a/folder/that/is/missing/history-again.db');
    expect(await runRestore(at('history.backup'), fileDatabase(restored))).toMatchObject({ exitCode: 0, stderr: '' });
    await serving(restored, async (service) => {
      const pets = await bodyOf<{ id: number; name: string }[]>(await service.fetch('/v1/pets'));
      expect(pets).toMatchObject([{ id: kept, name: 'kept' }]);
      const follow = () => service.fetch(`/v1/events?after=${lost.event}`);
      expect((await follow()).status).toBe(410);
      expect(await addPet(service, 'new')).toBeGreaterThan(lost.id);
      expect((await follow()).status).toBe(410);
      const events = await bodyOf<{ id: number }[]>(await service.fetch('/v1/events'));
      expect(events.map(({ id }) => id)).not.toContain(lost.event);
      expect(await bodyOf(await service.fetch('/v1/store/inventory'))).toMatchObject({ available: 2 });
    });
  });

  test('has other event ids than a second one restored from the same backup', async () => {
    const events = new Set<number>();
    for (const name of ['one.db', 'other.db']) {
      await restore(at('history.backup'), at(name));
      await serving(at(name), async (service) => {
        await addPet(service, name);
        events.add(await lastEventOf(service));
      });
    }
    expect(events.size).toBe(2);
  });

  test('sends no webhook until webhooks are resumed, and then also the pending deliveries', async () => {
    await serving(at('hooks.db'), async ({ fetch }) => void (await postWebhook(fetch, `${receiver.url}/hook`)));
    await backUp(at('hooks.db'), at('hooks.backup'));
    const restored = fileDatabase(at('hooks-restored.db'));
    expect((await runRestore(at('hooks.backup'), restored)).stdout).toMatch(
      /^Webhooks are paused\..*\nEverybody is signed out\./m,
    );
    await serving(at('hooks-restored.db'), async (service) => {
      const { deliver } = makeDispatcher(service);
      await addPet(service, 'silent');
      await deliver();
      expect(receiver.received).toEqual([]);
      await untilMeasured(service, /^petstore_webhooks_paused 1$/m);
      const status = await webhooks('status', '--database-url', restored.url);
      expect(status.stdout).toBe(`Webhooks are paused: restored from ${at('hooks.backup')}\n`);
      expect(await webhooks('resume', '--database-url', restored.url)).toMatchObject({ exitCode: 0 });
      await deliver();
      expect(namesIn(receiver.received)).toEqual(['silent']);
    });
  });

  test('can skip the pending deliveries', async () => {
    const restored = fileDatabase(at('hooks-skipped.db'));
    await restore(at('hooks.backup'), at('hooks-skipped.db'));
    const count = receiver.received.length;
    await serving(at('hooks-skipped.db'), async (service) => {
      const { deliver } = makeDispatcher(service);
      await addPet(service, 'skipped');
      const resumed = await webhooks('resume', '--skip', '--database-url', restored.url);
      expect(resumed.exitCode).toBe(0);
      await addPet(service, 'sent');
      await deliver();
      expect(namesIn(receiver.received.slice(count))).toEqual(['sent']);
    });
  });

  test('has all of it in one file', async () => {
    await restore(at('history.backup'), at('one-file.db'));
    // Journal mode DELETE: what is in a write-ahead log would be lost when the file gets its name.
    expect([...readFileSync(at('one-file.db')).subarray(18, 20)]).toEqual([1, 1]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('one-file.db'))).toEqual(['one-file.db']);
  });

  test('does not replace the files of a database or of a running service', async () => {
    const refused = await runRestore(at('history.backup'), database);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('-wal');
    expect(refused.stderr).toContain('Stop the service');
    writeFileSync(at('stale.db-wal'), '');
    expect(await refusal(restore(at('history.backup'), at('stale.db')))).toContain('stale.db-wal');
    expect(existsSync(at('stale.db'))).toBe(false);
  });

  test('cannot be made from another file, a missing one or a damaged backup', async () => {
    const missing = await runRestore(at('nothing'), fileDatabase(at('of-nothing.db')));
    expect(missing).toMatchObject({ exitCode: 1, stderr: `petstore: there is no file ${at('nothing')}\n` });
    writeFileSync(at('text'), 'no database at all, but long enough to be looked at as one');
    expect(await refusal(restore(at('text'), at('of-text.db')))).toContain('not a SQLite database');
    copyFileSync(at('loaded.db'), at('damaged.db'));
    const bytes = readFileSync(at('damaged.db'));
    bytes.fill(0xff, 3 * 4_096, 5 * 4_096);
    writeFileSync(at('damaged.db'), bytes);
    expect(await refusal(restore(at('damaged.db'), at('of-damaged.db')))).toContain('damaged');
    expect(readdirSync(folder.path).filter((name) => /^of-/.test(name))).toEqual([]);
  });

  test('can be made from a backup of the first release', async () => {
    const db = new Database(at('first.db'), { create: true });
    for (const statement of firstSqlite.replaceAll(/^--.*$/gm, '').split(';')) if (statement.trim()) db.run(statement);
    db.run("INSERT INTO pets (name, category_id, status) VALUES ('Frank', 3, 'available')");
    db.run('PRAGMA application_id = 0x70657473');
    db.run('PRAGMA user_version = 1');
    db.close();
    await backUp(at('first.db'), at('first.backup'));
    await restore(at('first.backup'), at('first-restored.db'));
    await serving(at('first-restored.db'), async (service) => {
      expect(await bodyOf(await service.fetch('/v1/pets'))).toMatchObject([{ name: 'Frank' }]);
    });
  });
});

describe('a PostgreSQL database', () => {
  test('can be backed up under load into one file, and restored into another database', async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    const node = await serve(database);
    await postWebhook(node.fetch, `${receiver.url}/postgres`);
    const ana = await signInAs(node, 'editor');
    const link = await linkOf(node, ana.personId);
    const load = startLoad(node);
    await until('some animals', () => load.acknowledged.size > 50);
    const before = new Map(load.acknowledged);
    await database.run("INSERT INTO settings VALUES ('database_id', 'ours')");
    const made = await run(['backup', at('server.db'), '--database-url', database.url]);
    await load.stop();
    expect([made, load.unexpected]).toMatchObject([{ exitCode: 0, stderr: '' }, []]);
    await untilMeasured(node, /^petstore_last_backup_timestamp_seconds /m);
    // Journal mode DELETE: a file in WAL mode can be read only in a writable folder.
    expect([...readFileSync(at('server.db')).subarray(18, 20)]).toEqual([1, 1]);
    expect((await readContents(at('server.db'))).databaseId).toBe('ours');
    const occupied = await runRestore(at('server.db'), database);
    expect([occupied.exitCode, occupied.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    await node.untilSettled();
    const [[lastEvent] = []] = await database.run('SELECT max(id) FROM events');
    await node.close();

    const target = await postgres.makeDatabase();
    expect(await runRestore(at('server.db'), target)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await target.run("SELECT value FROM settings WHERE name = 'database_id'")).toEqual([]);
    const again = await serve(target);
    const pets = await readPages<{ id: number; name: string }>(again.fetch, '/v1/pets?limit=100');
    const names = new Map(pets.map(({ id, name }) => [id, name]));
    expect([...before].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
    expect((await again.fetch(`/v1/events?after=${lastEvent}`)).status).toBe(410);
    // Devices and links of a backup are not those of its people any more.
    expect((await again.fetch('/v1/people/self', { headers: as(ana.secret) })).status).toBe(401);
    expect((await signIn(again, link)).status).toBe(401);
    expect((await again.fetch(`/v1/people/${ana.personId}`)).status).toBe(200);
    await untilMeasured(again, /^petstore_webhooks_paused 1$/m);
    expect(await runHere(checkCommand(), ['--database-url', target.url])).toMatchObject({ exitCode: 0 });
    await restore(at('server.db'), at('server-in-file.db'));
    const ofPeople = 'SELECT count(*) FROM keys WHERE person_id IS NOT NULL';
    const devices = `${ofPeople} UNION ALL SELECT count(*) FROM sign_in_links`;
    expect(runOnFile(at('server.db'), devices)).toEqual([[1n], [1n]]);
    expect(runOnFile(at('server-in-file.db'), devices)).toEqual([[0n], [0n]]);
    await again.close();
    await target.remove();
    await database.remove();
  });
  test('is no new database to a service while a restore reads the backup, also after the restore was killed', async () => {
    const target = await postgres.makeDatabase();
    copyFileSync(at('server.db'), at('locked.db'));
    const lock = new Database(at('locked.db'));
    lock.run('BEGIN EXCLUSIVE');
    const restoring = Bun.spawn(petstore('restore', at('locked.db'), '--database-url', target.url), {
      env: cleanEnv(shortLived),
      stderr: 'ignore',
    });
    await until('the target to be marked', async () => (await unfinishedCopyIn(target)) !== undefined);
    restoring.kill('SIGKILL');
    await restoring.exited;
    lock.close();
    await expect(openStore(target.url)).rejects.toThrow(`holds an unfinished copy of sqlite:${at('locked.db')}`);
    // Of a backup that cannot be used nothing is left, not even the mark.
    writeFileSync(at('nonsense.db'), 'no database');
    expect((await runRestore(at('nonsense.db'), target)).exitCode).toBe(1);
    expect(await target.run('SELECT name FROM settings')).toEqual([]);
    await target.remove();
  });
});
