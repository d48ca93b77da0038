import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { createKeyByOperator, type KeyUseReport, recordKeyUses } from '../../../src/access/keys/rules.ts';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { countPets, insertPets } from '../../../src/animals/pets/sql.ts';
import type { StoreOptions } from '../../../src/store/open-store.ts';
import { statement, type Transaction } from '../../../src/store/statement.ts';
import type { Command, Store } from '../../../src/store/store.ts';
import { addCaller, petDraft } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { until } from '../../support/until.ts';

let server: PostgresServer;
let url: string;
let store: Store;
beforeAll(async () => {
  server = await PostgresServer.start({ fsync: 'off' });
  await (await openStore(await makeDatabase('migrated'))).close();
  await server.untilTrue("SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = 'migrated'");
  url = await makeDatabase('petstore', isMigrated);
  store = await openStore(url, { connections: 8 });
  await addCaller(store);
});
afterAll(async () => {
  await store.close();
  await server.remove();
});

/** A copy, which takes a sixth of the processor time of a migration. */
const isMigrated = 'TEMPLATE migrated';

async function makeDatabase(name: string, options = ''): Promise<string> {
  await server.run('postgres', `CREATE DATABASE ${name} STRATEGY FILE_COPY ${options}`);
  return server.url(name);
}

const asRole = (database: string, role: string, password = role) =>
  database.replace(/\/\/[^@]+@/, `//${role}:${password}@`);

/** The reason why a database cannot be opened. */
async function refusal(databaseUrl: string, options?: StoreOptions): Promise<string> {
  const opened = await openStore(databaseUrl, options).catch((error) => error);
  if (opened instanceof Error) return opened.message;
  await opened.close();
  return 'it was opened';
}

/** A command that is defined only here: PostgreSQL needs nothing but its function. */
function command<Output>(name: string, run: (tx: Transaction) => Promise<Output>): Command<undefined, Output> {
  return { name, run };
}

const insert = (tx: Transaction, name: string) =>
  insertPets(tx, [{ pet: { name, categoryId: 1n, status: 'sold' }, at: 0n }]);
const add = command('add', (tx) => insert(tx, 'n'));
const fail = (sqlState: string) =>
  statement<never>(`DO $$ BEGIN RAISE EXCEPTION 'on purpose' USING ERRCODE = '${sqlState}'; END $$`);

