import { afterEach, beforeEach, expect, test } from 'bun:test';
import { intervalMs, MemoryLog, pollThreeTimes } from '../../../tests/support/memory-log.ts';
import { until } from '../../../tests/support/until.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Batch } from './event-stream.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';

let log: MemoryLog;
let live: LiveEvents;
beforeEach(() => {
  log = new MemoryLog();
  live = createLiveEvents(log.operation.page, log, intervalMs);
});

/** Waits for the next batch after a position. */
async function take(position: bigint, onWait: () => void = () => undefined): Promise<Batch | undefined> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const batch = await live.find(position);
    if (batch !== undefined) return batch;
    onWait();
    await new Promise<void>((resolve) => live.wait(position, resolve));
  }
  return undefined;
}

const cancels: (() => void)[] = [];
const waitAt = (position: bigint, wake = () => undefined) => void cancels.push(live.wait(position, wake));
afterEach(() => {
  for (const cancel of cancels.splice(0)) cancel();
});

test('all subscribers get the same bytes, which are read once', async () => {
  const subscribers = 50;
  let waiting = 0;
  const onWait = () => {
    waiting += 1;
  };
  const taking = Promise.all(Array.from({ length: subscribers }, () => take(0n, onWait)));
  await until(
    'all subscribers to wait, and the log to be polled',
    () => [waiting, log.polls],
    ([waits = 0, polls = 0]) => waits >= subscribers && polls > 0,
  );
  log.reads = 0;
  log.add(3);
  const batches = await taking;
  expect(log.reads).toBe(1);
  expect(new Set(batches.map((batch) => batch?.bytes)).size).toBe(1);
  expect(batches[0]).toMatchObject({ after: 0n, last: 3n });
});

test('reads once while the revision stays the same', async () => {
  waitAt(0n);
  await pollThreeTimes();
  expect(log.reads).toBe(1);
});

test('reads at each poll without a revision', async () => {
  log.revisionNow = undefined;
  waitAt(0n);
  for (let attempt = 0; log.reads < 5 && attempt < 100; attempt++) await pollThreeTimes();
  expect(log.reads).toBeGreaterThanOrEqual(5);
});

test('reads nothing while no subscriber waits', async () => {
  log.revisionNow = undefined;
  waitAt(0n);
  await pollThreeTimes();
  cancels.pop()?.();
  await pollThreeTimes();
  log.reads = 0;
  log.add(1);
  await pollThreeTimes();
  expect(log.reads).toBe(0);
});

test('a subscriber that is behind catches up with the tail, and then gets the shared batches', async () => {
  log.add(250);
  let woken = 0;
  waitAt(250n, () => void woken++);
  await pollThreeTimes();
  const revision = log.revisionNow;
  log.add(30);
  log.revisionNow = revision;
  const ends: bigint[] = [];
  while ((ends.at(-1) ?? 0n) < 250n && ends.length < 10) ends.push((await take(ends.at(-1) ?? 0n))?.last ?? 0n);
  expect([ends, woken]).toEqual([[100n, 200n, 250n], 0]);
  log.revisionNow = -1;
  const [one, other] = await Promise.all([take(250n), take(250n)]);
  expect([one?.last, woken]).toEqual([280n, 1]);
  expect(one?.bytes).toBe(other?.bytes ?? new Uint8Array());
});

test('wakes a subscriber that is ahead of the tail when the tail has passed its position', async () => {
  log.add(10);
  waitAt(5n);
  const taken = take(10n);
  await pollThreeTimes();
  log.add(1);
  expect(await taken).toMatchObject({ after: 10n, last: 11n });
});

test('wakes a subscriber that starts to wait behind the tail soon, without new entries', async () => {
  waitAt(10n);
  let woken = 0;
  waitAt(5n, () => void woken++);
  await pollThreeTimes();
  expect(woken).toBe(1);
});

test('delivers a long burst without a gap', async () => {
  const taking = (async () => {
    const ends = [0n];
    while ((ends.at(-1) ?? 0n) < 2_000n && ends.length < 100) ends.push((await take(ends.at(-1) ?? 0n))?.last ?? 0n);
    return ends;
  })();
  await pollThreeTimes();
  log.add(2_000);
  expect(await taking).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index * 100)));
});

test('keeps the newest batches for subscribers that are slow, and reads the older ones again', async () => {
  // Ahead of all entries, so that there is always a subscriber that waits.
  const stay = (): undefined => waitAt(1_000n, stay);
  waitAt(0n, stay);
  // 2 MB, in batches of four entries.
  log.add(200, 'x'.repeat(10_000));
  await until('all to be read', () => log.reads === 3);
  log.reads = 0;
  for (const after of [100n, 196n]) expect(await live.find(after)).toMatchObject({ after, last: after + 4n });
  expect([await live.find(200n), log.reads]).toEqual([undefined, 0]);
  expect(await live.find(0n)).toMatchObject({ after: 0n, last: 4n });
  expect(log.reads).toBe(1);
});

test('retries while the storage is unavailable, and wakes all subscribers after any other failure', async () => {
  const taken = take(0n);
  await pollThreeTimes();
  log.failure = new ServiceError('unavailable', 'no storage');
  log.add(1);
  await pollThreeTimes();
  log.failure = undefined;
  expect(await taken).toMatchObject({ last: 1n });

  const failed = take(1n).catch((error) => error);
  await pollThreeTimes();
  log.failure = new ServiceError('events_expired', 'gone');
  log.add(1);
  expect(await failed).toBe(log.failure);
});
