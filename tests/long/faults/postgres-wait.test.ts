import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { insertPets } from '../../../src/animals/pets/sql.ts';
import { statement } from '../../../src/store/statement.ts';
import type { Store } from '../../../src/store/store.ts';
import { addCaller, petDraft } from '../../support/http/caller.ts';
import { type NetworkProxy, startProxy } from '../../support/http/proxy.ts';
import { openStore } from '../../support/open-store.ts';
import { PostgresServer } from '../../support/postgres/postgres-server.ts';
import { until } from '../../support/until.ts';

let server: PostgresServer;
let proxy: NetworkProxy;
let store: Store | undefined;
beforeAll(async () => {
  server = await PostgresServer.start();
  await server.trustClients();
  proxy = await startProxy(server.port);
  const prepared = await openStore((await server.makeDatabase()).url);
  await addCaller(prepared);
  await prepared.close();
});
afterEach(async () => {
  proxy.inspect(() => 'pass');
  await store?.close();
  store = undefined;
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

/** Longer than any outage in these tests. */
const longWaitMs = 60_000;
const shortWaitMs = 200;

/** Two of them do not write. */
const poolSize = 6;

async function open(waitMs: number): Promise<Store> {
  store = await openThrough(proxy, waitMs, poolSize);
  return store;
}

function openThrough({ port }: NetworkProxy, waitMs: number, connections = 4): Promise<Store> {
  return openStore(server.url('petstore').replace(/:\d+\//, `:${port}/`), { waitMs, connections });
}

/** A write that shares a transaction with others of its kind. */
const create = (target: Store, name: string) => target.write(createPet.command, petDraft(name));
/** A write that has a transaction to itself. */
const createAlone = (target: Store, name: string) =>
  target.write(
    { name: 'alone', run: (tx) => insertPets(tx, [{ pet: { name, categoryId: 1n, status: 'sold' }, at: 0n }]) },
    undefined,
  );
const countOf = async (name: string) =>
  Number((await server.run('petstore', `SELECT count(*) FROM pets WHERE name = '${name}'`))[0]?.[0]);

const marker = 'a read that the proxy knows';
const markedRead = statement<readonly [string]>(`SELECT '${marker}'`);

test('a read that loses every connection fails as unavailable after the wait', async () => {
  const { reader } = await open(shortWaitMs);
  proxy.inspect((piece) => (piece.includes(marker) ? 'cut' : 'pass'));
  const answer = await Promise.resolve(reader.query(markedRead, [])).catch((error) => error);
  expect(answer).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '5' } });
});

test('a write that waits for a free connection has the whole wait when all are lost', async () => {
  const target = await open(longWaitMs);
  // The time passes here only: a busy machine may take any for what is between.
  let now = performance.now();
  using _ = spyOn(performance, 'now').mockImplementation(() => now);
  const gate = Promise.withResolvers<void>();
  const hold = () => target.write({ name: 'hold', run: () => gate.promise }, undefined);
  const held = Array.from({ length: poolSize - 2 }, hold);
  const waiting = createAlone(target, 'Queued').catch((error) => error);
  await until('a write to wait', () => target.metrics.connections?.().waiting === 1);
  now += longWaitMs - 1;
  proxy.inspect((piece) => (piece.includes('application_name') ? 'cut' : 'pass'));
  await server.endSessions();
  await until('all connections to be lost', () => target.metrics.connections?.().open === 0);
  now += longWaitMs - 1;
  // The wait queue looks for entries to reject every 50 ms.
  await Bun.sleep(100);
  proxy.inspect(() => 'pass');
  const outcome = await waiting;
  gate.resolve();
  await Promise.all(held);
  expect(outcome).toMatchObject([{ pet: { name: 'Queued' } }]);
  expect(await countOf('Queued')).toBe(1);
});

describe('while no server is available', () => {
  /** Stores that wait for different times, whose server is gone, and whose connections are known to be lost. */
  let hasty: Store;
  let brief: Store;
  beforeAll(async () => {
    hasty = await openThrough(proxy, 0);
    brief = await openThrough(proxy, shortWaitMs);
    await server.stop('fast');
    await until('all connections to be lost', () =>
      [hasty, brief].every(({ metrics }) => metrics.connections?.().open === 0),
    );
  });
  afterAll(async () => {
    await server.restart();
    await Promise.all([hasty, brief].map((opened) => opened.close()));
  });

  test.each([
    // Reads that ask the same would share a statement.
    ['reads', (target: Store, count: number) => target.reader.query(statement('SELECT $1'), [String(count)])],
    ['creates', (target: Store, count: number) => create(target, `Waiting ${count}`)],
  ])('10,000 %s wait and fail as unavailable; more fail at once as overloaded', async (_, ask) => {
    const codes: string[] = [];
    const note = (error: { code: string }) => void codes.push(error.code);
    await Promise.all(Array.from({ length: 10_050 }, (_, count) => Promise.resolve(ask(brief, count)).catch(note)));
    expect(codes.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'overloaded'));
    expect(codes.slice(50)).toEqual(Array.from({ length: 10_000 }, () => 'unavailable'));
  });

  test('no request waits if the wait is 0', async () => {
    // The time stands still, so that a request that waited for it would not end.
    const now = performance.now();
    using _ = spyOn(performance, 'now').mockImplementation(() => now);
    const codeOf = ({ code }: { code: string }) => code;
    const codes = await Promise.all([
      Promise.resolve(hasty.reader.query(markedRead, [])).catch(codeOf),
      create(hasty, 'Refused').catch(codeOf),
      createAlone(hasty, 'Refused').catch(codeOf),
    ]);
    expect(codes).toEqual(['unavailable', 'unavailable', 'unavailable']);
  });
});

/** Each of these waits for seconds, and has a network of its own. */
describe('on a network that', () => {
  test.concurrent('drops everything, a write is sent on one connection only', async () => {
    const network = await startProxy(server.port);
    const target = await openThrough(network, shortWaitMs);
    let sent = 0;
    network.inspect((piece) => {
      if (piece.includes('BEGIN')) sent++;
      return 'swallow';
    });
    const answer = await createAlone(target, 'Frozen').catch((error) => error);
    expect(answer).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Nothing was changed') });
    expect(sent).toBe(1);
    await target.close();
    await network.close();
  });

  test.concurrent('takes seconds to accept a connection, a start waits', async () => {
    let connections = 0;
    const slow = createServer((client) => {
      const isFirst = connections++ === 0;
      setTimeout(() => client.pipe(connect(server.port, '127.0.0.1')).pipe(client), isFirst ? 2_500 : 0);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => slow.once('listening', resolve));
    const { port } = slow.address() as AddressInfo;
    const target = await openStore(server.url('petstore').replace(/:\d+\//, `:${port}/`));
    expect(connections).toBeGreaterThan(1);
    await target.close();
    slow.close();
  });
});
