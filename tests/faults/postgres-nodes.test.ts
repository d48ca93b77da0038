import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKey, rotateKey } from '../../src/domain/keys.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { bodyOf } from '../support/body.ts';
import { postgres, type ScratchDatabase } from '../support/engines.ts';
import { openStore } from '../support/open-store.ts';
import { nextPage } from '../support/pages.ts';
import { run } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let database: ScratchDatabase;
let nodes: TestServer[];

function nodeAt(index: number): TestServer {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('there is no node');
  return node;
}

beforeAll(async () => {
  database = await postgres.makeDatabase();
  nodes = await Promise.all([1, 2, 3].map(() => startServer({ database })));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database.remove();
});

/** Adds an animal through the node with this number, modulo the number of nodes. */
const post = (node: number, name: string, headers = {}) =>
  nodeAt(node).fetch('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ name, categoryId: 1 }),
  });

test('ten nodes that start at once on an empty database create one schema and one first key', async () => {
  const empty = await postgres.makeDatabase();
  const started = await Promise.all(
    Array.from({ length: 10 }, () => startServer({ database: empty, env: { PETSTORE_API_KEY: '' } })),
  );
  const shown = started.filter(({ output }) => output.stdout.includes('Created the first API key'));
  const keys = await empty.run('SELECT count(*) FROM keys');
  const version = await empty.run('SELECT count(*), max(version) FROM petstore_schema');
  const exits = await Promise.all(started.map((node) => node.stop()));
  await empty.remove();
  expect([shown.length, keys, version]).toEqual([1, [[1n]], [[1n, BigInt(schemaVersion)]]]);
  expect(exits).toEqual(exits.map(() => 0));
});

test('the next request to any node sees what one node has acknowledged', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await bodyOf(await post(round, `Round ${round}`));
    const seen = await Promise.all(nodes.map((node) => node.fetch(`/v1/pets/${id}`)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

test('a cursor from one node leads to the same page on every other', async () => {
  for (let count = 0; count < 5; count++) await post(count, `Page ${count}`);
  const first = await nodeAt(0).fetch('/v1/pets?limit=2');
  const next = nextPage(first) ?? '';
  const pages = await Promise.all(nodes.map(async (node) => await (await node.fetch(next)).text()));
  expect(JSON.parse(pages[0] ?? '')).toHaveLength(2);
  expect(new Set(pages).size).toBe(1);
});

test('many retries of a create with one idempotency key add one animal, whichever nodes they reach', async () => {
  for (let round = 0; round < 10; round++) {
    const key = { 'Idempotency-Key': `across-nodes-${round}` };
    const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => post(index, 'Once', key)));
    const made = answers.filter(({ status }) => status === 201);
    const ids = await Promise.all(made.map(async (answer) => (await bodyOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const answer of others) expect((await bodyOf<{ code: string }>(answer)).code).toBe('idempotency_in_progress');
  }
  expect(await database.run("SELECT count(*) FROM pets WHERE name = 'Once'")).toEqual([[10n]]);
});

test('each of many concurrent rotations of a key replaces the secret that another one has set', async () => {
  const stores = await Promise.all([1, 2, 3].map(() => openStore(database.url)));
  const key = { name: 'rotated', grants: 'reader', hint: 'h', createdAt: 0n, expiresAt: null };
  const { id } = (await stores[0]?.write(createKey, { ...key, secretHash: 'first' })) ?? { id: 0n };
  const rotated = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stores[index % 3]?.write(rotateKey, { id, secretHash: `new ${index}`, hint: 'h', previousUntil: 1n, now: 0n }),
    ),
  );
  await Promise.all(stores.map((store) => store.close()));
  const replaced = rotated.map((result) => result?.previousHash);
  expect(new Set(replaced).size).toBe(12);
  expect(replaced).toContain('first');
});

describe('a key', () => {
  test('that is revoked on the command line is soon rejected by every node', async () => {
    const settings = { DATABASE_URL: database.url };
    const secret = (await run(['keys', 'create', '--name', 'gone', '--role', 'reader'], settings)).stdout.trim();
    const ask = (node: TestServer) =>
      node.fetch('/v1/pets?limit=1', { headers: { Authorization: `Bearer ${secret}` } });
    const statusesOf = async () => (await Promise.all(nodes.map(ask))).map(({ status }) => status);
    expect(await statusesOf()).toEqual([200, 200, 200]);
    const [[id] = []] = await database.run("SELECT id FROM keys WHERE name = 'gone'");
    let isRevoked = false;
    const keepAsking = (async () => {
      for (let count = 0; !isRevoked && count < 10_000; count++) await statusesOf();
    })();
    const revoked = await run(['keys', 'revoke', String(id)], settings);
    await until('all nodes to refuse the key', statusesOf, (statuses) => statuses.every((status) => status === 401));
    isRevoked = true;
    await keepAsking;
    expect([revoked.exitCode, await statusesOf()]).toEqual([0, [401, 401, 401]]);
  });
});
