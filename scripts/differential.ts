import { parseArgs } from 'node:util';
import { endAll } from '../tests/support/at-end.ts';
import { compareEngines, maxSeed, operationsPerRound } from '../tests/support/differential/differential.ts';

const usage = `npm run differential -- [--seed <number>] [--operations <number>]

Takes the same random steps on a service with SQLite and on one with PostgreSQL, both in this process, and compares all
responses and stored rows. Ends at the first difference, or after so many operations (default: never).
`;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, operations: { type: 'string' }, help: { type: 'boolean' } },
});
const first = Number(values.seed ?? Math.floor(Math.random() * maxSeed));
const operations = Number(values.operations ?? Infinity);
if (values.help === true || !Number.isSafeInteger(first) || !(operations > 0)) {
  process.stderr.write(usage);
  process.exit(values.help === true ? 0 : 2);
}

let report: readonly string[] = [];
for (let [seed, left] = [first, operations]; left > 0 && report.length === 0; seed++, left -= operationsPerRound) {
  const count = Math.min(operationsPerRound, left);
  report = await compareEngines(seed % maxSeed, count);
  if (report.length === 0) console.log(`${count} operations with the seed ${seed % maxSeed}: no difference`);
}
await endAll();
if (report.length > 0) console.error(report.join('\n'));
process.exit(report.length === 0 ? 0 : 1);
