import { expect, test } from 'bun:test';
import { Semaphore } from './semaphore.ts';

test('owners take turns, each with its waiters in their order, and who has gone is passed over', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire('first');
  const order: string[] = [];
  const gone = new AbortController();
  const wait = async (owner: string, name: string, signal?: AbortSignal) => {
    await semaphore.acquire(owner, signal);
    order.push(name);
    semaphore.release();
  };
  const waiting = [
    wait('greedy', 'greedy 1'),
    wait('greedy', 'greedy 2', gone.signal),
    wait('greedy', 'greedy 3'),
    wait('gone', 'gone', gone.signal),
    wait('modest', 'modest 1'),
  ];
  gone.abort();
  semaphore.release();
  const ended = await Promise.allSettled(waiting);
  expect(order).toEqual(['greedy 1', 'modest 1', 'greedy 3']);
  expect(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([
    gone.signal.reason,
    gone.signal.reason,
  ]);
  // The permit has come back.
  await semaphore.acquire();
});

test('who has got the first permit waits behind the others for the next', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire('greedy');
  const order: string[] = [];
  const waiting = ['greedy', 'modest'].map(async (owner) => {
    using _permit = await semaphore.acquire(owner);
    order.push(owner);
  });
  semaphore.release();
  await Promise.all(waiting);
  expect(order).toEqual(['modest', 'greedy']);
});
