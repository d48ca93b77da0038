import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { postgres, type ScratchDatabase } from '../../../tests/support/engines.ts';
import { until } from '../../../tests/support/until.ts';
import { readPostgresUrl } from '../../lib/addresses/database-url.ts';
import { statement } from '../statement.ts';
import { ConnectionPool } from './connection-pool.ts';
import { type ServerOptions, Servers } from './servers.ts';

let database: ScratchDatabase;
beforeAll(async () => {
  database = await postgres.makeDatabase();
});
afterAll(() => database.remove());

function serversWith(check: ServerOptions['check']): Servers {
  const address = readPostgresUrl(database.url);
  if (address === undefined) throw new Error('the URL is invalid');
  return new Servers(address, 'any', { check });
}

test('a connection whose server does not respond to its check is given up in the time that it has to open', async () => {
  const hang = statement<never>('SELECT pg_sleep(600)');
  const servers = serversWith(async (connection) => (await connection.query(hang, [])).length > 0);
  // Later, the server itself would end the statement, and say so.
  await expect(servers.open('read', 1_000)).rejects.toThrow(/closed/i);
});

test('while a server does not respond to the repeated check of a connection, no other check is begun', async () => {
  let checks = 0;
  const response = Promise.withResolvers<boolean>();
  const servers = serversWith(async () => (++checks === 1 ? true : response.promise));
  const intervals = spyOn(globalThis, 'setInterval');
  const pool = await ConnectionPool.start(servers, { purpose: 'read', size: 1, maxShared: 1, waitMs: 0 });
  const [tick] = intervals.mock.calls.at(-1) ?? [];
  intervals.mockRestore();
  if (typeof tick !== 'function') throw new Error('the pool repeats no check');
  for (let interval = 0; interval < 3; interval++) tick();
  expect(checks).toBe(2);
  response.resolve(true);
  await until('the next check', () => checks > 2);
  pool.close();
});
