import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import firstSqlite from '../../src/store/migrations/0001.sqlite.sql' with { type: 'text' };
import { bodyOf } from '../support/body.ts';
import { postgres } from '../support/engines.ts';
import { startLoad } from '../support/load.ts';
import { readPages } from '../support/pages.ts';
import { cleanEnv, petstore, run } from '../support/program.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { makeScratchFolder, type ScratchFolder } from '../support/scratch.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { postWebhook } from '../support/webhooks.ts';

const env = { PETSTORE_WEBHOOK_PRIVATE_ADDRESSES: 'on' };
let folder: ScratchFolder;
let server: TestServer;
let receiver: Receiver;

const at = (name: string) => join(folder.path, name);
const databaseAt = (path: string) => ['--database-url', `sqlite:${path}`];
const backup = (to: string, ...flags: string[]) => run(['backup', to, '--database-url', server.databaseUrl, ...flags]);
const restore = (from: string, path: string) => run(['restore', from, ...databaseAt(path)]);

/** Runs a service on a file of this folder while `use` runs. */
async function serving<Result>(path: string, use: (restored: TestServer) => Promise<Result>): Promise<Result> {
  const database = { url: `sqlite:${path}`, run: async () => [], remove: async () => undefined };
  const restored = await startServer({ database, env });
  try {
    return await use(restored);
  } finally {
    await restored.stop();
  }
}

async function addPet(service: TestServer, name: string): Promise<number> {
  const body = JSON.stringify({ name, categoryId: 1 });
  const headers = { 'Content-Type': 'application/json' };
  return (await bodyOf(await service.fetch('/v1/pets', { method: 'POST', headers, body }))).id;
}

const lastEventOf = async (service: TestServer) => {
  const events = await bodyOf<{ id: number }[]>(await service.fetch('/v1/events?limit=100'));
  return events.at(-1)?.id ?? 0;
};

beforeAll(async () => {
  folder = makeScratchFolder();
  receiver = startReceiver();
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  folder.remove();
});

/** Waits for a metric; those of the database are read every few seconds. */
async function untilMeasured(server: TestServer, line: RegExp): Promise<void> {
  await until(`${line}`, async () => line.test(await (await server.fetch('/metrics')).text()));
}

