import { expect, test } from 'bun:test';
import { until } from '../../../tests/support/until.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { createLog } from '../../lib/log.ts';
import { createOutageLog } from './outage-log.ts';

/** A log of outages that counts for a moment, the lines in it, and what records an outage of the storage. */
function start(level?: 'debug', intervalMs = 10) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now, level);
  const outages = createOutageLog(log, intervalMs);
  const record = (reason: string, fields = {}) =>
    outages.record(new ServiceError('unavailable', 'no storage', { cause: new Error(reason) }), fields);
  return { lines, outages, record };
}

test('logs the first request of a cause at once, and the others as a count', async () => {
  const { lines, outages, record } = start();
  for (let request = 0; request < 1_000; request++)
    outages.record(new ServiceError('overloaded', 'busy'), { requestId: `${request}` });
  record('gone', { requestId: 'other' });
  expect(lines).toMatchObject([
    { level: 'warn', event: 'busy', requestId: '0' },
    { level: 'error', event: 'no storage', requestId: 'other', cause: 'gone' },
  ]);
  await until('the count', () => lines.length === 3);
  expect(lines[2]).toMatchObject({ level: 'warn', event: 'busy', count: 999 });
  expect(outages.total).toBe(1_001);
});

test('logs a new cause of the same message at once, and each with its number', async () => {
  const { lines, record } = start();
  for (const reason of ['refused', 'refused', 'wrong password', 'refused', 'wrong password']) record(reason);
  expect(lines.map(({ cause }) => cause)).toEqual(['refused', 'wrong password']);
  await until('the counts', () => lines.length === 4);
  expect(lines.slice(2).map(({ event, cause, count }) => [event, cause, count])).toEqual([
    ['no storage', 'refused', 2],
    ['no storage', 'wrong password', 1],
  ]);
});

test('logs a bounded number of lines for causes whose texts all differ', async () => {
  const { lines, record } = start();
  for (let port = 0; port < 1_000; port++) record(`port ${port}`);
  expect(lines.map(({ cause }) => cause)).toEqual(Array.from({ length: 51 }, (_, port) => `port ${port}`));
  await until('the count of the others', () => lines.length === 52);
  expect(lines[51]).toMatchObject({ event: 'no storage', cause: 'other causes', count: 949 });
});

test('logs a cause that recurs after a pause at once again', async () => {
  const { lines, outages } = start();
  const note = () => outages.record(new ServiceError('overloaded', 'busy'), { requestId: 'one' });
  await until('a second line', () => {
    note();
    return lines.filter(({ requestId }) => requestId === 'one').length === 2;
  });
});

test('logs each request with a stack trace at the level debug', () => {
  const { lines, record } = start('debug', 60_000);
  for (const requestId of ['one', 'two']) record('gone', { requestId });
  const each = lines.filter(({ level }) => level === 'debug');
  expect(each).toMatchObject([
    { requestId: 'one', cause: expect.stringMatching(/gone\n +at /) },
    { requestId: 'two', cause: expect.stringMatching(/gone\n +at /) },
  ]);
  expect(lines).toHaveLength(3);
});
