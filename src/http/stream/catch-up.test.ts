import { expect, spyOn, test } from 'bun:test';
import { intervalMs, MemoryLog } from '../../../tests/support/memory-log.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';

const subscribers = 200;
const entries = 1_000;

/** A log with entries, and what reads it for subscribers. */
function start(count = entries, text?: string) {
  const log = new MemoryLog();
  log.add(count, text);
  return { log, live: createLiveEvents(log.operation.page, log, intervalMs) };
}

/** Follows a log from its first entry to its last, and returns the ids at which batches end. */
async function follow(live: LiveEvents): Promise<bigint[]> {
  const ends: bigint[] = [];
  let position = 0n;
  while (position < BigInt(entries)) {
    const batch = await live.find(position);
    if (batch === undefined) throw new Error(`no batch after ${position}`);
    position = batch.last;
    ends.push(position);
  }
  return ends;
}

/** Counts the event-loop ticks that some work takes. */
async function countTicks<Value>(work: Promise<Value>): Promise<[Value, number]> {
  let ticks = 0;
  let isDone = false;
  const count = () => {
    ticks++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const value = await work.finally(() => {
    isDone = true;
  });
  return [value, ticks];
}

test('subscribers that are far behind share reads, with at most one read per tick', async () => {
  const { log, live } = start();
  // A batch is kept for a second.
  using _ = spyOn(performance, 'now').mockReturnValue(performance.now());
  const [ends, ticks] = await countTicks(Promise.all(Array.from({ length: subscribers }, () => follow(live))));
  expect(ends).toEqual(Array(subscribers).fill(Array.from({ length: 10 }, (_, page) => BigInt(100 * (page + 1)))));
  expect(log.reads).toBe(10);
  // A tick serves 32 of them.
  expect(ticks).toBeGreaterThanOrEqual(Math.floor((subscribers * 10) / 32));
});

test('subscribers at different positions are served one after the other', async () => {
  const { log, live } = start();
  const finding = Promise.all(Array.from({ length: subscribers }, (_, index) => live.find(BigInt(index))));
  const [batches, ticks] = await countTicks(finding);
  expect(batches.map((batch) => batch?.after)).toEqual(
    Array.from({ length: subscribers }, (_, index) => BigInt(index)),
  );
  expect(log.reads).toBe(subscribers);
  expect(ticks).toBeGreaterThanOrEqual(subscribers - 1);
});

test('limits the size of a batch of long entries, so that a client that does not read costs little memory', async () => {
  const { log, live } = start(100, 'x'.repeat(4_096));
  let position = 0n;
  while (position < 100n) {
    const batch = await live.find(position);
    expect(batch?.bytes.length).toBeLessThan(40_000);
    position = batch?.last ?? 100n;
  }
  expect(log.reads).toBeLessThan(20);
});

test('a failed read ends only its own subscriber', async () => {
  const { log, live } = start();
  log.failure = new Error('gone');
  const failed = live.find(0n).catch((error) => error);
  expect(await failed).toBe(log.failure);
  log.failure = undefined;
  expect((await live.find(0n))?.last).toBe(100n);
});
