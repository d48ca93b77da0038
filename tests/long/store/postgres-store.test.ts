import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPets, insertPets } from '../../../src/animals/pets/sql.ts';
import type { StoreOptions } from '../../../src/store/open-store.ts';
import type { Transaction } from '../../../src/store/statement.ts';
import type { Command, ConnectionCounts, Store } from '../../../src/store/store.ts';
import { startApp } from '../../support/app.ts';
import { codeOf } from '../../support/data/keys.ts';
import { engineOf } from '../../support/engines.ts';
import { addCaller } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { makeScratchFolder } from '../../support/scratch.ts';
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

function openConnections({ metrics }: Store): ConnectionCounts {
  const counts = metrics.connections?.();
  if (counts === undefined) throw new Error('the store has no connections');
  return counts;
}

/** A command that is defined only here: PostgreSQL needs nothing but its function. */
function command<Output>(name: string, run: (tx: Transaction) => Promise<Output>): Command<undefined, Output> {
  return { name, run };
}

const insert = (tx: Transaction, name: string) =>
  insertPets(tx, [{ pet: { name, categoryId: 1n, status: 'sold' }, at: 0n }]);
const add = command('add', (tx) => insert(tx, 'n'));

test('a password that is replaced while sessions are open is read again from its file', async () => {
  const own = await makeDatabase('rotated', isMigrated);
  await server.run('rotated', "CREATE ROLE rotating LOGIN PASSWORD 'old'");
  await server.run('rotated', 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO rotating');
  const urlWith = (password: string) => asRole(own, 'rotating', password);
  const scratch = makeScratchFolder();
  const urlFile = join(scratch.path, 'database-url');
  writeFileSync(urlFile, urlWith('old'));
  const rotated = await openStore(urlWith('old'), { urlFile, waitMs: 25_000 });
  await server.run('postgres', "ALTER ROLE rotating PASSWORD 'new'");
  await server.run('postgres', "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rotating'");
  await until('the old password to be refused', () => openConnections(rotated).open === 0);
  writeFileSync(urlFile, `${urlWith('new')}\n`);
  await rotated.write(add, undefined);
  expect(await countPets(rotated.reader, {})).toBe(1n);
  await rotated.close();
  scratch.remove();
});

test('a database that is dropped and created again makes requests and readiness fail with 503, and the log says why', async () => {
  const lost = await makeDatabase('lost', isMigrated);
  const run = (sql: string) => server.run('lost', sql);
  const service = await startApp({}, engineOf({ url: lost, run, remove: async () => undefined }));
  const { open } = openConnections(service.store);
  await server.run('postgres', 'DROP DATABASE lost WITH (FORCE)');
  await server.run('postgres', 'CREATE DATABASE lost');
  await until(
    'the new connections',
    () => openConnections(service.store),
    (counts) => counts.open === open && counts.lost > 0,
  );
  for (const path of ['/v1/pets', '/readyz']) {
    expect([path, (await service.fetch(path)).status]).toEqual([path, 503]);
  }
  expect(await codeOf(await service.post('/v1/pets', '{"name":"Late","categoryId":1}'))).toBe('unavailable');
  expect(service.logged.join('')).toContain('the schema is gone');
  await service.close();
});

describe('a connection is encrypted', () => {
  const certificate = join(import.meta.dir, '../../data/tls/cert.pem');
  const encrypted =
    "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = 'petstore'";

  test('as sslmode requires, and its certificate is checked against sslrootcert', async () => {
    await server.useTls(certificate, join(import.meta.dir, '../../data/tls/key.pem'));
    await store.close();
    await server.untilTrue("SELECT count(*) = 0 FROM pg_stat_activity WHERE datname = 'petstore'");
    for (const query of ['sslmode=require', `sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`]) {
      store = await openStore(`${url}?${query}`);
      expect(await server.run('postgres', encrypted)).toEqual([[true]]);
      await store.close();
    }
    expect(await refusal(`${url}?sslmode=verify-full`)).toMatch(/certificate/i);
    store = await openStore(url);
  });
});
