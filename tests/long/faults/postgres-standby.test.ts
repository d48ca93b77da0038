import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { doctorCommand } from '../../../cli/operator/doctor.ts';
import type { StoreOptions } from '../../../src/store/open-store.ts';
import { findSetting } from '../../../src/store/settings.ts';
import { statement } from '../../../src/store/statement.ts';
import type { Command, Store } from '../../../src/store/store.ts';
import { postgres, type ScratchDatabase } from '../../support/engines.ts';
import { startProxy } from '../../support/http/proxy.ts';
import { openStore } from '../../support/open-store.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { runHere } from '../../support/process/command.ts';
import { until } from '../../support/until.ts';

let primary: PostgresServer;
let standby: PostgresServer;
let database: ScratchDatabase;
beforeAll(async () => {
  primary = await PostgresServer.start();
  await primary.trustClients();
  database = await primary.makeDatabase();
  standby = await PostgresServer.startStandby(primary);
});
afterAll(async () => {
  await Promise.all([primary.remove(), standby.remove()]);
});

/** The outcome of a read. */
const check = async (store: Store): Promise<string> =>
  await Promise.resolve(store.checkReads()).then(
    () => 'ok',
    ({ code }) => code,
  );

const setNames = (names: string) => primary.set('synchronous_standby_names', names);
const follow = (source: string) => standby.set('primary_conninfo', source);
const openReading = (readUrl: string, options: StoreOptions = {}) => openStore(database.url, { readUrl, ...options });
/** Once the standby has caught up with what the tests before have done. */
const openReadingStandby = () =>
  until('the standby to be read', () => openReading(standby.url('petstore')).catch(() => undefined));
const both = () => standby.url('petstore').replace(/(127\.0\.0\.1:\d+)/, `$1,127.0.0.1:${primary.port}`);
const lastCheck = `SELECT CAST(max(query_start) AS TEXT) FROM pg_stat_activity
  WHERE query LIKE '%pg_conf_load_time%' AND pid <> pg_backend_pid()`;
const findPort = statement<readonly [port: bigint]>('SELECT CAST(inet_server_port() AS BIGINT)');
const portOf = async (store: Store) => (await store.reader.query(findPort, []))[0]?.[0];
const isOnStandby = async (store: Store) =>
  (await store.reader.query(statement<readonly [boolean]>('SELECT pg_is_in_recovery()'), []))[0]?.[0];

describe('with synchronous_commit = remote_apply, a server is not read', () => {
  beforeAll(() => primary.run('postgres', 'ALTER DATABASE petstore SET synchronous_commit = remote_apply'));
  afterEach(() => setNames('standby'));

  test('if the primary may acknowledge commits without it', async () => {
    await setNames('ANY 1 (standby, other)');
    await expect(openReading(standby.url('petstore'))).rejects.toThrow('commits need not wait for the standby');
  });

  test('before it has what was acknowledged before it was waited for', async () => {
    await (await openStore(database.url)).close();
    await setNames('');
    await standby.run('postgres', 'SELECT pg_wal_replay_pause()');
    await standby.untilTrue("SELECT pg_get_wal_replay_pause_state() = 'paused'");
    await primary.run('petstore', "INSERT INTO settings VALUES ('unseen', '')");
    await setNames('standby');
    await expect(openReading(standby.url('petstore'))).rejects.toThrow('it has not caught up with the primary');
    await standby.run('postgres', 'SELECT pg_wal_replay_resume()');
    const store = await openReadingStandby();
    expect(await findSetting(store.reader, 'unseen')).toBe('');
    await store.close();
  });

  test('if it takes writes itself', async () => {
    const other = await postgres.makeDatabase({ isMigrated: true });
    await expect(openReading(other.url)).rejects.toThrow('not a standby, and not the server that writes go to');
    await other.remove();
  });

  test('if the role may not see which standby it is', async () => {
    const role = "ROLE clerk LOGIN PASSWORD 'clerk' IN ROLE pg_write_all_data, pg_read_all_data";
    await primary.run('petstore', `CREATE ${role}`);
    const asClerk = (url: string) => url.replace(/\/\/[^@]+@/, '//clerk:clerk@');
    const open = () => openStore(asClerk(database.url), { readUrl: asClerk(standby.url('petstore')) });
    await expect(open()).rejects.toThrow('GRANT pg_read_all_stats');
    await primary.run('petstore', 'GRANT pg_read_all_stats TO clerk');
    await (await open()).close();
  });
});

