import { afterEach, beforeEach, expect, test } from 'bun:test';
import { intervalMs, MemoryFeed, settle } from '../../../tests/support/memory-feed.ts';
import { ServiceError } from '../../model/errors.ts';
import { type Batch, LiveEvents } from './live-events.ts';

let log: MemoryFeed;
let live: LiveEvents;
beforeEach(() => {
  log = new MemoryFeed();
  live = new LiveEvents(log.operation, log, { intervalMs });
});

/** Waits until there is more behind a position, and takes it. */
async function take(position: bigint): Promise<Batch | undefined> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await live.find(position);
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => live.wait(position, resolve));
  }
  return undefined;
}

const callOffs: (() => void)[] = [];
const waitAt = (position: bigint, wake = () => undefined) => void callOffs.push(live.wait(position, wake));
afterEach(() => {
  for (const callOff of callOffs.splice(0)) callOff();
});

test('all who wait are given the same bytes, which are read once', async () => {
  const taking = Promise.all(Array.from({ length: 50 }, () => take(0n)));
  await settle();
  log.reads = 0;
  log.add(3);
  const batches = await taking;
  expect(log.reads).toBe(1);
  expect(new Set(batches.map((batch) => batch?.bytes)).size).toBe(1);
  expect(batches[0]).toMatchObject({ after: 0n, last: 3n });
});

test('while the revision stands still it reads once', async () => {
  waitAt(0n);
  await settle();
  expect(log.reads).toBe(1);
});

test('while the revision is not known it reads again and again', async () => {
  log.revisionNow = undefined;
  waitAt(0n);
  for (let attempt = 0; log.reads < 5 && attempt < 100; attempt++) await settle();
  expect(log.reads).toBeGreaterThanOrEqual(5);
});

test('it reads nothing while nobody waits', async () => {
  log.revisionNow = undefined;
  waitAt(0n);
  await settle();
  callOffs.pop()?.();
  await settle();
  log.reads = 0;
  log.add(1);
  await settle();
  expect(log.reads).toBe(0);
});

test('whoever is behind reads up to the end of those who wait, and from there on has what they have', async () => {
  log.add(250);
  let woken = 0;
  waitAt(250n, () => void woken++);
  await settle();
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

test('whoever is further than those who wait is woken when they have come by', async () => {
  log.add(10);
  waitAt(5n);
  const taken = take(10n);
  await settle();
  log.add(1);
  expect(await taken).toMatchObject({ after: 10n, last: 11n });
});

test('whoever begins to wait too late for what is there is woken soon, though nothing new comes', async () => {
  waitAt(10n);
  let woken = 0;
  waitAt(5n, () => void woken++);
  await settle();
  expect(woken).toBe(1);
});

test('a long burst is handed out without a gap', async () => {
  const taking = (async () => {
    const ends = [0n];
    while ((ends.at(-1) ?? 0n) < 2_000n && ends.length < 100) ends.push((await take(ends.at(-1) ?? 0n))?.last ?? 0n);
    return ends;
  })();
  await settle();
  log.add(2_000);
  expect(await taking).toEqual(Array.from({ length: 21 }, (_, index) => BigInt(index * 100)));
});

test('it goes on trying while the storage is away, and wakes everyone for any other failure', async () => {
  const taken = take(0n);
  await settle();
  log.failure = new ServiceError('unavailable', 'away');
  log.add(1);
  await settle();
  log.failure = undefined;
  expect(await taken).toMatchObject({ last: 1n });

  const lost = take(1n).catch((thrown) => thrown);
  await settle();
  log.failure = new ServiceError('events_expired', 'gone');
  log.add(1);
  expect(await lost).toBe(log.failure);
});