describe('a backup', () => {
  test('made under load contains every write acknowledged before it began, is private to its owner, and appears in the metrics', async () => {
    const load = startLoad([server]);
    await until('some animals', () => load.acknowledged.size > 100);
    const before = new Map(load.acknowledged);
    const made = await backup(at('loaded.db'));
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
    await untilMeasured(server, /^petstore_last_backup_timestamp_seconds 1\d{9}/m);
  });

  test('does not replace a file, and leaves none when it fails', async () => {
    writeFileSync(at('mine'), 'precious');
    const refused = await backup(at('mine'));
    expect(refused).toMatchObject({ exitCode: 1, stderr: `petstore: ${at('mine')} already exists\n` });
    expect(readFileSync(at('mine'), 'utf8')).toBe('precious');
    expect((await backup(at('no/such/folder.db'))).stderr).toContain(`cannot write ${at('no/such/folder.db')}`);
    const nowhere = await run(['backup', at('x.db'), ...databaseAt(at('nothing.db'))]);
    expect(nowhere.stderr).toContain('nothing.db does not exist');
    expect(existsSync(at('x.db'))).toBe(false);
  });

  test('that is killed at any moment is complete or does not have its final name', async () => {
    for (const [index, killAfterMs] of [60, 90, 110, 130, 160, 200].entries()) {
      const to = at(`killed-${index}.db`);
      const program = Bun.spawn(petstore('backup', to, '--database-url', server.databaseUrl), {
        env: cleanEnv({}),
        stdout: 'ignore',
        stderr: 'ignore',
      });
      await Bun.sleep(killAfterMs);
      program.kill('SIGKILL');
      await program.exited;
      const restored = await restore(to, at(`whole-${index}.db`));
      expect(restored.stderr).toBe(existsSync(to) ? '' : `petstore: there is no file ${to}\n`);
    }
    expect(await backup(at('killed-again.db'))).toMatchObject({ exitCode: 0 });
  });

  test('that repeats keeps as many files as --keep says', async () => {
    mkdirSync(at('series'));
    // A file left by a killed process, and one that a running process is writing.
    const { pid } = Bun.spawnSync(['true']);
    const abandoned = `petstore-2026-01-01T00-00-00Z.db.${pid}.partial`;
    const running = `petstore-2026-01-01T00-00-00Z.db.${process.pid}.partial`;
    for (const name of [abandoned, `${abandoned}-wal`, running]) writeFileSync(join(at('series'), name), '');
    const program = Bun.spawn(
      petstore('backup', at('series'), '--every', '1s', '--keep', '2', '--database-url', server.databaseUrl),
      { env: cleanEnv({}), stdout: 'pipe', stderr: 'inherit' },
    );
    const seen = new Set<string>();
    await until('three backups', () => {
      for (const name of readdirSync(at('series'))) if (/^petstore-.*Z\.db$/.test(name)) seen.add(name);
      return seen.size >= 3;
    });
    program.kill('SIGTERM');
    expect(await program.exited).toBe(0);
    expect(readdirSync(at('series')).sort()).toEqual([running, ...[...seen].sort().slice(-2)]);
  });

  test.each([
    [['--keep', '3'], '--keep needs --every'],
    [['--every', 'soon'], '--every must be a number and a unit'],
    [['--every', '1h', '--keep', '0'], '--keep must be a number of backups'],
    [['--every', '1h'], 'is not a folder'],
  ])('is not started with %j', async (flags, message) => {
    const { exitCode, stderr } = await backup(at('flags.db'), ...flags);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('a restored database', () => {
  test('has all its data, and reuses no id of the lost history', async () => {
    const path = at('history.db');
    const kept = await serving(path, (service) => addPet(service, 'kept'));
    expect(await run(['backup', at('history.backup'), ...databaseAt(path)])).toMatchObject({ exitCode: 0 });
    const lost = await serving(path, async (service) => {
      const id = await addPet(service, 'lost');
      return { id, event: await lastEventOf(service) };
    });
    const again = at('a/folder/that/is/missing/history-again.db');
    expect(await restore(at('history.backup'), again)).toMatchObject({ exitCode: 0, stderr: '' });
    await serving(again, async (service) => {
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
    const path = at('hooks.db');
    await serving(path, async (service) => void (await postWebhook(service.fetch, `${receiver.url}/hook`)));
    expect(await run(['backup', at('hooks.backup'), ...databaseAt(path)])).toMatchObject({ exitCode: 0 });
    const restored = at('hooks-restored.db');
    expect((await restore(at('hooks.backup'), restored)).stdout).toContain('Webhooks are paused.');
    const count = receiver.received.length;
    await serving(restored, async (service) => {
      await addPet(service, 'silent');
      await untilMeasured(service, /^petstore_webhooks_paused 1$/m);
      const status = await run(['webhooks', 'status', ...databaseAt(restored)]);
      expect(status.stdout).toBe(`Webhooks are paused: restored from ${at('hooks.backup')}\n`);
      expect(await run(['webhooks', 'resume', ...databaseAt(restored)])).toMatchObject({ exitCode: 0 });
      await receiver.untilReceived(count + 1);
      expect(receiver.received.slice(count).map(({ body }) => JSON.parse(body).pet.name)).toEqual(['silent']);
    });
  });

  test('can skip the pending deliveries', async () => {
    const restored = at('hooks-skipped.db');
    expect(await restore(at('hooks.backup'), restored)).toMatchObject({ exitCode: 0 });
    await serving(restored, async (service) => {
      await addPet(service, 'skipped');
      expect(await run(['webhooks', 'resume', '--skip', ...databaseAt(restored)])).toMatchObject({ exitCode: 0 });
      const count = receiver.received.length;
      await addPet(service, 'sent');
      await receiver.untilReceived(count + 1);
      expect(receiver.received.slice(count).map(({ body }) => JSON.parse(body).pet.name)).toEqual(['sent']);
    });
  });

  test('does not replace the files of a database or of a running service', async () => {
    const refused = await run(['restore', at('history.backup'), '--database-url', server.databaseUrl]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain('-wal');
    expect(refused.stderr).toContain('Stop the service');
    writeFileSync(at('stale.db-wal'), '');
    expect((await restore(at('history.backup'), at('stale.db'))).stderr).toContain('stale.db-wal');
    expect(existsSync(at('stale.db'))).toBe(false);
  });

  test('cannot be made from another file or from a damaged backup', async () => {
    writeFileSync(at('text'), 'no database at all, but long enough to be looked at as one');
    expect((await restore(at('text'), at('of-text.db'))).stderr).toContain('not a SQLite database');
    copyFileSync(at('loaded.db'), at('damaged.db'));
    const bytes = readFileSync(at('damaged.db'));
    bytes.fill(0xff, 3 * 4_096, 5 * 4_096);
    writeFileSync(at('damaged.db'), bytes);
    expect(await restore(at('damaged.db'), at('of-damaged.db'))).toMatchObject({ exitCode: 1 });
    expect(readdirSync(folder.path).filter((name) => /^of-/.test(name))).toEqual([]);
  });

  test('can be made from a backup of the first release', async () => {
    const db = new Database(at('first.db'), { create: true });
    for (const statement of firstSqlite.replaceAll(/^--.*$/gm, '').split(';')) if (statement.trim()) db.run(statement);
    db.run("INSERT INTO pets (name, category_id, status) VALUES ('Frank', 3, 'available')");
    db.run('PRAGMA application_id = 0x70657473');
    db.run('PRAGMA user_version = 1');
    db.close();
    expect(await run(['backup', at('first.backup'), ...databaseAt(at('first.db'))])).toMatchObject({ exitCode: 0 });
    expect(await restore(at('first.backup'), at('first-restored.db'))).toMatchObject({ exitCode: 0 });
    await serving(at('first-restored.db'), async (service) => {
      expect(await bodyOf(await service.fetch('/v1/pets'))).toMatchObject([{ name: 'Frank' }]);
    });
  });
});

describe('a PostgreSQL database', () => {
  test('can be backed up under load into one file, and restored into another database', async () => {
    const database = await postgres.makeDatabase({ isMigrated: true });
    const node = await startServer({ database, env });
    await postWebhook(node.fetch, `${receiver.url}/postgres`);
    const load = startLoad([node]);
    await until('some animals', () => load.acknowledged.size > 50);
    const before = new Map(load.acknowledged);
    const made = await run(['backup', at('server.db'), '--database-url', database.url]);
    await load.stop();
    expect([made, load.unexpected]).toMatchObject([{ exitCode: 0, stderr: '' }, []]);
    await untilMeasured(node, /^petstore_last_backup_timestamp_seconds /m);
    // Journal mode DELETE: a file in WAL mode can be read only in a writable folder.
    expect([...readFileSync(at('server.db')).subarray(18, 20)]).toEqual([1, 1]);
    const occupied = await run(['restore', at('server.db'), '--database-url', database.url]);
    expect([occupied.exitCode, occupied.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    await node.untilSettled();
    const [[lastEvent] = []] = await database.run('SELECT max(id) FROM events');
    await node.stop();

    const target = await postgres.makeDatabase();
    const restored = await run(['restore', at('server.db'), '--database-url', target.url]);
    expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
    const again = await startServer({ database: target, env });
    const pets = await readPages<{ id: number; name: string }>(again.fetch, '/v1/pets?limit=100');
    const names = new Map(pets.map(({ id, name }) => [id, name]));
    expect([...before].filter(([id, name]) => names.get(id) !== name)).toEqual([]);
    expect((await again.fetch(`/v1/events?after=${lastEvent}`)).status).toBe(410);
    expect((await run(['webhooks', 'status', '--database-url', target.url])).stdout).toContain('paused');
    expect(await run(['check', '--database-url', target.url])).toMatchObject({ exitCode: 0 });
    expect(await restore(at('server.db'), at('server-in-file.db'))).toMatchObject({ exitCode: 0 });
    await again.stop();
    await target.remove();
    await database.remove();
  });
});