describe('a write', () => {
  test.each(['40001', '23505'])('that meets a conflict (%s) is retried until it is stored', async (code) => {
    const before = await countPets(store.reader, {});
    let attempts = 0;
    const retried = command('retried', async (tx) => {
      attempts++;
      await insert(tx, 'Once');
      if (attempts < 4) await tx.query(fail(code), []);
    });
    await store.write(retried, undefined);
    expect([attempts, await countPets(store.reader, {})]).toEqual([4, before + 1n]);
  });

  test('that loses its row to others eleven times in a row is stored', async () => {
    const [added] = await store.write(add, undefined);
    const rename = (name: string) => `UPDATE pets SET name = '${name}' WHERE id = ${added?.pet.id}`;
    let attempts = 0;
    await using others = new SQL(server.url('petstore'), { max: 1 });
    const unlucky = command('unlucky', async (tx) => {
      attempts++;
      await tx.query(statement('SELECT 1'), []);
      if (attempts < 12) await others.unsafe(rename(`By another ${attempts}`));
      await tx.query(statement<never>(rename('At last')), []);
    });
    await store.write(unlucky, undefined);
    expect(attempts).toBe(12);
    expect(await server.run('petstore', `SELECT name FROM pets WHERE id = ${added?.pet.id}`)).toEqual([['At last']]);
  });

  test('that adds what is there already fails as overloaded after ten attempts, and stores nothing', async () => {
    const before = await countPets(store.reader, {});
    let attempts = 0;
    const hopeless = command('hopeless', async (tx) => {
      attempts++;
      await insert(tx, 'Never');
      await tx.query(fail('23505'), []);
    });
    const error = await store.write(hopeless, undefined).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'overloaded', status: 503, headers: { 'Retry-After': '1' } });
    expect([attempts, await countPets(store.reader, {})]).toEqual([10, before]);
  });

  test('whose statements are sent together fails with the error of the first, also if the second one is seen before', async () => {
    let attempts = 0;
    const together = command('together', async (tx) => {
      attempts++;
      const first = attempts === 1 ? tx.query(fail('40001'), []) : tx.query(statement('SELECT 2'), []);
      const second = tx.query(statement('SELECT 1'), []);
      const seenLater = async () => {
        await Promise.allSettled([first, second]);
        return await first;
      };
      await Promise.all([seenLater(), second]);
    });
    await store.write(together, undefined);
    expect(attempts).toBe(2);
  });

  test('that fails because of a bug is not retried', async () => {
    let attempts = 0;
    const broken = command('broken', async (tx) => {
      attempts++;
      await tx.query(statement('SELECT nonsense'), []);
    });
    const error = await store.write(broken, undefined).catch((thrown) => thrown);
    expect([attempts, error.errno]).toEqual([1, '42703']);
  });

  test('is stored even if another one locks the same rows in the opposite order', async () => {
    await server.run('petstore', "INSERT INTO settings VALUES ('left', ''), ('right', '')");
    const append = statement<never>('UPDATE settings SET value = value || $1 WHERE name = $2');
    const bothHalfDone = Promise.withResolvers<void>();
    let halfDone = 0;
    const crossing = (first: string, second: string) =>
      command('crossing', async (tx) => {
        await tx.query(append, [first, first]);
        if (++halfDone === 2) bothHalfDone.resolve();
        await bothHalfDone.promise;
        await tx.query(append, [first, second]);
      });
    await Promise.all([
      store.write(crossing('left', 'right'), undefined),
      store.write(crossing('right', 'left'), undefined),
    ]);
    const both = "SELECT value FROM settings WHERE name IN ('left', 'right') ORDER BY name";
    const [left, right] = await server.run('petstore', both);
    expect(left).toEqual(right);
    expect(['leftright', 'rightleft']).toContain(String(left));
  });

  test('that reports uses of the same keys as other nodes at the same time counts all of them', async () => {
    const key = { name: 'n', grants: 'reader', hint: 'h', createdAt: 0n, expiresAt: null };
    const one = await store.write(createKeyByOperator, { ...key, secretHash: 'one' });
    const two = await store.write(createKeyByOperator, { ...key, secretHash: 'two' });
    const deprecated = [{ operation: 'getPet', calls: 1n }];
    const uses = [one, two].map(({ id: keyId }): KeyUseReport => ({ keyId, lastUsedAt: 1n, deprecated }));
    const orders = [uses, uses.toReversed()];
    await Promise.all(Array.from({ length: 12 }, (_, index) => store.write(recordKeyUses, orders[index % 2] ?? [])));
    expect(await server.run('petstore', 'SELECT DISTINCT uses FROM deprecated_uses')).toEqual([[12n]]);
  });

  test('relies on no data that a concurrent write has changed', async () => {
    await server.run('petstore', "INSERT INTO settings VALUES ('counter', '0')");
    const findCounter = statement<readonly [string]>("SELECT value FROM settings WHERE name = 'counter'");
    const saveCounter = statement<never>("UPDATE settings SET value = $1 WHERE name = 'counter'");
    const increment = command('increment', async (tx) => {
      const [row] = await tx.query(findCounter, []);
      await tx.query(saveCounter, [String(Number(row?.[0]) + 1)]);
    });
    await Promise.all([1, 2, 3, 4].map(() => store.write(increment, undefined)));
    expect(await server.run('petstore', "SELECT value FROM settings WHERE name = 'counter'")).toEqual([['4']]);
  });

  test('whose connection is lost between two statements is retried, and its first attempt leaves nothing', async () => {
    const before = await countPets(store.reader, {});
    let attempts = 0;
    const findPid = statement<readonly [bigint]>('SELECT CAST(pg_backend_pid() AS BIGINT)');
    const interrupted = command('interrupted', async (tx) => {
      attempts++;
      await insert(tx, 'First half');
      if (attempts === 1) {
        const [[pid] = []] = await tx.query(findPid, []);
        await server.run('petstore', `SELECT pg_terminate_backend(${pid})`);
        const others = `SELECT count(*) FROM pg_stat_activity WHERE pid = ${pid}`;
        await until(
          'the connection to end',
          () => server.run('petstore', others),
          ([row]) => row?.[0] === 0n,
        );
      }
      await insert(tx, 'Second half');
    });
    await store.write(interrupted, undefined);
    expect([attempts, await countPets(store.reader, {})]).toEqual([2, before + 2n]);
  });
});

