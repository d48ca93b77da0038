import { expect, test } from 'bun:test';
import { Random } from '../../cli/demo/seeded-random.ts';
import { mistakes, tryMistake } from '../support/faults/file-mistakes.ts';

const rounds = 200;

test(`in ${rounds} rounds of mistakes with the files of a service, also one that is killed, nothing is lost in silence`, async () => {
  const random = new Random('mistakes');
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const mistake = mistakes[round % mistakes.length] as (typeof mistakes)[number];
    // After a crash nothing tells a file whose log and index are gone from one that was closed.
    const isTold = !/log and its index|without its log/.test(mistake.what);
    const end = round % 3 === 0 || !isTold ? 'SIGTERM' : 'SIGKILL';
    const result = await tryMistake(mistake, random, 1 + (round % 2), end);
    acknowledged += result.acknowledged;
    expect([round, mistake.what, end, result.missing, result.missingInBackup]).toEqual([
      round,
      mistake.what,
      end,
      0,
      0,
    ]);
  }
  expect(acknowledged).toBeGreaterThan(10 * rounds);
}, 3_600_000);
