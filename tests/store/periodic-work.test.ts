import { describe, expect, test } from 'bun:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deleteExpiredIdempotencyRecords } from '../../src/access/idempotency/rules.ts';
import { startKeyUseFlush } from '../../src/access/keys/jobs.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/lib/log.ts';
import type { PeriodicJob } from '../../src/lib/periodic-job.ts';
import { startBackgroundJobs } from '../../src/server/background-jobs.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, type ScratchDatabase } from '../support/engines.ts';
import { openStore } from '../support/open-store.ts';
import { storeForEach } from '../support/store-hooks.ts';
import { until } from '../support/until.ts';

/** Background work ends before its store is closed. */
let database: ScratchDatabase;
let store: Store;
let logged: string[];
/** The number of calls that the work has begun and ended. */
let calls: { begun: number; ended: number };

const log = createLog(
  (line) => void logged.push(line),
  'json',
  () => 0,
);
const records = 20_000;

/** The store, with its calls counted. */
function counted(own: Store): Store {
  const count = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => {
    calls.begun++;
    try {
      return await work();
    } finally {
      calls.ended++;
    }
  };
  return {
    ...own,
    waiting: 0,
    reader: {
      dialect: own.reader.dialect,
      scan: (sql, params) => own.reader.scan(sql, params),
      query: (sql, params) => count(() => own.reader.query(sql, params)),
    },
    write: (command, input) => count(() => own.write(command, input)),
  };
}

/** Stops the work and then the store; returns the counts at the end of the work, and those some turns later. */
async function end(work: PeriodicJob) {
  await work.stop();
  const atEnd = { ...calls };
  await store.close();
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  return { atEnd, later: { ...calls } };
}

describe.each(engines)('on $name', (engine) => {
  storeForEach(engine, (opened) => {
    ({ database, store } = opened);
    logged = [];
    calls = { begun: 0, ended: 0 };
  });

  const startJobs = (used: Store) =>
    startBackgroundJobs({
      config: readConfig({ DATABASE_URL: database.url }),
      store: used,
      log,
      clock: Date.now,
      cursorSecret: 'a secret of the test',
    });

  test('background jobs in progress are awaited, and none continues after that: a deletion stops after its step, until the next start', async () => {
    await database.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${records})
       INSERT INTO idempotency_records (key_id, idempotency_key, fingerprint, status, location, body, created_at)
       SELECT 1, 'key ' || i, 'f', 201, NULL, '{}', 0 FROM n`,
    );
    const left = async () => Number((await database.run('SELECT count(*) FROM idempotency_records'))[0]?.[0]);
    const reached = Promise.withResolvers<void>();
    const watched = counted(store);
    const jobs = startJobs({
      ...watched,
      waiting: 0,
      write(command, input) {
        if (command.name === deleteExpiredIdempotencyRecords.name) reached.resolve();
        return watched.write(command, input);
      },
    });
    await reached.promise;
    const { atEnd, later } = await end(jobs);
    expect(atEnd.begun).toBeGreaterThan(0);
    expect(atEnd.ended).toBe(atEnd.begun);
    expect([later, logged]).toEqual([atEnd, []]);
    const kept = await left();
    expect(kept > 0 && kept < records).toBe(true);
    const reopened = await openStore(database.url);
    const again = startJobs(reopened);
    await until('all records to be deleted', left, (count) => count === 0);
    await again.stop();
    await reopened.close();
  });
});

test('the use of keys is stored once more at the end, after the write in progress', async () => {
  const stored: string[] = [];
  const waiting: (() => void)[] = [];
  const app = {
    async storeKeyUses() {
      stored.push('begun');
      await new Promise<void>((resolve) => waiting.push(resolve));
      stored.push('ended');
    },
  };
  const storing = startKeyUseFlush(app, log, 1);
  await until('the first write', () => waiting.length > 0);
  const stopped = storing.stop().then(() => stored.push('stopped'));
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(stored).toEqual(['begun']);
  waiting.shift()?.();
  await until('the last write', () => waiting.length > 0);
  waiting.shift()?.();
  await stopped;
  expect(stored).toEqual(['begun', 'ended', 'begun', 'ended', 'stopped']);
});
