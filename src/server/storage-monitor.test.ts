import { expect, test } from 'bun:test';
import { isAvailable } from '../../tests/support/is-available.ts';
import { until } from '../../tests/support/until.ts';
import { createLog } from '../lib/log.ts';
import { unavailable } from '../store/storage-errors.ts';
import { startStorageMonitor } from './storage-monitor.ts';

test('logs each cause of an outage once, and a bounded number of them', async () => {
  const lines: Record<string, unknown>[] = [];
  let checks = 0;
  let reasonOf: ((check: number) => string) | undefined;
  const monitor = startStorageMonitor({
    store: {
      async checkReads() {
        checks++;
        if (reasonOf !== undefined) throw unavailable(reasonOf(checks));
      },
      checkWrites: async () => undefined,
      write: () => Promise.reject(new Error('nothing is written while writes work')),
    },
    log: createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    countRefused: () => 0,
    intervalMs: 1,
  });
  const checkTimes = (count: number) => {
    const last = checks + count;
    return until(`${count} checks`, () => checks >= last);
  };
  const outage = async (reasons: (check: number) => string, count: number) => {
    reasonOf = reasons;
    await checkTimes(count);
    reasonOf = undefined;
    await until('the end of the outage', () => isAvailable(monitor, 'reads'));
    return lines.splice(0).map(({ event, cause }) => (cause === undefined ? event : `${event}: ${cause}`));
  };
  const [begins, goesOn, ends] = [
    'the storage is not available for reads',
    'the storage is still not available for reads',
    'the storage is available for reads again',
  ];
  const alternating = await outage((check) => (check % 2 === 0 ? 'refused' : 'wrong password'), 6);
  const [first, second] =
    alternating[0] === `${begins}: refused` ? ['refused', 'wrong password'] : ['wrong password', 'refused'];
  expect(alternating).toEqual([`${begins}: ${first}`, `${goesOn}: ${second}`, ends]);
  expect(await outage(() => 'refused', 3)).toEqual([`${begins}: refused`, ends]);
  expect(await outage((check) => `port ${check}`, 30)).toHaveLength(21);
  await monitor.stop();
});
