import { engines } from '../engines.ts';
import { maxSeed, takeRounds } from '../rounds.ts';
import { fuzz } from './fuzzer.ts';

const usage = `npm run fuzz -- [--seed <number>] [--requests <number>]

Sends generated requests to a service in this process, on SQLite and PostgreSQL in turn, and compares each response with
openapi.json. Ends at the first response that is not as documented, or after so many requests (default: never).
`;

await takeRounds({
  usage,
  countFlag: 'requests',
  // Each round has a new database: its first ids are the ones that the requests name.
  stepsPerRound: 5_000,
  async run({ index, first, count }) {
    const engine = engines[index % engines.length];
    if (engine === undefined) throw new Error('TEST_ENGINES names no engine');
    const seed = (first + Math.floor(index / engines.length)) % maxSeed;
    const { sent, finding } = await fuzz({ engine, seed, requests: count });
    process.stdout.write(`round ${index + 1}: ${sent} requests on ${engine.name} with the seed ${seed}\n`);
    if (finding === undefined) return [];
    return [...finding.faults, 'To reproduce, with a new database and keys of your own:', ...finding.commands];
  },
});
