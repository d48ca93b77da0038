import { expect, test } from 'bun:test';
import { until } from '../../../tests/support/until.ts';
import { createLog } from '../../lib/log.ts';
import { ServiceError } from '../../model/errors.ts';
import { OutageLog } from './outage-log.ts';

test('the first request of a cause is logged at once, the others as a count', async () => {
  const lines: Record<string, unknown>[] = [];
  const outages = new OutageLog(
    createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    10,
  );
  for (let request = 0; request < 1_000; request++)
    outages.record(new ServiceError('overloaded', 'busy'), `${request}`);
  outages.record(new ServiceError('unavailable', 'no storage', { cause: new Error('gone') }), 'other');
  expect(lines).toMatchObject([
    { level: 'warn', event: 'busy', requestId: '0' },
    { level: 'error', event: 'no storage', requestId: 'other', cause: expect.stringContaining('gone') },
  ]);
  await until('the count', () => lines.length === 3);
  expect(lines[2]).toMatchObject({ level: 'warn', event: 'busy', count: 999 });
});

test('a cause that occurs again after a pause is logged at once again', async () => {
  const lines: Record<string, unknown>[] = [];
  const outages = new OutageLog(
    createLog((line) => void lines.push(JSON.parse(line)), 'json', Date.now),
    10,
  );
  const note = () => outages.record(new ServiceError('overloaded', 'busy'), 'one');
  await until('a second line', () => {
    note();
    return lines.filter(({ requestId }) => requestId === 'one').length === 2;
  });
});
