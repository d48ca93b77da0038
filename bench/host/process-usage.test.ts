import { expect, test } from 'bun:test';
import { busyMs, readUsage } from './process-usage.ts';

const stat = `cpu  111 2 33 4000 50 60 70 8 0 0
cpu0 100 1 30 2000 25 30 35 4 0 0
cpu1 11 1 3 2000 25 30 35 4 0 0
intr 1 2 3`;

test('busy time of a core includes programs and time stolen by the host, but not waiting and interrupts', () => {
  expect(busyMs(stat, ['1'])).toBe(190);
  expect(busyMs(stat, ['0', '1'])).toBe(1_540);
  expect(busyMs(stat, [''])).toBe(1_540);
});

test.if(process.platform === 'linux')('reads the memory and processor time of a process', async () => {
  const usage = await readUsage(process.pid);
  expect(usage?.peakMemoryBytes).toBeGreaterThan(1_000_000);
  expect(usage?.cpuMs).toBeGreaterThan(0);
});