describe('creates that wait at the same time', () => {
  const call = (name: string, idempotencyKey?: string, fingerprint = 'same') => ({
    ...petDraft(name),
    idempotency: idempotencyKey === undefined ? undefined : { keyId: 1n, idempotencyKey, fingerprint, now: 1n },
  });
  /** The number of transactions that have written so far. */
  const transactions = async () =>
    Number((await server.run('petstore', 'SELECT pg_snapshot_xmax(pg_current_snapshot())::text'))[0]?.[0]);

  test('each return their own animal, with and without idempotency keys', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `Pet ${index} "{'\\,é😀}`);
    const answers = await Promise.all(
      names.map((name, index) => store.write(createPet.command, call(name, index % 3 === 0 ? `k${index}` : undefined))),
    );
    const pets = answers.map(({ body }) => JSON.parse(body));
    expect(pets.map(({ name }) => name)).toEqual(names);
    expect(new Set(pets.map(({ id }) => id)).size).toBe(500);
    const stored = await server.run('petstore', "SELECT id, name FROM pets WHERE name LIKE 'Pet %'");
    const byId = new Map(stored.map(([id, name]) => [String(id), name]));
    expect(pets.filter(({ id, name }) => byId.get(String(id)) !== name)).toEqual([]);
  });

  test('share commits', async () => {
    const before = await transactions();
    await Promise.all(
      Array.from({ length: 400 }, (_, index) => store.write(createPet.command, call(`Shared ${index}`))),
    );
    expect((await transactions()) - before).toBeLessThan(100);
  });

  test('are not affected by one among them that is a replay, or is rejected', async () => {
    await store.write(createPet.command, call('First', 'used'));
    const results = await Promise.allSettled([
      store.write(createPet.command, call('Neighbour 1', 'n1')),
      store.write(createPet.command, call('First', 'used')),
      store.write(createPet.command, call('Neighbour 2')),
      store.write(createPet.command, call('Another', 'used', 'another')),
    ]);
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { isReplay: false } },
      { status: 'fulfilled', value: { isReplay: true } },
      { status: 'fulfilled', value: { isReplay: false } },
      { status: 'rejected', reason: { code: 'idempotency_key_reused' } },
    ]);
    const kept = "SELECT name FROM pets WHERE name IN ('First', 'Another') OR name LIKE 'Neighbour %' ORDER BY name";
    expect((await server.run('petstore', kept)).flat()).toEqual(['First', 'Neighbour 1', 'Neighbour 2']);
  });
});

describe('a connection for writes', () => {
  const settingOf = (name: string) =>
    command('settingOf', async (tx) => (await tx.query(statement<readonly [string]>(`SHOW ${name}`), []))[0]?.[0]);

  test.each([
    ['commits to disk, even in a database that sets synchronous_commit to off', 'off', 'on'],
    ['keeps a database setting that waits for more than the disk', 'remote_apply', 'remote_apply'],
  ])('%s', async (_, setting, used) => {
    const own = await makeDatabase(`committing_${setting}`, isMigrated);
    await server.run('postgres', `ALTER DATABASE committing_${setting} SET synchronous_commit = ${setting}`);
    const opened = await openStore(own);
    expect(await opened.write(settingOf('synchronous_commit'), undefined)).toBe(used);
    await opened.close();
  });

  test('lets no timeout of the server end a commit that waits for a standby', async () => {
    await server.run('postgres', "ALTER DATABASE petstore SET statement_timeout = '1s'");
    expect(await store.write(settingOf('statement_timeout'), undefined)).toBe('0');
    expect(await store.write(settingOf('lock_timeout'), undefined)).toBe('100ms');
  });
});

