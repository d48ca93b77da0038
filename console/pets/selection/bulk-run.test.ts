import { expect, test } from 'bun:test';
import { NoAnswerError, PetstoreError } from '../../../client/index.ts';
import type { Animal } from '../../lib/animals.ts';
import { BulkRun } from './bulk-run.ts';

const animal = (id: number): Animal => ({
  id: BigInt(id),
  name: `Animal ${id}`,
  status: 'available',
  category: { id: 1n },
  profile: {},
  photos: [],
});
const refused = new PetstoreError('It is held.', { code: 'pet_has_open_order', status: 409 });
const broken = new PetstoreError('It is broken.', { code: 'internal_error', status: 500 });

/** A run over four animals, one after the other, in which these fail. */
function runWith(fail: (id: number, attempt: number) => Error | undefined) {
  const begun: number[] = [];
  const run: BulkRun = new BulkRun({
    read: async function* () {
      for (const id of [1, 2, 3, 4]) yield animal(id);
    },
    act({ id }) {
      begun.push(Number(id));
      const error = fail(Number(id), begun.filter((other) => other === Number(id)).length);
      if (error !== undefined) throw error;
    },
    concurrency: 1,
  });
  return { run, begun };
}

test('what is refused for one animal is done for the others, and what got no answer is repeated', async () => {
  const { run, begun } = runWith((id, attempt) => {
    if (id === 2) return refused;
    return id === 3 && attempt === 1 ? new NoAnswerError('No answer.', { cause: undefined }) : undefined;
  });
  await run.work();
  expect([begun, run.done, run.failure, run.isStopped]).toEqual([[1, 2, 3, 3, 4], 3, undefined, false]);
  expect(run.refusals).toEqual([{ animal: animal(2), error: refused }]);
});

test('an error that is about no animal ends the run, and nothing begins after a stop', async () => {
  const failed = runWith((id) => (id === 2 ? broken : undefined));
  await failed.run.work();
  expect([failed.begun, failed.run.done, failed.run.failure]).toEqual([[1, 2], 1, broken]);
  const stopped = runWith((id) => {
    if (id === 3) stopped.run.stop();
    return undefined;
  });
  await stopped.run.work();
  expect([stopped.begun, stopped.run.done, stopped.run.failure]).toEqual([[1, 2, 3], 3, undefined]);
});
