import { expect, test } from 'bun:test';
import { Random } from '../../cli/demo/seeded-random.ts';
import { mistakes, tryMistake } from '../support/faults/file-mistakes.ts';

/** `tests/long/file-mistakes.test.ts` makes all of them. A log that is truncated at the right moment has nothing to lose. */
const some = mistakes.filter(({ what }) =>
  /log is removed|moved without|log is overwritten|backup is copied/.test(what),
);

for (const [index, mistake] of some.entries()) {
  test(`a service under load notices that ${mistake.what}: nothing that it has acknowledged is lost in silence`, async () => {
    // Two processes share a log.
    const result = await tryMistake(mistake, new Random(mistake.what), 1 + (index % 2), 'SIGTERM');
    expect(result).toMatchObject({ isReady: false, exitCode: 0, missing: 0, missingInBackup: 0 });
    expect(result.log).not.toMatch(/\w+Error: /);
    expect(result.acknowledged).toBeGreaterThan(0);
    if (mistake.leavesAll) {
      expect([result.refusal, result.log]).toEqual([undefined, expect.stringContaining('was removed or replaced')]);
    } else {
      expect([result.refusal, result.writesAtStop]).toEqual([expect.stringContaining('StorageError'), false]);
      expect(result.log).toContain('writes no more');
    }
  });
}
