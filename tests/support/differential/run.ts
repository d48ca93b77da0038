import { maxSeed, takeRounds } from '../rounds.ts';
import { compareEngines, operationsPerRound } from './differential.ts';

const usage = `npm run differential -- [--seed <number>] [--operations <number>]

Takes the same random steps on a service with SQLite and on one with PostgreSQL, both in this process, and compares all
responses and stored rows. Ends at the first difference, or after so many operations (default: never).
`;

await takeRounds({
  usage,
  countFlag: 'operations',
  stepsPerRound: operationsPerRound,
  async run({ index, first, count }) {
    const seed = (first + index) % maxSeed;
    const report = await compareEngines(seed, count);
    if (report.length === 0) process.stdout.write(`${count} operations with the seed ${seed}: no difference\n`);
    return report;
  },
});
