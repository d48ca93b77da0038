import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAllOnce } from '../../src/access/idempotency/rules.ts';
import { findListing } from '../../src/animals/listings/sql.ts';
import { createPet } from '../../src/animals/pets/operations.ts';
import { countPets } from '../../src/animals/pets/sql.ts';
import { commands } from '../../src/catalogue/resources.ts';
import { probeWrite } from '../../src/record/settings/stored-rules.ts';
import { openSharedStore } from '../../src/store/open-store.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { SnapshotReader } from '../../src/store/sqlite/snapshot-reader.ts';
import { runBatch } from '../../src/store/sqlite/writer.ts';
import { statement } from '../../src/store/statement.ts';
import type { AnyCommand, Store } from '../../src/store/store.ts';
import { loadReleased } from '../support/data/released-data.ts';
import { sqlite } from '../support/engines.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { openStore } from '../support/open-store.ts';
import { makeScratchFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

/** Guarantees of SQLite beyond those of every engine. */
const scratch = makeScratchFolder();
const path = join(scratch.path, 'petstore.db');
let store: Store;
beforeAll(async () => {
  store = await openStore(`sqlite:${path}`);
  await addCaller(store);
});
afterAll(async () => {
  await store.close();
  scratch.remove();
});

const findSettings = statement<readonly [string, string]>('SELECT name, value FROM settings ORDER BY name');

/** Waits for the next turn of the event loop, which sees what other connections have committed. */
const nextTurn = () => Bun.sleep(1);

test('a read of several statements has one state of the database, although it awaits between them', async () => {
  const { id } = JSON.parse((await store.write(createPet.command, petDraft('Frank'))).body);
  await nextTurn();
  const listing = findListing(store.reader, BigInt(id));
  const other = new Database(path);
  other.run("INSERT INTO categories (id, name) VALUES (1, 'Dogs')");
  other.close();
  expect((await listing)?.category).toEqual({ id: 1n });
  await nextTurn();
  expect((await findListing(store.reader, BigInt(id)))?.category).toEqual({ id: 1n, name: 'Dogs' });
});

test('a write changes the revision, even a write of another process', async () => {
  const first = store.revision();
  await store.write(createPet.command, petDraft('Frank'));
  const second = store.revision();
  const other = new Database(path);
  other.run("INSERT INTO settings (name, value) VALUES ('other', 'process')");
  other.close();
  await nextTurn();
  expect(new Set([first, second, store.revision()]).size).toBe(3);
  expect(store.revision()).toBe(store.revision());
});

test('a reader never repeats a revision of a connection that it had to replace', async () => {
  const connections: ReturnType<typeof openConnection>[] = [];
  const reader = new SnapshotReader(() => {
    const connection = openConnection(path, 'read');
    connections.push(connection);
    return connection;
  });
  const before = reader.revision();
  // As after a failed read: the transaction cannot be ended.
  connections[0]?.execute('COMMIT');
  await nextTurn();
  await store.write(createPet.command, petDraft('Unseen'));
  const after = reader.revision();
  expect(connections).toHaveLength(2);
  expect(after).toBeGreaterThan(before ?? Number.NaN);
  reader.close();
});

test('any number of statements replace each other, while one that is used stays, and none is left open', () => {
  const connection = openConnection(path, 'read');
  const used = statement<readonly [number: bigint]>('SELECT $1 + 1');
  for (let number = 0n; number < 3_000n; number++) {
    expect(connection.query(statement(`SELECT ${number}`), [])).toEqual([[number]]);
    expect(connection.query(used, [number])).toEqual([[number + 1n]]);
  }
  expect(connection.query(statement('SELECT 0'), [])).toEqual([[0n]]);
  // SQLite refuses to close a file with open statements.
  connection.close();
});

test('the write that shows whether the disk takes writes reaches the file, and leaves the settings as they were', async () => {
  const settings = () => store.reader.query(findSettings, []);
  const log = () => readFileSync(`${path}-wal`);
  const [before, logBefore] = [await settings(), log()];
  await store.write(probeWrite, null);
  expect(log().equals(logBefore)).toBe(false);
  expect(before.length).toBeGreaterThan(0);
  expect(await settings()).toEqual(before);
});

describe('a batch', () => {
  const run = async (names: string[], extra: AnyCommand[] = []) => {
    const connection = openConnection(path, 'write');
    const registry = new Map([...commands, ...extra].map((command) => [command.name, command]));
    const jobs = names.map((name) => ({ name, input: petDraft(name) }));
    const outcomes = await runBatch(connection, registry, jobs);
    connection.close();
    await nextTurn();
    return outcomes;
  };

  test('stores what it knows, and a command that it does not know fails alone', async () => {
    const before = await countPets(store.reader, {});
    const outcomes = await run(['createPet', 'unheardOf', 'createPet']);
    expect(outcomes.map((outcome) => 'output' in outcome)).toEqual([true, false, true]);
    expect(outcomes[1]).toMatchObject({ trace: expect.stringContaining('unheardOf') });
    expect(await countPets(store.reader, {})).toBe(before + 2n);
  });

  test('runs neighbours of one command together, and gives each its own response in their order', async () => {
    const sizes: number[] = [];
    const observed: typeof createPet.command = {
      ...createPet.command,
      name: 'observed',
      runTogether(tx, inputs) {
        sizes.push(inputs.length);
        return createPet.command.runTogether?.(tx, inputs) ?? Promise.reject(new Error('createPet runs by itself'));
      },
    };
    const names = [...Array(70).fill('observed'), 'createPet', 'observed', 'observed', 'createPet'];
    const outcomes = await run(names, [observed]);
    expect(sizes).toEqual([64, 6, 2]);
    const bodies = outcomes.map(
      (outcome) => 'output' in outcome && JSON.parse((outcome.output as { body: string }).body),
    );
    expect(bodies.map(({ name }) => name)).toEqual(names);
    const ids = bodies.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(new Set(ids).size).toBe(names.length);
  });

  test('of neighbours that run together, too, a retry finds what is to be kept, not the body', async () => {
    const key = { keyId: 1n, fingerprint: '', now: BigInt(Date.now()) };
    const requests = ['first', 'second'].map((idempotencyKey) => ({ ...key, idempotencyKey }));
    const made = { status: 201, location: null, body: 'Ada Moreno' };
    const together: AnyCommand = {
      name: 'together',
      run: () => Promise.reject(new Error('it runs together')),
      runTogether: (tx) =>
        runAllOnce(tx, requests, async () => [
          { ...made, stored: 'kept' },
          { ...made, resourceId: 7n },
        ]),
    };
    const outcomes = await run(['together', 'together'], [together]);
    expect(outcomes).toMatchObject([{ output: made }, { output: made }]);
    const bodies = statement<readonly [string]>('SELECT body FROM idempotency_records ORDER BY idempotency_key');
    expect(await store.reader.query(bodies, [])).toEqual([['kept'], ['7']]);
  });

  test('stores nothing when the storage itself fails, and every command fails as unavailable', async () => {
    const before = await countPets(store.reader, {});
    const connection = openConnection(path, 'write');
    connection.execute('PRAGMA max_page_count = 1');
    const registry = new Map(commands.map((command) => [command.name, command]));
    const jobs = Array.from({ length: 50 }, () => ({ name: 'createPet', input: petDraft('x'.repeat(255)) }));
    const outcomes = await runBatch(connection, registry, jobs);
    connection.execute('PRAGMA max_page_count = 1073741823');
    const [again] = await runBatch(connection, registry, jobs.slice(0, 1));
    connection.close();
    await nextTurn();
    expect(outcomes).toHaveLength(50);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ serviceError: { code: 'unavailable' } });
    expect(again).toMatchObject({ output: { status: 201 } });
    expect(await countPets(store.reader, {})).toBe(before + 1n);
  });

  test('waits for a write of another process, and then continues', async () => {
    const other = new Database(path);
    other.run('BEGIN IMMEDIATE');
    const written = store.write(createPet.command, petDraft('Patient'));
    await until('the write to wait', () => store.waiting > 0);
    other.run('COMMIT');
    other.close();
    expect((await written).status).toBe(201);
  });
});

