import { expect, test } from 'bun:test';
import { Random } from '../../../cli/demo/seeded-random.ts';
import { makeScratchFolder } from '../../support/scratch.ts';
import { simulate } from './year-trial.ts';

// The memory of processes is read from /proc.
test.if(process.platform === 'linux')(
  'after days of work the statistics are right, and nothing is kept for longer than promised',
  async () => {
    const folder = makeScratchFolder();
    const { signal } = new AbortController();
    const context = { folder: folder.path, random: new Random('d'), progress: () => undefined, signal };
    const size = { animals: 30, intakesOfDay: 6, stayDays: 1, days: 7, hours: [9, 17, 24], keptDays: 2, backupDays: 0 };
    const { violations, acknowledged } = await simulate(context, 'sqlite', size);
    expect(violations).toEqual([]);
    expect(acknowledged).toBeGreaterThan(100);
    folder.remove();
  },
);