describe('when the primary changes,', () => {
  let source: unknown;
  beforeAll(async () => {
    source = (await standby.run('postgres', 'SHOW primary_conninfo'))[0]?.[0];
  });
  // A test that fails leaves the next one a standby that follows, and that commits wait for.
  afterEach(async () => {
    await primary.restart();
    await follow(String(source));
    await setNames('standby');
  });

  test('reads leave a standby for as long as commits need not wait for it', async () => {
    const moves: (string | undefined)[] = [];
    const store = await openReading(both(), { onReadsMoved: (_, cause) => moves.push(cause?.message) });
    const onStandby = await openReadingStandby();
    await until('reads to go to the standby', () => isOnStandby(store));
    await setNames('FIRST 1 (standby, other)');
    await until('reads to go to the primary', () => isOnStandby(store), false);
    expect(moves.at(-1)).toContain("synchronous_standby_names is 'FIRST 1 (standby, other)'");
    await until('reads to fail where there is no other server', () => check(onStandby), 'unavailable');
    await setNames('ANY 1 (standby)');
    await until('reads to go to the standby again', () => isOnStandby(store));
    await until('reads to work again', () => check(onStandby), 'ok');
    await store.close();
    await onStandby.close();
  });

  test('reads stay on a standby that has lost its primary until commits need not wait for it', async () => {
    const store = await openReading(both());
    await until('reads to go to the standby', () => isOnStandby(store));
    await follow('');
    await standby.untilTrue('SELECT count(*) = 0 FROM pg_stat_wal_receiver');
    // Each of its two pools asks once a second.
    for (let round = 0; round < 3; round++) {
      const before = await primary.run('petstore', lastCheck);
      await until('the next check', async () => `${await primary.run('petstore', lastCheck)}` !== `${before}`);
    }
    expect(await isOnStandby(store)).toBe(true);
    await setNames('');
    await until('reads to go to the primary', () => isOnStandby(store), false);
    await store.close();
  });

  test('reads from a standby end when its primary cannot be asked for too long, and go on with it', async () => {
    const store = await openReadingStandby();
    await primary.stop('kill');
    await until('reads to fail', () => check(store), 'unavailable');
    await primary.restart();
    await until('reads to work again', () => check(store), 'ok');
    await store.close();
  });
});

test('the own writes wait for standbys that are read, whatever the database is set to later', async () => {
  const store = await openReadingStandby();
  await primary.run('postgres', 'ALTER DATABASE petstore SET synchronous_commit = on');
  const show: Command<undefined, unknown> = {
    name: 'show',
    run: async (tx) => await tx.query(statement('SHOW synchronous_commit'), []),
  };
  const ended =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'petstore' AND query = 'COMMIT'";
  await store.write(show, undefined);
  expect(await primary.run('petstore', ended)).toEqual([[true]]);
  expect(await store.write(show, undefined)).toEqual([['remote_apply']]);
  await store.close();
});

test('doctor tells that commits wait for a standby that is gone', async () => {
  await standby.stop('kill');
  await setNames('standby');
  const { stdout } = await runHere(doctorCommand(), [], { DATABASE_URL: database.url });
  expect(stdout).toMatch(/^error +standbys .*: standby, .* none is connected, and each commit waits for it; start it/m);
});

test('while a standby was promoted and the primary not stopped, all stores use the standby', async () => {
  await standby.restart();
  await setNames('standby');
  await primary.untilTrue("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  const [writing, reading] = await Promise.all([openStore(both()), openStore(both())]);
  const ports = () => Promise.all([writing, reading].map(portOf));
  expect(await ports()).toEqual([BigInt(primary.port), BigInt(primary.port)]);
  const save: Command<string, unknown> = {
    name: 'save',
    run: async (tx, key) => await tx.query(statement('INSERT INTO settings VALUES ($1, $1)'), [key]),
  };
  await standby.promote();
  const write = () => writing.write(save, crypto.randomUUID()).catch(() => undefined);
  await until('a write to be acknowledged', write);
  // A server that takes longer than half a second to respond is compared once it has.
  await until('both to use the standby', ports, (found) => found.every((port) => port === BigInt(standby.port)));
  const later = await openStore(both());
  expect(await portOf(later)).toBe(BigInt(standby.port));
  await Promise.all([writing, reading, later].map((store) => store.close()));
});

test('a promoted standby that responds late is used once it has responded', async () => {
  const proxy = await startProxy(standby.port);
  proxy.inspect(() => 'hold');
  const url = both().replace(`:${standby.port}`, `:${proxy.port}`);
  // Sessions at the replaced primary end when other stores find it replaced, which those that were just closed may still do.
  const open = () => openStore(url).catch(() => undefined);
  const store = await until('a store to find the primary', open);
  expect(await portOf(store)).toBe(BigInt(primary.port));
  proxy.inspect(() => 'pass');
  proxy.release();
  await until('the standby to be used', () => portOf(store), BigInt(standby.port));
  await store.close();
  await proxy.close();
});
