import { parseArgs } from 'node:util';
import { endAll } from '../tests/support/at-end.ts';
import { engines } from '../tests/support/engines.ts';
import { type Finding, fuzz } from '../tests/support/fuzz/fuzzer.ts';

/** Each round has a new database: its first ids are the ones that the requests name. */
const requestsPerRound = 5_000;
const maxSeed = 2 ** 31 - 1;

const usage = `npm run fuzz -- [--seed <number>] [--requests <number>]

Sends generated requests to a service in this process, on SQLite and PostgreSQL in turn, and compares each response with
openapi.json. Ends at the first response that is not as documented, or after so many requests (default: never).
`;

function readOptions() {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, requests: { type: 'string' }, help: { type: 'boolean' } },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * maxSeed));
  const requests = Number(values.requests ?? Infinity);
  if (values.help !== true && Number.isSafeInteger(seed) && requests > 0) return { seed, requests };
  process.stderr.write(usage);
  process.exit(values.help === true ? 0 : 2);
}

/** Rounds until one has a finding or there were enough requests. */
async function run({ seed: first, requests }: ReturnType<typeof readOptions>): Promise<Finding | undefined> {
  for (let [round, left] = [0, requests]; left > 0; round++, left -= requestsPerRound) {
    const engine = engines[round % engines.length];
    if (engine === undefined) throw new Error('TEST_ENGINES names no engine');
    const seed = (first + Math.floor(round / engines.length)) % maxSeed;
    const { sent, finding } = await fuzz({ engine, seed, requests: Math.min(requestsPerRound, left) });
    process.stdout.write(`round ${round + 1}: ${sent} requests on ${engine.name} with the seed ${seed}\n`);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

const finding = await run(readOptions());
await endAll();
if (finding !== undefined) {
  const lines = [...finding.faults, 'To reproduce, with a new database and keys of your own:', ...finding.commands];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}
process.exit(0);
