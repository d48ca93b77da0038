import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keysCommand } from '../../cli/operator/keys.ts';
import { createKeyByOperator, rotateKeyByOperator } from '../../src/access/keys/rules.ts';
import { schemaVersion } from '../../src/store/schema.ts';
import { type EventBody, lastEventId, readEvents } from '../support/data/events.ts';
import { as } from '../support/data/keys.ts';
import { postgres, type ScratchDatabase } from '../support/engines.ts';
import { bodyOf, type PetBody } from '../support/http/body.ts';
import { nextPage } from '../support/http/pages.ts';
import { openStore } from '../support/open-store.ts';
import { runHere } from '../support/process/command.ts';
import { startServer, type TestServer } from '../support/process/server.ts';
import { until } from '../support/until.ts';

let database: ScratchDatabase;
let nodes: TestServer[];

function nodeAt(index: number): TestServer {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('there is no node');
  return node;
}

/** That of the administrator who has signed in with the link that one of the nodes has shown. */
let firstKey: string;

// They start at once on an empty database, and none has a key of the operator.
beforeAll(async () => {
  database = await postgres.makeDatabase();
  // On a busy machine the last of many writes waits long for its turn.
  const env = { PETSTORE_API_KEY: '', PETSTORE_DATABASE_WAIT: '30', PETSTORE_PUBLIC_PAGE: 'on' };
  nodes = await Promise.all([1, 2, 3].map(() => startServer({ database, env })));
  const [link = ''] = nodes.flatMap(linksOf);
  const [node] = nodes;
  const signedIn = await node?.send('POST', '/v1/sign-ins', { device: 'A test' }, as(link));
  firstKey = signedIn === undefined ? '' : (await bodyOf<{ secret: string }>(signedIn)).secret;
});
afterAll(async () => {
  const exits = await Promise.all(nodes.map((node) => node.stop()));
  await database.remove();
  expect(exits).toEqual([0, 0]);
});

const ask = (node: TestServer, path: string, init: RequestInit = {}, key = firstKey) =>
  fetch(node.url + path, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });

const tellerOf = (node: TestServer) => ({
  fetch: (path: string, init?: RequestInit) => ask(node, path, init),
  untilSettled: node.untilSettled,
});

/** Writes through the node with this number, modulo the number of nodes. */
const send = (node: number, method: string, path: string, body?: object, headers = {}) =>
  nodeAt(node).send(method, path, body, { ...as(firstKey), ...headers });
const post = (node: number, name: string, headers = {}) =>
  send(node, 'POST', '/v1/pets', { name, categoryId: 1 }, headers);

test('three nodes that start at once on an empty database create one schema and one link, which one of them shows, and no key that nobody gets', async () => {
  expect(nodes.flatMap(linksOf)).toHaveLength(1);
  const shown = nodes.filter(({ output }) => output.stdout.includes('petstore keys create --name NAME --role admin'));
  expect(shown).toHaveLength(1);
  const schema = await database.run('SELECT count(*), max(version) FROM petstore_schema');
  const keys = await database.run('SELECT count(*) FROM keys');
  expect([schema, keys]).toEqual([[[1n, BigInt(schemaVersion)]], [[1n]]]);
});

test('the public pages of all nodes show what one of them was told of the shelter', async () => {
  await send(0, 'PATCH', '/v1/shelter', { hours: 'Sunday from 2' });
  for (const node of nodes) {
    const openPage = async () => await (await fetch(`${node.url}/adopt`)).text();
    await until('the page shows the hours', openPage, (page) => page.includes('Sunday from 2'));
  }
});

/** The secrets of sign-in links that a node has shown. */
function linksOf({ output }: TestServer): string[] {
  return output.stdout.match(/pet_link_prod_\w+/g) ?? [];
}

/** The life of one animal, each step on the other node. */
async function live(writer: number): Promise<number> {
  const { id } = await bodyOf<PetBody>(await send(writer, 'POST', '/v1/pets', { name: 'Frank', categoryId: writer }));
  const renamed = await send(writer + 1, 'PATCH', `/v1/pets/${id}`, { name: 'Rex' });
  const placed = await send(writer, 'POST', '/v1/store/orders', { petId: id });
  const order = await bodyOf<{ id: number }>(placed);
  const cancelled = await send(writer + 1, 'POST', `/v1/store/orders/${order.id}/cancel`);
  const removed = await send(writer, 'DELETE', `/v1/pets/${id}`);
  expect([renamed, placed, cancelled, removed].map(({ status }) => status)).toEqual([200, 201, 200, 204]);
  return id;
}
/** The events of that life. */
const lifeOf = ['pet.created', 'pet.updated', 'order.placed', 'order.cancelled', 'pet.deleted'];