test('a store opens only the connections that it keeps, also when it migrates its database', async () => {
  const counted = await makeDatabase('counted');
  const sessions = async () => {
    const open = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'counted'";
    // A session is counted before it has ended.
    await until(
      'the connections to end',
      () => server.run('postgres', open),
      ([row]) => row?.[0] === 0n,
    );
    return await server.run('postgres', "SELECT sessions FROM pg_stat_database WHERE datname = 'counted'");
  };
  await (await openStore(counted, { connections: 6 })).close();
  expect(await sessions()).toEqual([[6n]]);
  await (await openStore(counted, { connections: 6 })).close();
  expect(await sessions()).toEqual([[12n]]);
});

test('reads go on while the only server is set to be read-only, and writes as soon as it is not', async () => {
  const opened = await openStore(await makeDatabase('frozen', isMigrated), { waitMs: 0 });
  const setReadOnly = (state: string) =>
    server.run('postgres', `ALTER DATABASE frozen SET default_transaction_read_only = ${state}`);
  const codeOf = (work: () => unknown) =>
    Promise.resolve()
      .then(work)
      .then(
        () => 'done',
        (error) => error.code,
      );
  await setReadOnly('on');
  await server.run('postgres', "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'frozen'");
  const read = () => codeOf(() => opened.checkReads());
  const write = () => codeOf(() => opened.write(add, undefined));
  await until('new connections for writes to be refused', write, (code) => code === 'unavailable');
  await until('reads to go on', read, (code) => code === 'done');
  expect([await write(), await read()]).toEqual(['unavailable', 'done']);
  await setReadOnly('off');
  await until('writes to go on', write, (code) => code === 'done');
  await opened.close();
});

describe('a database is rejected in one line, without the password, when', () => {
  test('another program has tables of the same names in it', async () => {
    const foreign = await makeDatabase('foreign_one');
    await server.run('foreign_one', 'CREATE TABLE pets (a TEXT)');
    expect(await refusal(foreign)).toMatch(
      /^cannot use the database postgres:\/\/petstore@127[^ ]+foreign_one: it has a table pets of another program/,
    );
    expect(await server.run('foreign_one', "SELECT to_regclass('petstore_schema')::text")).toEqual([[null]]);
  });

  test('its encoding is not UTF-8', async () => {
    const ascii = await makeDatabase('ascii', "ENCODING 'SQL_ASCII' TEMPLATE template0");
    expect(await refusal(ascii)).toContain('its encoding is SQL_ASCII, and must be UTF8');
  });

  test('it is read-only', async () => {
    const standby = await makeDatabase('standby');
    await server.run('postgres', 'ALTER DATABASE standby SET default_transaction_read_only = on');
    expect(await refusal(standby)).toContain('it takes no writes');
  });

  test.each([
    ['the password is wrong', (u: string) => u.replace('only-tests', 'nobody'), 'password authentication failed'],
    ['it does not exist', (u: string) => u.replace(/petstore$/, 'nowhere'), 'database "nowhere" does not exist'],
    ['nothing answers', (u: string) => u.replace(/:\d+\//, ':1/'), '127.0.0.1:1: connection refused'],
  ])('%s', async (_, change, reason) => {
    const message = await refusal(url.replace(/.*/, change));
    expect(message).toContain(reason);
    expect(message).not.toMatch(/only-tests|nobody-know/);
  });

  test('it allows too few connections', async () => {
    const narrow = await makeDatabase('narrow');
    await server.run('postgres', "CREATE ROLE guest LOGIN PASSWORD 'guest' CONNECTION LIMIT 6");
    await server.run('postgres', 'ALTER DATABASE narrow OWNER TO guest');
    expect(await refusal(asRole(narrow, 'guest'), { connections: 16 })).toContain(
      'too many connections for role "guest"',
    );
  });
});

test('a role that may not change the schema can serve a migrated database, and says what to do with another one', async () => {
  const owned = await makeDatabase('owned');
  await server.run('postgres', "CREATE ROLE clerk LOGIN PASSWORD 'clerk'");
  const asClerk = asRole(owned, 'clerk');
  expect(await refusal(asClerk)).toContain('petstore migrate');
  await (await openStore(owned)).close();
  expect(await refusal(asClerk)).toMatch(/permission denied for table \w+; the role needs the GRANTs/);
  await server.run('owned', 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk');
  const opened = await openStore(asClerk);
  await opened.write(add, undefined);
  expect(await countPets(opened.reader, {})).toBe(1n);
  await opened.close();
});