test('every connection for writes commits to disk', () => {
  const connection = openConnection(path, 'write');
  const pragma = (name: string) => connection.query({ text: `PRAGMA ${name}` }, [])[0]?.[0];
  expect([pragma('synchronous'), pragma('journal_mode')]).toEqual([2n, 'wal']);
  connection.close();
});

test('the writer thread knows every write command of the domain by its name', async () => {
  const known = new Set(commands.map(({ name }) => name));
  expect(known.size).toBe(commands.length);
  const inDomain: string[] = [];
  for await (const file of new Bun.Glob('src/{record,access,animals,homes,notify,catalogue}/**/*rules.ts').scan()) {
    if (file.endsWith('.test.ts')) continue;
    const exported: Record<string, unknown> = await import(`../../${file}`);
    for (const value of Object.values(exported)) {
      if (typeof value === 'object' && value !== null && 'run' in value && 'name' in value)
        inDomain.push(String(value.name));
    }
  }
  expect(inDomain).toContain('revokeKey by the operator');
  expect(inDomain.filter((name) => !known.has(name))).toEqual([]);
});

test('writers in several processes take turns, and everything that they acknowledge is stored', async () => {
  const other = await openSharedStore(`sqlite:${path}`);
  const started = new Set<string>();
  const writeMany = async (writer: Store, name: string) => {
    const ids: bigint[] = [];
    let isLast = false;
    while (!isLast) {
      // The last one begins after the other's first one has ended, which may wait for a lock that is free only for moments.
      isLast = ids.length >= 99 && (started.size === 2 || ids.length >= 10_000);
      const { status, body } = await writer.write(createPet.command, petDraft(name));
      expect(status).toBe(201);
      ids.push(BigInt(JSON.parse(body).id));
      started.add(name);
    }
    return ids;
  };
  const [mine, theirs] = await Promise.all([writeMany(store, 'Mine'), writeMany(other, 'Theirs')]);
  expect(new Set([...mine, ...theirs]).size).toBe(mine.length + theirs.length);
  // Neither waited until the other was done.
  expect([(mine[0] ?? 0n) < (theirs.at(-1) ?? 0n), (theirs[0] ?? 0n) < (mine.at(-1) ?? 0n)]).toEqual([true, true]);
  await other.close();
});

test('a shared store does not open a file of another schema version, and leaves it unchanged', async () => {
  const { database } = await loadReleased('1.0.0', sqlite);
  await expect(openSharedStore(database.url)).rejects.toThrow(/ is at schema version 1, and this release needs/);
  expect(await database.run('PRAGMA user_version')).toEqual([[1n]]);
  await database.remove();
});
