import { afterEach, expect, spyOn, test } from 'bun:test';
import { SQL } from 'bun';
import { asCallers } from '../../../src/access/keys/caller-rules.ts';
import { revokeKeyByOperator } from '../../../src/access/keys/rules.ts';
import { createPet } from '../../../src/animals/pets/operations.ts';
import { statement } from '../../../src/store/statement.ts';
import type { Command, Store } from '../../../src/store/store.ts';
import { postgres, type ScratchDatabase } from '../../support/engines.ts';
import { caller, petDraft } from '../../support/http/caller.ts';
import { openStore } from '../../support/open-store.ts';
import { storeForEach } from '../../support/store-hooks.ts';
import { until } from '../../support/until.ts';

/** Rows that another session has locked delay writes to them, and no others. */
let database: ScratchDatabase;
let store: Store;
let other: SQL;
storeForEach(
  postgres,
  async (opened) => {
    ({ database, store } = opened);
    other = new SQL({ url: database.url, max: 1, bigint: true });
    await database.run(
      "INSERT INTO pets (name, category_id, status) VALUES ('Locked', 0, 'sold'), ('Free', 0, 'sold')",
    );
  },
  { connections: 8 },
);
afterEach(() => other.close({ timeout: 0 }));

const addOne = statement<never>('UPDATE pets SET category_id = category_id + 1 WHERE name = $1');
/** A write that has a transaction to itself. */
const change: Command<string, void> = {
  name: 'change',
  run: async (tx, name) => void (await tx.query(addOne, [name])),
};
/** A write that shares a transaction with others of its kind. */
const create = (idempotencyKey: string) =>
  store.write(createPet.command, {
    ...petDraft('New'),
    idempotency: { keyId: 1n, idempotencyKey, fingerprint: 'f', now: BigInt(Date.now()) },
  });

/** Notes when a write ends, and how if it is not carried out. */
function follow(order: string[], name: string, write: Promise<unknown>): Promise<void> {
  return write.then(
    () => void order.push(name),
    ({ code, cause }) => void order.push([name, code, ...(cause ? [String(cause)] : [])].join(' ')),
  );
}

test('30 writes to a locked row do not delay others, and are carried out when the lock is released', async () => {
  const order: string[] = [];
  let blocked: Promise<void>[] = [];
  await other.begin(async (holder) => {
    await holder`SELECT id FROM pets WHERE name = 'Locked' FOR UPDATE`;
    blocked = Array.from({ length: 30 }, () => follow(order, 'blocked', store.write(change, 'Locked')));
    // A write waits for a lock for five seconds at most: on a busy machine, more of these would take that long.
    const free = Array.from({ length: 10 }, (_, count) => [
      follow(order, 'free', store.write(change, 'Free')),
      follow(order, 'free', create(`key ${count}`)),
    ]);
    await Promise.all(free.flat());
    expect(order).toEqual(Array.from({ length: 20 }, () => 'free'));
  });
  await Promise.all(blocked);
  expect(order.slice(20)).toEqual(Array.from({ length: 30 }, () => 'blocked'));
  const sums = await database.run('SELECT name, category_id FROM pets WHERE id <= 2 ORDER BY id');
  expect(sums).toEqual([
    ['Locked', 30n],
    ['Free', 10n],
  ]);
});

test('a write that has waited for long, and may wait longer, is still patient with a lock', async () => {
  const notes: string[] = [];
  const gate = Promise.withResolvers<void>();
  const showTimeout = statement<readonly [string]>('SHOW lock_timeout');
  const noting: Command<string, void> = {
    name: 'noting',
    async run(tx, name) {
      const note = `${name} ${(await tx.query(showTimeout, []))[0]?.[0]}`;
      notes.push(note);
      if (note === 'first 5s') return await gate.promise;
      try {
        await tx.query(addOne, ['Locked']);
      } catch (error) {
        notes.push(`${name} gives up`);
        throw error;
      }
    },
  };
  let now = performance.now();
  using _ = spyOn(performance, 'now').mockImplementation(() => now);
  let written: Promise<void>[] = [];
  await other.begin(async (holder) => {
    await holder`SELECT id FROM pets WHERE name = 'Locked' FOR UPDATE`;
    written = [store.write(noting, 'first')];
    await until('the first to be patient', () => notes.includes('first 5s'));
    written.push(store.write(noting, 'second'));
    await until(
      'the second to wait behind the first',
      () => notes.includes('second gives up') && store.metrics.connections?.().used === 1,
    );
  });
  now += 5_500;
  gate.resolve();
  await Promise.all(written);
  const first = ['first 100ms', 'first gives up', 'first 5s'];
  expect(notes).toEqual([...first, 'second 100ms', 'second gives up', 'second 5s']);
});

test('creates that wait for another transaction with their idempotency key do not delay others', async () => {
  const order: string[] = [];
  let blocked: Promise<void>[] = [];
  await other.begin(async (holder) => {
    await holder`INSERT INTO idempotency_records VALUES (1, 'taken 1', 'f', 201, NULL, '{}', ${Date.now()}),
      (1, 'taken 2', 'f', 201, NULL, '{}', ${Date.now()})`;
    blocked = ['taken 1', 'taken 2'].map((key) => follow(order, 'blocked', create(key)));
    for (let count = 0; count < 5; count++) await follow(order, 'free', create(`key ${count}`));
    expect(order).toEqual(['free', 'free', 'free', 'free', 'free']);
  });
  await Promise.all(blocked);
  expect(order.slice(5)).toEqual(['blocked', 'blocked']);
  expect(await database.run("SELECT count(*) FROM pets WHERE name = 'New'")).toEqual([[5n]]);
});

test('the end of a key is acknowledged after the writes of other nodes that began before it', async () => {
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const slow: Command<null, void> = {
    name: 'slow',
    run: (tx) =>
      asCallers(tx, [{ ...caller, now: 0n }], [], async () => {
        await tx.query(addOne, ['Free']);
        begun.resolve();
        await finish.promise;
      }),
  };
  const written = follow(order, 'written', store.write(slow, null));
  await begun.promise;
  const node = await openStore(database.url);
  const revoked = follow(order, 'revoked', node.write(revokeKeyByOperator, { id: caller.callerId, now: 1n }));
  await until(
    'the revocation to be committed',
    () => database.run(`SELECT revoked_at FROM keys WHERE id = ${caller.callerId}`),
    ([row]) => row?.[0] === 1n,
  );
  // Longer than a response to the revocation would take.
  await node.write(change, 'Locked');
  const early = [...order];
  finish.resolve();
  // The server may tell the other node of the end of this write before it responds to it.
  await Promise.all([written, revoked]);
  await follow(order, 'late', store.write(slow, null));
  expect(early).toEqual([]);
  expect(order.toSorted()).toEqual(['late invalid_api_key', 'revoked', 'written']);
  await node.close();
});