describe('while 16 clients write on three nodes at the same time', () => {
  const writers = 16;
  const rounds = 2;
  const total = writers * rounds * lifeOf.length;
  let ids: number[];
  let read: EventBody[][];

  beforeAll(async () => {
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        const lived: number[] = [];
        for (let round = 0; round < rounds; round++) lived.push(await live(writer));
        return lived;
      }),
    );
    const reading = Promise.all(nodes.map((node) => readEvents((path) => ask(node, path), 0, total)));
    ids = (await writing).flat();
    read = await reading;
  });

  test('a reader that pages on every node skips no event, and receives none twice', () => {
    const expected = Array.from({ length: total }, (_, index) => index + 1);
    for (const events of read) expect(events.map(({ id }) => id)).toEqual(expected);
    for (const events of read) expect(events).toEqual(read[0] ?? []);
  });

  test('all events of each animal are listed in the order in which they were acknowledged', () => {
    const byPet = Map.groupBy(read[0] ?? [], ({ petId }) => petId);
    expect([...byPet.keys()].toSorted()).toEqual(ids.toSorted());
    for (const events of byPet.values()) expect(events.map(({ type }) => type)).toEqual(lifeOf);
  });

  test('no event stays pending, and the inventory is empty again', async () => {
    expect(await lastEventId(tellerOf(nodeAt(0)))).toBe(total);
    expect(await database.run('SELECT count(*) FROM pending_events')).toEqual([[0n]]);
    const inventory = await (await ask(nodeAt(1), '/v1/store/inventory?by=category')).json();
    expect(inventory).toEqual({ available: 0, pending: 0, sold: 0, categories: [] });
  });
});

test('one of 50 concurrent orders of an animal through several nodes succeeds', async () => {
  for (let round = 0; round < 2; round++) {
    const { id } = await bodyOf<PetBody>(await send(0, 'POST', '/v1/pets', { name: 'Frank', categoryId: 1 }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => send(index, 'POST', '/v1/store/orders', { petId: id })),
    );
    const codes = await Promise.all(
      answers.map(async (answer) => (await bodyOf<{ code?: string }>(answer)).code ?? answer.status),
    );
    expect(codes.toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 'pet_not_available')]);
  }
});

test('the next request to any node sees what one node has acknowledged', async () => {
  for (let round = 0; round < 9; round++) {
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
  for (let round = 0; round < 4; round++) {
    const key = { 'Idempotency-Key': `across-nodes-${round}` };
    const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => post(index, 'Once', key)));
    const made = answers.filter(({ status }) => status === 201);
    const ids = await Promise.all(made.map(async (answer) => (await bodyOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
    expect(made.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const answer of others) expect((await bodyOf<{ code: string }>(answer)).code).toBe('idempotency_in_progress');
  }
  expect(await database.run("SELECT count(*) FROM pets WHERE name = 'Once'")).toEqual([[4n]]);
});

test('each of many concurrent rotations of a key replaces the secret that another one has set', async () => {
  const stores = await Promise.all([1, 2, 3].map(() => openStore(database.url)));
  const key = { name: 'rotated', grants: 'reader', hint: 'h', createdAt: 0n, expiresAt: null };
  const { id } = (await stores[0]?.write(createKeyByOperator, { ...key, secretHash: 'first' })) ?? { id: 0n };
  const rotation = { id, hint: 'h', previousUntil: 1n, now: 0n };
  const rotated = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stores[index % 3]?.write(rotateKeyByOperator, { ...rotation, secretHash: `new ${index}` }),
    ),
  );
  await Promise.all(stores.map((store) => store.close()));
  const replaced = rotated.map((result) => result?.previousHash);
  expect(new Set(replaced).size).toBe(12);
  expect(replaced).toContain('first');
});

test('a key that is revoked on the command line is soon rejected by every node', async () => {
  const keys = (...args: string[]) => runHere(keysCommand(), args, { DATABASE_URL: database.url });
  const secret = (await keys('create', '--name', 'gone', '--role', 'reader')).stdout.trim();
  const askEach = () => Promise.all(nodes.map((node) => ask(node, '/v1/pets?limit=1', {}, secret)));
  const statusesOf = async () => (await askEach()).map(({ status }) => status);
  expect(await statusesOf()).toEqual([200, 200, 200]);
  const [[id] = []] = await database.run("SELECT id FROM keys WHERE name = 'gone'");
  let isRevoked = false;
  const keepAsking = (async () => {
    while (!isRevoked) {
      await statusesOf();
      await Bun.sleep(5);
    }
  })();
  const revoked = await keys('revoke', String(id));
  await until('all nodes to refuse the key', statusesOf, (statuses) => statuses.every((status) => status === 401));
  isRevoked = true;
  await keepAsking;
  expect([revoked.exitCode, await statusesOf()]).toEqual([0, [401, 401, 401]]);
});

test('another node lists everything that a killed node has acknowledged', async () => {
  const behind = await lastEventId(tellerOf(nodeAt(0)));
  const doomed = nodes.pop() ?? expect.unreachable();
  const add = () => doomed.send('POST', '/v1/pets', { name: 'Frank', categoryId: 1 }, as(firstKey));
  const made = await Promise.all(Array.from({ length: 40 }, async () => (await bodyOf<PetBody>(await add())).id));
  doomed.signal('SIGKILL');
  await doomed.exited;
  const events = await readEvents((path) => ask(nodeAt(0), path), behind, made.length);
  expect(events.map(({ petId }) => petId).toSorted()).toEqual(made.toSorted());
});
