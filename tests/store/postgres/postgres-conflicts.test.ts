import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import type { App } from '../../../src/server/app.ts';
import { statement } from '../../../src/store/statement.ts';
import type { Store } from '../../../src/store/store.ts';
import { origin, startApp, type TestApp } from '../../support/app.ts';
import { postgres, type ScratchDatabase } from '../../support/engines.ts';
import { openStore } from '../../support/open-store.ts';
import { until } from '../../support/until.ts';

/** Clients of two nodes on PostgreSQL that write the same rows without a pause. */
const clients = Array.from({ length: 32 }, (_, index) => index);
const rounds = 2;

let database: ScratchDatabase;
let service: TestApp;
let otherStore: Store;
let nodes: readonly [App, App];
let headers: Record<string, string>;
beforeAll(async () => {
  const connections = 16;
  service = await startApp({}, postgres, { connections });
  ({ database } = service);
  otherStore = await openStore(database.url, { connections });
  nodes = [service.app, service.startNode({ store: otherStore })];
  headers = { Authorization: `Bearer ${await service.makeKey('admin')}`, 'Content-Type': 'application/json' };
});
afterAll(async () => {
  await otherStore.close();
  await service.close();
});

/** What the response says, which must have the status. */
async function request(client: number, method: string, path: string, body: unknown, status: number): Promise<unknown> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await nodes[client % 2 === 0 ? 0 : 1].fetch(new Request(`${origin}/v1${path}`, init));
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.anything()]);
  return text === '' ? undefined : JSON.parse(text);
}

test('changes of the same profile all succeed, and none is lost', async () => {
  await database.run("INSERT INTO pets (name, category_id, status) VALUES ('One', 0, 'sold')");
  await Promise.all(
    clients.map(async (client) => {
      for (let round = 1; round <= rounds; round++) {
        const attributes = { [`of client ${client}`]: `round ${round}` };
        await request(client, 'PATCH', '/pets/1/profile', { attributes }, 200);
      }
    }),
  );
  const attributes = Object.fromEntries(clients.map((client) => [`of client ${client}`, `round ${rounds}`]));
  expect(await request(0, 'GET', '/pets/1/profile', undefined, 200)).toMatchObject({ attributes });
  await service.untilSettled();
  const written = await database.run("SELECT count(*) FROM events WHERE type = 'pet.profile_changed'");
  expect(written).toEqual([[BigInt(rounds * clients.length)]]);
});

test('keys that are created and revoked with the same key are all revoked', async () => {
  await Promise.all(
    clients.map(async (client) => {
      for (let round = 1; round <= rounds; round++) {
        const made = await request(client, 'POST', '/keys', { name: 'short-lived', role: 'reader' }, 201);
        if (typeof made !== 'object' || made === null || !('id' in made)) throw new Error('a key has no id');
        await request(client, 'DELETE', `/keys/${made.id}`, undefined, 204);
      }
    }),
  );
  const stored = "SELECT count(*), count(revoked_at) FROM keys WHERE name = 'short-lived'";
  const made = BigInt(rounds * clients.length);
  expect(await database.run(stored)).toEqual([[made, made]]);
});

test('a read that meets a conflict is repeated, and holds up no other read', async () => {
  await database.run('CREATE SEQUENCE attempts');
  const conflictOnce = statement<never>(
    "DO $$ BEGIN IF nextval('attempts') = 1 THEN RAISE 'on purpose' USING ERRCODE = '40001'; END IF; END $$",
  );
  const lock = 4_711;
  const other = new SQL({ url: database.url, max: 1 });
  await other`SELECT pg_advisory_lock(${lock})`;
  await otherStore.reader.query(conflictOnce, []);
  expect(await database.run('SELECT last_value FROM attempts')).toEqual([[2n]]);
  const slow = otherStore.reader.query(statement(`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${lock})) AS held`), []);
  const waiting = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted`;
  await until(
    'the slow read to wait',
    () => database.run(waiting),
    ([row]) => row?.[0] === 1n,
  );
  await otherStore.checkReads();
  await other.close({ timeout: 0 });
  expect(await slow).toHaveLength(1);
});
