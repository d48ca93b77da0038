import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createKeyByOperator, rotateKeyByOperator } from '../../src/catalogue/keys/rules.ts';
import { prepareAdminKey } from '../../src/server/admin-key.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import type { Store } from '../../src/store/store.ts';
import { postgres, type ScratchDatabase } from '../support/engines.ts';
import { bodyOf } from '../support/http/body.ts';
import { nextPage } from '../support/http/pages.ts';
import { openStore } from '../support/open-store.ts';
import { run } from '../support/process/program.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

let database: ScratchDatabase;
let nodes: TestServer[];

function nodeAt(index: number): TestServer {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('there is no node');
  return node;
}

/** The first API key, which one of the nodes has shown. */
let firstKey: string;

// They start at once on an empty database, and none has a key of the operator.
beforeAll(async () => {
  database = await postgres.makeDatabase();
  // On a busy machine the last of many writes waits long for its turn.
  const env = { PETSTORE_API_KEY: '', PETSTORE_DATABASE_WAIT: '30' };
  nodes = await Promise.all([1, 2, 3].map(() => startServer({ database, env })));
  firstKey = nodes.map(({ output }) => /pet_prod_\w+/.exec(output.stdout)?.[0]).find((key) => key !== undefined) ?? '';
});
afterAll(async () => {
  const exits = await Promise.all(nodes.map((node) => node.stop()));
  await database.remove();
  expect(exits).toEqual([0, 0, 0]);
});

const ask = (node: TestServer, path: string, init: RequestInit = {}, key = firstKey) =>
  fetch(node.url + path, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

/** Adds an animal through the node with this number, modulo the number of nodes. */
const post = (node: number, name: string, headers = {}) =>
  ask(nodeAt(node), '/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ name, categoryId: 1 }),
  });

const schemaAndKeysOf = async ({ run }: ScratchDatabase) => [
  await run('SELECT count(*), max(version) FROM petstore_schema'),
  await run('SELECT count(*) FROM keys'),
];
const oneOfEach = [[[1n, BigInt(schemaVersion)]], [[1n]]];

describe('on an empty database', () => {
  test('three nodes that start at once create one schema and one first key, which one of them shows', async () => {
    const shown = nodes.filter(({ output }) => output.stdout.includes('Created the first API key'));
    expect([shown.length, await schemaAndKeysOf(database)]).toEqual([1, oneOfEach]);
  });

  test('ten stores that are opened at once create one schema and one first key', async () => {
    const empty = await postgres.makeDatabase();
    const stores = await Promise.all(Array.from({ length: 10 }, () => openStore(empty.url)));
    const prepare = (store: Store) => prepareAdminKey(store, 'production', undefined, Date.now());
    const kinds = (await Promise.all(stores.map(prepare))).map(({ kind }) => kind);
    await Promise.all(stores.map((store) => store.close()));
    expect([kinds.filter((kind) => kind === 'made').length, await schemaAndKeysOf(empty)]).toEqual([1, oneOfEach]);
    await empty.remove();
  });
});

test('the next request to any node sees what one node has acknowledged', async () => {
  for (let round = 0; round < 20; round++) {
    const { id } = await bodyOf(await post(round, `Round ${round}`));
    const seen = await Promise.all(nodes.map((node) => ask(node, `/v1/pets/${id}`)));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});

test('a cursor from one node leads to the same page on every other', async () => {
  for (let count = 0; count < 5; count++) await post(count, `Page ${count}`);
  const first = await ask(nodeAt(0), '/v1/pets?limit=2');
  const next = nextPage(first) ?? '';
  const pages = await Promise.all(nodes.map(async (node) => await (await ask(node, next)).text()));
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
  const { id } = (await stores[0]?.write(createKeyByOperator, { ...key, secretHash: 'first' })) ?? { id: 0n };
  const rotated = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stores[index % 3]?.write(rotateKeyByOperator, {
        id,
        secretHash: `new ${index}`,
        hint: 'h',
        previousUntil: 1n,
        now: 0n,
      }),
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
    const askEach = () => Promise.all(nodes.map((node) => ask(node, '/v1/pets?limit=1', {}, secret)));
    const statusesOf = async () => (await askEach()).map(({ status }) => status);
    expect(await statusesOf()).toEqual([200, 200, 200]);
    const [[id] = []] = await database.run("SELECT id FROM keys WHERE name = 'gone'");
    let isRevoked = false;
    const keepAsking = (async () => {
      for (let count = 0; !isRevoked && count < 10_000; count++) {
        await statusesOf();
        await Bun.sleep(5);
      }
    })();
    const revoked = await run(['keys', 'revoke', String(id)], settings);
    await until('all nodes to refuse the key', statusesOf, (statuses) => statuses.every((status) => status === 401));
    isRevoked = true;
    await keepAsking;
    expect([revoked.exitCode, await statusesOf()]).toEqual([0, [401, 401, 401]]);
  });
});
