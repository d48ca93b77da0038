import { expect, test } from 'bun:test';
import { createLog } from '../lib/log.ts';
import { runAll } from './run-all.ts';

test.each([
  ['the first failure', undefined, 'one failed', ['two failed']],
  ['the failure before them', new Error('the cause'), 'the cause', ['one failed', 'two failed']],
])('every step runs, %s is returned, and the others are logged', async (_, cause, returned, others) => {
  const logged: string[] = [];
  const log = createLog((line) => void logged.push(JSON.parse(line).cause), 'json', Date.now);
  const ended: string[] = [];
  const fail = (name: string) => async () => {
    ended.push(name);
    throw new Error(`${name} failed`);
  };
  const steps = [fail('one'), async () => ended.push('second'), fail('two')];
  expect(await runAll(steps, log, cause)).toEqual(new Error(returned));
  expect([ended, logged]).toEqual([['one', 'second', 'two'], others]);
});
