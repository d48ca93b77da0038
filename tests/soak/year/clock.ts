import os from 'node:os';

type Run = (...args: unknown[]) => unknown;

/**
 * Loaded before `petstore` (`--preload`): gives the process a clock that begins at SIMULATED_TIME (epoch ms) and goes on by itself,
 * until a message of the parent makes it jump. Then it runs whatever is repeated at intervals, once, and answers when that is done:
 * to the process it is as if it had been stopped meanwhile. Time-outs and pauses take their real time. After the message `hold` it
 * starts nothing that is repeated until the next message.
 */
const { now } = performance;
const real = () => now.call(performance);
const began = real();
const start = Number(process.env['SIMULATED_TIME']);
let aheadMs = 0;
performance.now = () => real() + aheadMs;
Date.now = () => Math.floor(start + real() - began + aheadMs);
const { uptime } = os;
os.uptime = () => uptime() + aheadMs / 1_000;

const intervals = new Map<unknown, Run>();
const running = new Set<unknown>();
let isHeld = false;
const { setInterval: set, clearInterval: clear } = globalThis;
const repeat = (run: Run, ms?: number, ...args: unknown[]) => {
  const track = async () => {
    const result = run(...args);
    running.add(result);
    await result;
    running.delete(result);
  };
  const timer = set(() => void (isHeld || track()), ms);
  intervals.set(timer, track);
  return timer;
};
globalThis.setInterval = Object.assign(repeat, set);
globalThis.clearInterval = ((timer: Timer) => {
  intervals.delete(timer);
  clear(timer);
}) as typeof clear;

process.on('message', async (message: { to: number } | 'hold') => {
  // What has begun ends at its own time: a query would seem to have taken hours.
  isHeld = true;
  await Promise.all(running);
  if (message !== 'hold') {
    aheadMs += Math.max(0, message.to - Date.now());
    isHeld = false;
    await Promise.all([...intervals.values()].map((run) => run()));
  }
  process.send?.('done');
});
