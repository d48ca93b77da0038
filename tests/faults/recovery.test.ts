import { afterAll, beforeAll, expect, test } from 'bun:test';
import { serveCommand } from '../../cli/serve.ts';
import { rotateKeyByOperator } from '../../src/access/keys/rules.ts';
import { prepareAdminKey } from '../../src/server/admin-key.ts';
import { engines, type ScratchDatabase, sqlite } from '../support/engines.ts';
import { Connection } from '../support/http/connection.ts';
import { openStore } from '../support/open-store.ts';
import { runHere } from '../support/process/command.ts';
import { freePort } from '../support/process/ports.ts';
import { adminKey, startServer } from '../support/process/server.ts';
import { addPet } from '../support/process/workers.ts';
import { until } from '../support/until.ts';

/** Adds animals over one connection until the server closes it; returns the number that were added. */
async function addUntilClosed(url: string): Promise<number> {
  const connection = await Connection.open(url);
  for (let added = 0; ; ) {
    const reply = await addPet(connection, 'Rex').catch(() => undefined);
    if (reply?.status === 201) added++;
    if (reply === undefined || reply.headers.get('Connection') === 'close') {
      connection.close();
      return added;
    }
  }
}

/** Keys and acknowledged writes after failed starts, restarts and stops. */
let database: ScratchDatabase;
beforeAll(async () => {
  database = await sqlite.makeDatabase({ isMigrated: true });
});
afterAll(() => database.remove());

test('a start that fails late does not create a first key that nobody has seen', async () => {
  using taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const env = { DATABASE_URL: database.url, PORT: String(taken.port) };
  const failed = await runHere(serveCommand(), [], env);
  expect(failed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already in use') });
  const server = await startServer({ database, env: { PETSTORE_API_KEY: '' } });
  expect(server.output.stdout).toContain('Created the first API key');
  await server.stop();
});

test('a server accepts an operator’s key from its first response on, and answers every request that it has accepted when it is stopped under load', async () => {
  const port = String(freePort());
  const starting = startServer({ database, env: { PORT: port } });
  let isUp = false;
  void starting.finally(() => (isUp = true));
  const headers = { Authorization: `Bearer ${adminKey}` };
  const statuses = new Set<number>();
  const ask = async () => {
    while (!isUp) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/pets`, { headers }).catch(() => undefined);
      if (answer !== undefined) statuses.add(answer.status);
      await answer?.text();
      await Bun.sleep(1);
    }
  };
  await Promise.all([ask(), ask()]);
  const server = await starting;
  statuses.add((await server.fetch('/v1/pets')).status);
  expect([...statuses]).toEqual([200]);

  const clients = Promise.all(Array.from({ length: 16 }, () => addUntilClosed(server.url)));
  const kept = async () => Number((await database.run('SELECT count(*) FROM pets'))[0]?.[0]);
  await until('the load to be under way', kept, (count) => count > 50);
  expect(await server.stop()).toBe(0);
  // The server may close an idle connection: a request sent on it then is not accepted, and adds no animal.
  const answers = (await clients).reduce((sum, count) => sum + count, 0);
  expect(await database.run('SELECT count(*) FROM pets')).toEqual([[BigInt(answers)]]);
});

test.each(engines)('a restart does not restore an operator’s key that was replaced, on $name', async (engine) => {
  const own = engine === sqlite ? database : await engine.makeDatabase({ isMigrated: true });
  const store = await openStore(own.url);
  const prepare = () => prepareAdminKey(store, 'production', { preset: adminKey, canTell: true }, Date.now());
  const { key } = { key: undefined, ...(await prepare()) };
  const rotation = { id: key?.id ?? 0n, hint: 'h', previousUntil: 0n, now: BigInt(Date.now()) };
  for (const secretHash of ['second', 'third']) await store.write(rotateKeyByOperator, { ...rotation, secretHash });
  expect((await prepare()).kind).toBe('preset is ended');
  await store.close();
  if (engine !== sqlite) return await own.remove();
  const server = await startServer({ database });
  expect((await server.fetch('/v1/pets')).status).toBe(401);
  expect(server.output.stdout).toContain('PETSTORE_API_KEY was revoked or replaced');
  await server.stop();
});
