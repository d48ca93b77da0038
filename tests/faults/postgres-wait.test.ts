import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { createPet } from '../../src/animals/pets/operations.ts';
import { insertPets } from '../../src/animals/pets/sql.ts';
import { statement } from '../../src/store/statement.ts';
import type { Store } from '../../src/store/store.ts';
import { addCaller, petDraft } from '../support/http/caller.ts';
import { type NetworkProxy, startProxy } from '../support/http/proxy.ts';
import { openStore } from '../support/open-store.ts';
import { PostgresServer } from '../support/postgres/postgres-server.ts';
import { until } from '../support/until.ts';

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

/** Repeats `work` until it succeeds. */
const untilDone = (work: () => Promise<unknown>) => until('success', () => work().catch(() => undefined));

const marker = 'a read that the proxy knows';
const markedRead = statement<readonly [string]>(`SELECT '${marker}'`);
/** Recognizes the opening of connections for short reads, also to look for a server: they limit their statements to 5 seconds. */
const isOpeningForReads = (piece: Buffer) => piece.includes('statement_timeout\x005000\0');

describe('a read that waits while other connections close and open', () => {
  /** Has a read wait while connections for reads do not open, and those for writes are closed and opened again. */
  async function startWaiting(ends: number): Promise<{ read: Promise<unknown>; others: Promise<unknown>[] }> {
    const target = await open(longWaitMs);
    const others: Promise<unknown>[] = [];
    const endAll = async () => {
      await server.endSessions();
      const other = target.write({ name: 'other', run: async () => undefined }, undefined);
      others.push(other);
      // After an opening that takes too long, everything waits until the proxy lets the store look for the server.
      await Promise.race([other, Bun.sleep(1_000)]);
    };
    proxy.inspect((piece) => (isOpeningForReads(piece) ? 'swallow' : 'pass'));
    await endAll();
    const read = Promise.resolve(target.reader.query(markedRead, [])).catch((error) => error);
    for (let count = 0; count < ends; count++) await endAll();
    return { read, others };
  }

  /** Cuts the connection that sends the read, at most this many times. */
  function cutWhenSent(times: number): { sent: number } {
    const seen = { sent: 0 };
    proxy.inspect((piece) => (piece.includes(marker) && ++seen.sent <= times ? 'cut' : 'pass'));
    return seen;
  }

  test('is sent again if its connection is lost then, however often', async () => {
    const { read, others } = await startWaiting(3);
    const seen = cutWhenSent(5);
    expect([await read, seen.sent]).toEqual([[[marker]], 6]);
    await Promise.all(others);
  });
});

describe('while no server is available', () => {
  /** A store whose server is gone, and whose connections are known to be lost. */
  let patient: Store;
  beforeAll(async () => {
    patient = await openThrough(proxy, longWaitMs);
    await server.stop('fast');
    await until('all connections to be lost', () => patient.metrics.connections?.().open === 0);
  });
  afterAll(async () => {
    await server.restart();
    await patient.close();
  });

  test('readiness is known at once, and waiting requests are served as soon as the server is back', async () => {
    const order: string[] = [];
    const asked = [patient.reader.query(markedRead, []), create(patient, 'Served'), createAlone(patient, 'Served')].map(
      (answer) => Promise.resolve(answer).finally(() => order.push('answer')),
    );
    await Promise.resolve(patient.check()).catch(({ code }) => order.push(code));
    await server.restart();
    await Promise.all(asked);
    expect(order).toEqual(['unavailable', 'answer', 'answer', 'answer']);
    expect(await countOf('Served')).toBe(2);
  });
});

const unknown = {
  code: 'unavailable',
  message: expect.stringContaining('whether the write took effect is unknown'),
};

describe('a COMMIT that gets no response', () => {
  const untilBlocked = (count: number) =>
    server.untilTrue(`SELECT count(*) = ${count} FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
  const sessions = () =>
    server.run('postgres', "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore' ORDER BY pid");
  const refused = { code: 'unavailable', message: expect.stringContaining('Nothing was changed') };

  test('because a standby is away makes all other writes fail, and keeps its connection', async () => {
    const target = await open(longWaitMs);
    await server.run('postgres', "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    // With a reload, a COMMIT would not wait until the checkpointer has read the setting, too.
    await server.stop('fast');
    await server.restart();
    // Until all are open, a session may be one that only looks for the server, and ends.
    await until('the connections', () => target.metrics.connections?.().open === poolSize);
    const before = await until('their sessions', sessions, ({ length }) => length === poolSize);
    const answers: unknown[] = [];
    const note = (error: unknown) => void answers.push(error);
    const blocked: Promise<unknown>[] = [];
    // After two seconds the second one would not be sent any more, and after six they are given up.
    let now = performance.now();
    using clock = spyOn(performance, 'now').mockImplementation(() => now);
    for (const count of [1, 2]) {
      blocked.push(create(target, `Blocked ${count}`).catch(note));
      await untilBlocked(count);
    }
    now += 2_001;
    // Waits for one of the two, and fails when they turn out to be blocked. The others find a free connection.
    await create(target, 'Behind').catch(note);
    await create(target, 'Later').catch(note);
    await createAlone(target, 'Later').catch(note);
    expect(answers).toMatchObject([refused, refused, refused]);
    expect(await Promise.resolve(target.checkWrites()).catch(({ code }) => code)).toBe('unavailable');
    await Promise.all([target.check(), target.checkReads()]);
    expect(await target.reader.query(markedRead, [])).toEqual([[marker]]);
    clock.mockRestore();
    await Promise.all(blocked);
    expect(answers.slice(3)).toMatchObject([unknown, unknown]);
    await createAlone(target, 'Later').catch(note);
    expect(answers.slice(5)).toMatchObject([refused]);
    await server.set('synchronous_standby_names', '');
    await untilDone(() => createAlone(target, 'Afterwards'));
    await target.checkWrites();
    expect(await until('the connections', sessions, ({ length }) => length === poolSize)).toEqual(before);
    expect(await Promise.all(['Blocked 1', 'Blocked 2', 'Behind', 'Later'].map(countOf))).toEqual([1, 1, 0, 0]);
  });
});

/** Each of these waits for seconds, and has a network of its own. */
describe('on a network that', () => {
  test.concurrent('loses the response to a COMMIT, its connection is ended, and writes continue', async () => {
    const network = await startProxy(server.port);
    const target = await openThrough(network, longWaitMs);
    network.loseCommitOf('Lost in the network', 'mute');
    const answer = await createAlone(target, 'Lost in the network').catch((error) => error);
    expect(answer).toMatchObject(unknown);
    await untilDone(() => createAlone(target, 'Goes on'));
    expect(await Promise.all(['Lost in the network', 'Goes on'].map(countOf))).toEqual([1, 1]);
    await target.close();
    await network.close();
  });
});
